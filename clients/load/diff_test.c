/* SPDX-License-Identifier: MIT */
#include "diff.h"
#include "json.h"
#include "result_sample.h"
#include "workload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* argv: two workload files. */
static const char *workload_paths[2];
static load_workload *workloads[2];
static char folder[] = "diff-XXXXXX";
static char path_a[64];
static char path_b[64];

static int set_up(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        wire_error error;
        workloads[i] = load_workload_read(workload_paths[i], &error);
        if (!workloads[i]) return -1;
    }
    if (!mkdtemp(folder)) return -1;
    snprintf(path_a, sizeof path_a, "%s/a.json", folder);
    snprintf(path_b, sizeof path_b, "%s/b.json", folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path_a);
    unlink(path_b);
    for (int i = 0; i < 2; i++) load_workload_free(workloads[i]);
    return rmdir(folder);
}

/* Rates of five repetitions of "tcp" at 16 connections; 0: it failed. */
static load_result *result_of(double rate) {
    load_result *result = load_result_new(load_sample_context(), false);
    if (rate > 0)
        load_sample_add(result, "tcp", NULL, workloads[0], 16, rate, 5);
    else
        load_sample_add_failed(result, "tcp", workloads[0], 16, LOAD_FAILED, "it died");
    load_sample_add(result, "sync", NULL, workloads[0], 0, 1e7, 5);
    return result;
}

static void write_result(load_result *result, const char *path) {
    char fault[512];
    load_result_settle(result, NULL);
    if (!load_json_write(load_result_json(result), path, fault, sizeof fault)) fail_msg("%s", fault);
    load_result_free(result);
}

/* Compares the two files. What was printed is checked to hold `expected`. */
static load_difference compare(const char *expected) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    const load_difference difference = load_diff(path_a, path_b, out, out);
    fclose(out);
    if (!strstr(text, expected)) fail_msg("no '%s' in:\n%s", expected, text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != 0))
        assert_true(strcspn(line, "\n") <= 80 || difference == LOAD_DIFF_UNLIKE);
    free(text);
    return difference;
}

static void the_same_twice_shows_no_difference(void **state) {
    (void)state;
    write_result(result_of(1e6), path_a);
    write_result(result_of(1e6), path_b);
    assert_int_equal(compare("no difference seen"), LOAD_DIFF_NOT_WORSE);
}

static void a_slower_row_is_worse_and_a_faster_one_better(void **state) {
    (void)state;
    write_result(result_of(1e6), path_a);
    write_result(result_of(0.8e6), path_b);
    assert_int_equal(compare("worse"), LOAD_DIFF_WORSE);
    write_result(result_of(1.2e6), path_b);
    assert_int_equal(compare("better"), LOAD_DIFF_NOT_WORSE);
}

/* All of B lies above all of A, by less than what code that only moved can make. */
static void a_small_difference_is_none(void **state) {
    (void)state;
    write_result(result_of(1e6), path_a);
    write_result(result_of(1.042e6), path_b);
    assert_int_equal(compare("no difference seen"), LOAD_DIFF_NOT_WORSE);
}

static void a_row_that_failed_is_worse(void **state) {
    (void)state;
    write_result(result_of(1e6), path_a);
    write_result(result_of(0), path_b);
    assert_int_equal(compare("failed in B"), LOAD_DIFF_WORSE);
}

static void few_repetitions_are_said(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        load_result *result = load_result_new(load_sample_context(), false);
        load_sample_add(result, "tcp", NULL, workloads[0], 16, 1e6, 3);
        write_result(result, i ? path_b : path_a);
    }
    assert_int_equal(compare("Too few repetitions"), LOAD_DIFF_NOT_WORSE);
}

static void one_run_of_each_is_no_verdict(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        load_result *result = load_result_new(load_sample_context(), false);
        load_sample_add(result, "tcp", NULL, workloads[0], 16, i ? 0.5e6 : 1e6, 1);
        write_result(result, i ? path_b : path_a);
    }
    assert_int_equal(compare("too few runs"), LOAD_DIFF_NOT_WORSE);
}

static void other_machines_are_refused_by_name(void **state) {
    (void)state;
    load_result *result = result_of(1e6);
    json_object *machine = load_json_get(load_json_get(load_result_json(result), "context"), "machine");
    load_json_text(machine, "cpu", "Other 1");
    load_json_text(machine, "kernel", "Other 2");
    write_result(result_of(1e6), path_a);
    write_result(result, path_b);
    assert_int_equal(compare("machine.cpu: Imaginary 3000 / Other 1"), LOAD_DIFF_UNLIKE);
    assert_int_equal(compare("machine.kernel"), LOAD_DIFF_UNLIKE);
}

static void other_workloads_depths_and_durations_are_refused_by_name(void **state) {
    (void)state;
    load_result *result = load_result_new(load_sample_context(), true);
    load_sample_add(result, "tcp", NULL, workloads[1], 16, 1e6, 5);
    json_object *runs = load_json_get(load_result_json(result), "runs");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        load_json_count(run, "depth", 64);
        load_json_number(run, "duration_seconds", 0.5);
        load_json_number(run, "warm_up_seconds", 1);
    }
    write_result(result_of(1e6), path_a);
    write_result(result, path_b);
    static const char *const named[] = {"workload", "depth", "duration_seconds", "warm_up_seconds", "quick"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        assert_int_equal(compare(named[i]), LOAD_DIFF_UNLIKE);
}

static void nothing_in_common_is_refused(void **state) {
    (void)state;
    load_result *result = load_result_new(load_sample_context(), false);
    load_sample_add(result, "unix", NULL, workloads[0], 16, 1e6, 5);
    write_result(result_of(1e6), path_a);
    write_result(result, path_b);
    assert_int_equal(compare("no row"), LOAD_DIFF_UNLIKE);
    unlink(path_b);
    assert_int_equal(compare(path_b), LOAD_DIFF_UNLIKE);
}

/* Rounds in pairs: B runs at `factor` of A, which itself wanders. What was printed is checked to hold `expected`. */
static load_difference compare_rounds(unsigned count, double factor, double jitter, const char *expected) {
    char names[64][64];
    char *paths[64];
    char *text = NULL;
    size_t length = 0;
    for (unsigned i = 0; i < 2 * count; i++) {
        const double wandering = 1e6 * (1 + 0.3 * (i / 2 % 3)) * (i / 2 % 2 ? 1 + jitter : 1 / (1 + jitter));
        load_result *result = load_result_new(load_sample_context(), false);
        load_sample_add(result, "tcp", NULL, workloads[0], 16,
                        i % 2 ? factor * wandering : 1e6 * (1 + 0.3 * (i / 2 % 3)), 1);
        snprintf(names[i], sizeof names[i], "%s/round-%u.json", folder, i);
        paths[i] = names[i];
        write_result(result, names[i]);
    }
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    const load_difference difference = load_diff_paired(paths, (size_t)2 * count, out, out);
    fclose(out);
    for (unsigned i = 0; i < 2 * count; i++) unlink(names[i]);
    if (!strstr(text, expected)) fail_msg("no '%s' in:\n%s", expected, text);
    free(text);
    return difference;
}

static void paired_rounds_see_through_a_machine_that_wanders(void **state) {
    (void)state;
    assert_int_equal(compare_rounds(12, 1.0, 0.02, "no difference"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_rounds(12, 0.85, 0.02, "worse"), LOAD_DIFF_WORSE);
    assert_int_equal(compare_rounds(12, 1.2, 0.02, "better"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_rounds(12, 0.93, 0.02, "undecided"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_rounds(5, 0.5, 0.02, "undecided"), LOAD_DIFF_NOT_WORSE); /* too few to be sure */
}

static load_difference compare_counts(const char *b, const char *expected) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = fopen(path_a, "w");
    assert_non_null(file);
    fputs("[{\"id\":\"sync\",\"shape\":\"add\",\"vector_path\":\"sse2\",\"allocations_per_request\":0,"
          "\"instructions_per_request\":1000}]",
          file);
    fclose(file);
    file = fopen(path_b, "w");
    assert_non_null(file);
    fputs(b, file);
    fclose(file);
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    const load_difference difference = load_diff_counts(path_a, path_b, out, out);
    fclose(out);
    if (!strstr(text, expected)) fail_msg("no '%s' in:\n%s", expected, text);
    free(text);
    return difference;
}

#define COUNTS(allocations, instructions)                                                                    \
    "[{\"id\":\"sync\",\"shape\":\"add\",\"vector_path\":\"sse2\",\"allocations_per_request\":" allocations  \
    ",\"instructions_per_request\":" instructions "}]"

static void counts_are_compared_exactly(void **state) {
    (void)state;
    assert_int_equal(compare_counts(COUNTS("0", "1000"), "the same"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_counts(COUNTS("0", "1009"), "no difference"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_counts(COUNTS("0", "1011"), "worse"), LOAD_DIFF_WORSE);
    assert_int_equal(compare_counts(COUNTS("0", "900"), "better"), LOAD_DIFF_NOT_WORSE);
    assert_int_equal(compare_counts(COUNTS("0.001", "1000"), "worse"), LOAD_DIFF_WORSE);
    assert_int_equal(compare_counts("[]", "no figure in common"), LOAD_DIFF_UNLIKE);
    assert_int_equal(compare_counts("[", "cannot be read"), LOAD_DIFF_UNLIKE);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_twice_shows_no_difference),
        cmocka_unit_test(a_slower_row_is_worse_and_a_faster_one_better),
        cmocka_unit_test(a_small_difference_is_none),
        cmocka_unit_test(a_row_that_failed_is_worse),
        cmocka_unit_test(few_repetitions_are_said),
        cmocka_unit_test(one_run_of_each_is_no_verdict),
        cmocka_unit_test(other_machines_are_refused_by_name),
        cmocka_unit_test(other_workloads_depths_and_durations_are_refused_by_name),
        cmocka_unit_test(nothing_in_common_is_refused),
        cmocka_unit_test(paired_rounds_see_through_a_machine_that_wanders),
        cmocka_unit_test(counts_are_compared_exactly),
    };
    if (argc != 3) return 2;
    workload_paths[0] = argv[1];
    workload_paths[1] = argv[2];
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
