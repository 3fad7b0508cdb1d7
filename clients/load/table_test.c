/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "json.h"
#include "result_sample.h"
#include "workload.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { columns = 80 };

/* argv: a workload file. */
static const char *workload_path;
static load_workload *workload;
static load_result *result;

static int set_up(void **state) {
    wire_error error;
    (void)state;
    workload = load_workload_read(workload_path, &error);
    result = load_result_new(load_sample_context(), true);
    if (!workload || !result) return -1;
    load_sample_add(result, "sync", "sync-copy", workload, 0, 1e7, 3);
    load_sample_add(result, "sync-copy", NULL, workload, 0, 1e8, 3);
    load_sample_add(result, "sync-json-c", NULL, workload, 0, 1e6, 3);
    load_sample_add(result, "tcp", "echo-burn-tcp", workload, 16, 2.5e6, 3);
    load_sample_add(result, "echo-burn-tcp", NULL, workload, 16, 5e6, 3);
    load_sample_add(result, "sync-five", NULL, workload, 0, 1e7, 3);
    load_sample_add(result, "http-batch", "http-batch-echo", workload, 16, 1e6, 3);
    load_sample_add(result, "http-batch-echo", NULL, workload, 16, 2e6, 3);
    load_sample_add_check(result, "tcp", workload, 16, 2.5e6);
    load_sample_add(result, "a-name-that-is-longer-than-its-column", NULL, workload, 10000, 12, 3);
    load_sample_add_failed(result, "http", workload, 16, LOAD_FAILED, "request 7 was answered \"no\"");
    load_result_count(result,
                      json_tokener_parse("{\"id\":\"sync\",\"shape\":\"add\",\"allocations_per_request\":0,"
                                         "\"vector_path\":\"sse2\"}"));
    load_result_count(
        result, json_tokener_parse("{\"id\":\"sync\",\"shape\":\"add\",\"instructions_per_request\":1234.5,"
                                   "\"vector_path\":\"sse2\"}"));
    load_result_settle(result, "http at 16 c failed");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    load_result_free(result);
    load_workload_free(workload);
    return 0;
}

typedef void print(json_object *root, FILE *out);

/* What a printer prints, to be freed. Every line keeps to the columns; a character in UTF-8 takes one. */
static char *printed(print *by) {
    char *text = NULL;
    size_t length = 0;
    size_t column = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    by(load_result_json(result), out);
    fclose(out);
    for (size_t i = 0; i < length; i++) {
        column = text[i] == '\n' ? 0 : column + (((unsigned char)text[i] & 0xc0) != 0x80);
        if (column > columns) fail_msg("a line of more than %d columns in:\n%s", columns, text);
    }
    return text;
}

static void assert_prints(print *by, const char *const *expected, size_t count) {
    char *text = printed(by);
    for (size_t i = 0; i < count; i++)
        if (!strstr(text, expected[i])) fail_msg("no '%s' in:\n%s", expected[i], text);
    free(text);
}

static void a_row_stands_beside_its_limit(void **state) {
    (void)state;
    static const char *const expected[] = {"tcp               16 c  2.52 M/s  2.50 M/s  2.55 M/s     50 %",
                                           "a-name-that-is-l 10k c", "quick run"};
    assert_prints(load_table_print, expected, sizeof expected / sizeof *expected);
}

static void what_failed_is_said(void **state) {
    (void)state;
    static const char *const expected[] = {
        "failed: http at 16 c, repetition 1:", "request 7 was answered \"no\"", "Incomplete:"};
    assert_prints(load_table_print, expected, sizeof expected / sizeof *expected);
}

static void ratios_and_counts_are_printed(void **state) {
    (void)state;
    static const char *const ratios[] = {"sync            sync-json-c      1 thr       10", " POST time\n",
                                         " warm-up x 2\n", "POST time: less", "warm-up x 2: with"};
    static const char *const counts[] = {
        "sync            add                                  0        1234.5"};
    assert_prints(load_ratios_print, ratios, sizeof ratios / sizeof *ratios);
    assert_prints(load_counting_print, counts, 1);
}

/* Bars are scaled to the fastest row of their kind: in process and on transports never share a scale. */
static void bars_are_scaled_to_the_fastest(void **state) {
    (void)state;
    char *text = printed(load_bars_print);
    const char *fastest = strstr(text, "echo-burn-tcp ");
    const char *half = strstr(text, "\ntcp ");
    assert_non_null(fastest);
    assert_non_null(half);
    size_t full_length = strcspn(strchr(fastest, '#'), "\n");
    size_t half_length = strcspn(strchr(half, '#'), "\n");
    assert_int_equal(full_length, 2 * half_length);
    const char *library = strstr(text, "sync ");
    assert_non_null(library);
    assert_int_equal(strcspn(strchr(library, '#'), "\n"), full_length);
    assert_null(strstr(text, "sync-copy")); /* ten times as long */
    free(text);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_stands_beside_its_limit),
        cmocka_unit_test(what_failed_is_said),
        cmocka_unit_test(ratios_and_counts_are_printed),
        cmocka_unit_test(bars_are_scaled_to_the_fastest),
    };
    if (argc != 2) return 2;
    setlocale(LC_ALL, "C"); /* bars of '#' */
    workload_path = argv[1];
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
