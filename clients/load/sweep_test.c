/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "json.h"
#include "result.h"
#include "result_check.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A whole quick sweep, from the plan to the charts. argv: bench, the schema of result files. */
static const char *bench;
static const char *schema_path;
static char folder[] = "sweep-XXXXXX";
static char path[64];
static json_object *root;

static int set_up(void **state) {
    char fault[512];
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/r.json", folder);
    const char *const argv[] = {bench, "--sweep", "--quick", "--json", path, NULL};
    const load_command command = {.argv = argv, .seconds = 240, .errors = true};
    const int status = load_command_run(&command, NULL, 0);
    root = load_result_read(path, fault, sizeof fault);
    if (status == 0 && root) return 0;
    fprintf(stderr, "bench ended with %d; %s\n", status, root ? "" : fault);
    return -1;
}

/* Removes what the sweep left, and only that. */
static int tear_down(void **state) {
    (void)state;
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));) {
        char name[512];
        if (file->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", folder, file->d_name);
        unlink(name);
    }
    if (files) closedir(files);
    json_object_put(root);
    return rmdir(folder);
}

static size_t good_runs_of(const char *id, unsigned connections) {
    json_object *runs = load_json_get(root, "runs");
    size_t n = 0;
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        n += strcmp(load_json_get_text(run, "id", ""), id) == 0 &&
             load_json_get_count(run, "connections") == connections &&
             strcmp(load_json_get_text(run, "verdict", ""), "ok") == 0;
    }
    return n;
}

static void the_file_is_valid_quick_and_complete(void **state) {
    (void)state;
    assert_valid(schema_path, root);
    assert_true(load_json_get_flag(root, "quick"));
    assert_true(load_json_get_flag(root, "complete"));
    assert_null(load_json_get(root, "incomplete_reason"));
}

static void every_series_was_measured(void **state) {
    (void)state;
    static const char *const ids[] = {"tcp",           "unix",           "http",          "http-batch",
                                      "json-c-tcp",    "echo-tcp",       "echo-burn-tcp", "echo-burn-unix",
                                      "http-constant", "json-c-host-tcp"};
    static const unsigned connections[] = {1, 16};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (size_t k = 0; k < 2; k++)
            if (good_runs_of(ids[i], connections[k]) < 3) fail_msg("%s at %u", ids[i], connections[k]);
    assert_true(good_runs_of("sync", 0) >= 3);
    assert_true(good_runs_of("sync-json-c", 0) >= 3);
}

static void counts_add_up_and_nothing_was_rejected(void **state) {
    (void)state;
    json_object *runs = load_json_get(root, "runs");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        json_object *counts = load_json_get(run, "counts");
        const uint64_t started = load_json_get_count(counts, "started");
        if (strcmp(load_json_get_text(run, "verdict", ""), "skipped") == 0) continue;
        assert_true(started > 0);
        assert_int_equal(started, load_json_get_count(counts, "succeeded"));
        assert_int_equal(load_json_get_count(counts, "rejected"), 0);
    }
}

static void every_row_has_its_share_of_its_limit(void **state) {
    (void)state;
    static const char *const ids[] = {"sync", "tcp", "unix", "http", "http-batch"};
    json_object *shares = load_json_get(root, "shares");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        size_t n = 0;
        for (size_t k = 0; k < json_object_array_length(shares); k++)
            n += strcmp(load_json_get_text(json_object_array_get_idx(shares, k), "id", ""), ids[i]) == 0;
        if (n == 0) fail_msg("%s has none", ids[i]);
    }
}

static void its_charts_stand_beside_it(void **state) {
    (void)state;
    static const char *const names[] = {"sweep-light.svg", "sweep-dark.svg", "transports-light.svg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        if (access(name, R_OK) != 0) fail_msg("%s is missing", name);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_valid_quick_and_complete),
        cmocka_unit_test(every_series_was_measured),
        cmocka_unit_test(counts_add_up_and_nothing_was_rejected),
        cmocka_unit_test(every_row_has_its_share_of_its_limit),
        cmocka_unit_test(its_charts_stand_beside_it),
    };
    if (argc != 3) return 2;
    bench = argv[1];
    schema_path = argv[2];
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
