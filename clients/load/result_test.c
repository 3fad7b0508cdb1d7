/* SPDX-License-Identifier: MIT */
#include "json.h"
#include "result.h"
#include "result_check.h"
#include "result_sample.h"
#include "schema.h"
#include "workload.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* argv: the schema, a workload file. */
static const char *schema_path;
static const char *workload_path;
static load_workload *workload;

static int set_up(void **state) {
    wire_error error;
    (void)state;
    workload = load_workload_read(workload_path, &error);
    return workload ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    load_workload_free(workload);
    return 0;
}

static load_result *sample(void) {
    load_result *result = load_result_new(load_sample_context(), false);
    load_sample_add(result, "sync-five", NULL, workload, 0, 1e7, 3);
    load_sample_add(result, "tcp", "echo-burn-tcp", workload, 16, 1e6, 3);
    load_sample_add(result, "echo-burn-tcp", NULL, workload, 16, 2e6, 3);
    load_sample_add(result, "tcp", "echo-burn-tcp", workload, 2, 1e5, 3);
    return result;
}

static void assert_invalid(json_object *value, const char *named) {
    char fault[512];
    json_object *schema = load_json_read(schema_path, fault, sizeof fault);
    assert_non_null(schema);
    if (load_schema_check(schema, value, fault, sizeof fault)) fail_msg("the schema takes it");
    if (!strstr(fault, named)) fail_msg("'%s' does not name %s", fault, named);
    json_object_put(schema);
}

static void what_is_written_is_valid_and_reads_back(void **state) {
    char folder[] = "result-XXXXXX";
    char path[64];
    char fault[512];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/deep/er/r.json", folder);
    load_result *result = sample();
    load_sample_add_failed(result, "unix", workload, 1, LOAD_FAILED, "it answered \"wrong\"");
    load_sample_add_failed(result, "http", workload, 1, LOAD_SKIPPED, "nginx is missing");
    load_result_settle(result, "unix at 1 c failed");
    assert_valid(schema_path, load_result_json(result));
    assert_true(load_json_writable(path, fault, sizeof fault));
    assert_true(load_json_write(load_result_json(result), path, fault, sizeof fault));
    json_object *read = load_result_read(path, fault, sizeof fault);
    if (!read) fail_msg("%s", fault);
    assert_valid(schema_path, read);
    assert_string_equal(json_object_to_json_string(read),
                        json_object_to_json_string(load_result_json(result)));
    json_object_put(read);
    load_result_free(result);
    unlink(path);
    snprintf(path, sizeof path, "%s/deep/er", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/deep", folder);
    rmdir(path);
    assert_int_equal(rmdir(folder), 0); /* nothing was left beside the file */
}

static void the_schema_refuses_what_is_wrong(void **state) {
    (void)state;
    load_result *result = sample();
    load_result_settle(result, NULL);
    json_object *root = load_result_json(result);
    json_object *run = json_object_array_get_idx(load_json_get(root, "runs"), 0);
    assert_valid(schema_path, root);
    load_json_text(run, "bound", "moon");
    assert_invalid(root, "/runs/0/bound");
    load_json_text(run, "bound", "server");
    json_object_object_add(load_json_get(run, "counts"), "started", json_object_new_int(-1));
    assert_invalid(root, "/runs/0/counts/started");
    load_json_count(load_json_get(run, "counts"), "started", 1);
    json_object_object_del(run, "depth");
    assert_invalid(root, "depth");
    load_json_count(run, "depth", 1);
    load_json_text(root, "extra", "x");
    assert_invalid(root, "extra");
    load_result_free(result);
}

static void counts_add_up_in_every_run(void **state) {
    (void)state;
    load_result *result = sample();
    load_sample_add_failed(result, "unix", workload, 1, LOAD_FAILED, "x");
    assert_counts_add_up(load_result_json(result));
    load_result_free(result);
}

/* The entry of an Array with this id, connections and metric (NULL: any). */
static json_object *entry_of(json_object *array, const char *id, unsigned connections, const char *metric) {
    for (size_t i = 0; i < json_object_array_length(array); i++) {
        json_object *entry = json_object_array_get_idx(array, i);
        if (strcmp(load_json_get_text(entry, "id", ""), id) == 0 &&
            load_json_get_count(entry, "connections") == connections &&
            (!metric || strcmp(load_json_get_text(entry, "metric", ""), metric) == 0))
            return entry;
    }
    fail_msg("no %s at %u", id, connections);
    return NULL;
}

static void assert_near(json_object *object, const char *name, double expected) {
    const double value = load_json_get_number(object, name, NAN);
    if (!(fabs(value - expected) <= 1e-6 * expected)) fail_msg("%s is %g, not %g", name, value, expected);
}

static void points_hold_low_median_high(void **state) {
    (void)state;
    load_result *result = sample();
    load_sample_add_failed(result, "tcp", workload, 16, LOAD_FAILED, "x");
    load_result_settle(result, "x");
    json_object *points = load_json_get(load_result_json(result), "points");
    assert_int_equal(json_object_array_length(points), 5);
    json_object *point = entry_of(points, "tcp", 16, "rate_per_second");
    assert_near(point, "low", 1e6);
    assert_near(point, "median", 1.01e6);
    assert_near(point, "high", 1.02e6);
    assert_int_equal(load_json_get_count(point, "n"), 3); /* the failed run takes no part */
    point = entry_of(points, "sync-five", 0, "nanoseconds_per_request");
    assert_near(point, "high", 100);
    load_result_free(result);
}

static void shares_are_paired_with_the_limit(void **state) {
    (void)state;
    load_result *result = sample();
    load_result_settle(result, NULL);
    json_object *shares = load_json_get(load_result_json(result), "shares");
    assert_int_equal(json_object_array_length(shares), 1); /* at 2 connections there is no limit */
    json_object *share = entry_of(shares, "tcp", 16, NULL);
    assert_string_equal(load_json_get_text(share, "limit", ""), "echo-burn-tcp");
    assert_near(share, "low", 0.5);
    assert_near(share, "high", 0.5);
    load_result_free(result);
}

/* A POST of one request takes 1000 ns, of which the library needs 100; an echo takes 500. */
static void a_batch_is_compared_less_its_processing(void **state) {
    (void)state;
    load_result *result = sample();
    load_sample_add(result, "http-batch", "http-batch-echo", workload, 16, 1e6, 1);
    load_sample_add(result, "http-batch-echo", NULL, workload, 16, 2e6, 1);
    load_result_settle(result, NULL);
    assert_valid(schema_path, load_result_json(result));
    json_object *ratio = entry_of(load_json_get(load_result_json(result), "ratios"), "http-batch", 16, NULL);
    assert_string_equal(load_json_get_text(ratio, "metric", ""), "post_time_less_processing");
    assert_near(ratio, "median", 1.8);
    load_result_free(result);
}

/* Checks are compared with the runs of their row, and are in no point. */
static void a_doubled_warm_up_is_a_check(void **state) {
    (void)state;
    load_result *result = sample();
    load_sample_add_check(result, "tcp", workload, 16, 1.1e6);
    load_result_settle(result, NULL);
    json_object *root = load_result_json(result);
    assert_valid(schema_path, root);
    assert_int_equal(json_object_array_length(load_json_get(root, "runs")), 12);
    assert_int_equal(json_object_array_length(load_json_get(root, "points")), 5);
    json_object *ratio = entry_of(load_json_get(root, "ratios"), "tcp", 16, "rate_with_warm_up_doubled");
    assert_near(ratio, "median", 1.1);
    load_result_free(result);
}

/* A percentile needs 10 / (1 - p) observations, and a batch is one. */
static void a_batch_is_one_observation(void **state) {
    (void)state;
    load_result *result = load_result_new(load_sample_context(), false);
    load_sample_add(result, "batches", NULL, workload, 16, 1e4, 1);
    json_object *batch = load_json_get(load_result_last_run(result), "latency");
    assert_int_equal(load_json_get_count(batch, "samples"), 10000);
    assert_true(load_json_get_number(batch, "p90", -1) > 0);
    assert_true(load_json_get_number(batch, "p99", -1) < 0);
    assert_non_null(strstr(load_json_get_text(batch, "note", ""), "too few samples"));
    load_sample_add(result, "tcp", NULL, workload, 16, 1e4, 1);
    json_object *single = load_json_get(load_result_last_run(result), "latency");
    assert_true(load_json_get_number(single, "p999", -1) > 0);
    assert_null(load_json_get_text(single, "note", NULL));
    load_result_settle(result, NULL);
    assert_valid(schema_path, load_result_json(result));
    load_result_free(result);
}

static void csv_has_a_line_a_run(void **state) {
    char *text = NULL;
    size_t length = 0;
    (void)state;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    load_result *result = sample();
    load_result_csv(load_result_json(result), out);
    fclose(out);
    size_t lines = 0;
    size_t commas = 0;
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
        commas += text[i] == ',';
    }
    assert_int_equal(lines, 13);
    assert_int_equal(commas, 13 * 23); /* as many in every line as in the heading */
    assert_non_null(strstr(text, "\ntcp,16,1,256,1,0,ok,1,1000000,1000000,"));
    free(text);
    load_result_free(result);
}

static void unreadable_files_are_named(void **state) {
    char fault[512];
    (void)state;
    assert_null(load_result_read("no/such/file.json", fault, sizeof fault));
    assert_non_null(strstr(fault, "no/such/file.json"));
    assert_null(load_result_read(schema_path, fault, sizeof fault));
    assert_non_null(strstr(fault, "no result file"));
    assert_false(load_json_writable("/proc/no/file.json", fault, sizeof fault));
    assert_non_null(strstr(fault, "/proc/no/file.json"));
    assert_false(load_json_writable("/", fault, sizeof fault));
}

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A name that no file has. */
static void choose_name(char *name) {
    const int descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    close(descriptor);
    unlink(name);
}

/* A file that was cut, or written twice, is no result. */
static void only_one_whole_value_is_read(void **state) {
    static const char *const bad[] = {"",     "{\"a\":1",  "{\"a\":1}{", "{\"a\":1} x", "{\"a\":1}\n\n]",
                                      "null", "{\"a\":1,}"};
    char path[] = "result-XXXXXX";
    char fault[512];
    (void)state;
    choose_name(path);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_text(path, bad[i]);
        if (load_json_read(path, fault, sizeof fault)) fail_msg("took %s", bad[i]);
        assert_non_null(strstr(fault, path));
    }
    write_text(path, " {\"a\": 1}\n \n");
    json_object *good = load_json_read(path, fault, sizeof fault);
    assert_int_equal(load_json_get_count(good, "a"), 1);
    json_object_put(good);
    write_text(path, "{\"a\":NaN,\"b\":Infinity}");
    json_object *odd = load_json_read(path, fault, sizeof fault);
    assert_true(load_json_get_number(odd, "a", 7) == 7);
    assert_true(load_json_get_number(odd, "b", 7) == 7);
    json_object_put(odd);
    unlink(path);
}

/* Putting a file in the place of a device or a pipe would take it away from everybody; a link stays a link. */
static void what_is_no_file_is_not_replaced(void **state) {
    char path[] = "result-XXXXXX";
    char fault[512];
    char link_path[sizeof path + 8];
    struct stat status;
    json_object *object = json_object_new_object();
    (void)state;
    choose_name(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(load_json_writable(path, fault, sizeof fault));
    assert_non_null(strstr(fault, "no regular file"));
    assert_false(load_json_write(object, path, fault, sizeof fault));
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    unlink(path);
    write_text(path, "");
    snprintf(link_path, sizeof link_path, "%s.link", path);
    assert_int_equal(symlink(path, link_path), 0);
    assert_true(load_json_write(object, link_path, fault, sizeof fault));
    assert_int_equal(lstat(link_path, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size > 0);
    unlink(link_path);
    unlink(path);
    json_object_put(object);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_valid_and_reads_back),
        cmocka_unit_test(the_schema_refuses_what_is_wrong),
        cmocka_unit_test(counts_add_up_in_every_run),
        cmocka_unit_test(points_hold_low_median_high),
        cmocka_unit_test(shares_are_paired_with_the_limit),
        cmocka_unit_test(a_batch_is_compared_less_its_processing),
        cmocka_unit_test(a_doubled_warm_up_is_a_check),
        cmocka_unit_test(a_batch_is_one_observation),
        cmocka_unit_test(csv_has_a_line_a_run),
        cmocka_unit_test(unreadable_files_are_named),
        cmocka_unit_test(only_one_whole_value_is_read),
        cmocka_unit_test(what_is_no_file_is_not_replaced),
    };
    if (argc != 3) return 2;
    schema_path = argv[1];
    workload_path = argv[2];
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
