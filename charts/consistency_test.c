/* SPDX-License-Identifier: MIT */
#include "checksum.h"
#include "consistency.h"
#include "file.h"
#include "published.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *fixture;

/* Contradictions in a result document of this text; -1 where it is not even one. */
static int contradictions(const char *text) {
    json_object *json = chart_json_parse("text", text, strlen(text));
    chart_result result;
    if (!json) return -1;
    int found = -1;
    if (chart_result_init(&result, "text", json)) {
        found = (int)chart_consistency(&result);
        chart_result_fini(&result);
    }
    json_object_put(json);
    return found;
}

/* The fixture with the first occurrence of `old` behind `after` replaced. To be freed. */
static char *changed(const char *after, const char *old, const char *fresh) {
    size_t length = 0;
    char *text = chart_file_read(fixture, &length);
    assert_non_null(text);
    char *from = strstr(text, after);
    assert_non_null(from);
    char *at = strstr(from, old);
    assert_non_null(at);
    size_t size = length + strlen(fresh) + 1;
    char *out = malloc(size);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, fresh, at + strlen(old));
    free(text);
    return out;
}

static void expect_found(const char *after, const char *old, const char *fresh) {
    char *text = changed(after, old, fresh);
    int found = contradictions(text);
    if (found <= 0) print_error("%s -> %s was not found\n", old, fresh);
    assert_true(found > 0);
    free(text);
}

static void the_fixture_is_consistent(void **state) {
    (void)state;
    size_t length = 0;
    char *text = chart_file_read(fixture, &length);
    assert_non_null(text);
    assert_int_equal(contradictions(text), 0);
    free(text);
}

static void one_changed_member_is_found(void **state) {
    (void)state;
    static const char tcp[] = "{\"id\":\"tcp\",\"label\"";
    expect_found(tcp, "\"started\":", "\"started\":1");
    expect_found(tcp, "\"succeeded\":", "\"succeeded\":1");
    expect_found(tcp, "\"rejected\":0", "\"rejected\":1");
    expect_found(tcp, "\"unfinished\":0", "\"unfinished\":1");
    expect_found(tcp, "\"replies\":", "\"replies\":1");
    expect_found(tcp, "\"rate_per_second\":", "\"rate_per_second\":1");
    expect_found(tcp, "\"window_seconds\":0.5", "\"window_seconds\":0.51");
    expect_found(tcp, "\"samples\":", "\"samples\":1");
    expect_found(tcp, "\"mean\":", "\"mean\":1");
    expect_found(tcp, "\"min\":", "\"min\":1");
    expect_found(tcp, "\"max\":", "\"max\":1");
    expect_found(tcp, "\"p50\":", "\"p50\":1");
    expect_found(tcp, "\"p999\":", "\"p999\":1");
    expect_found(tcp, "\"histogram\":[[", "\"histogram\":[[1");
    expect_found(tcp, "\"repetition\":0", "\"repetition\":1");
    expect_found("\"sync\"", "\"nanoseconds_per_request\":", "\"nanoseconds_per_request\":1");
}

static void one_changed_point_is_found(void **state) {
    (void)state;
    static const char *const lists[] = {"\"points\"", "\"shares\"", "\"ratios\"",
                                        "\"post_time_less_processing\""};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        expect_found(lists[i], "\"low\":", "\"low\":1");
        expect_found(lists[i], "\"median\":", "\"median\":1");
        expect_found(lists[i], "\"high\":", "\"high\":1");
        expect_found(lists[i], "\"n\":3", "\"n\":4");
        expect_found(lists[i], "\"connections\":", "\"connections\":9");
    }
    expect_found("\"points\"", "\"id\":\"tcp\"", "\"id\":\"tcq\"");
}

/* The published form: whole, and with a digit changed here and there; the checksum finds what nothing can recompute. */
static void expect_published(const char *runs, const char *sum, bool intact) {
    char path[] = "/tmp/charts-test-XXXXXX";
    chart_data data;
    size_t size = strlen(runs) + 256;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size,
             "{\"schema\":\"jrpc-benchmarks/"
             "1\",\"runs\":[%s],\"published\":[{\"checksum\":\"%s\",\"dirty_allowed\":"
             "false}]}",
             runs, sum);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    assert_true(chart_file_write(path, text, strlen(text)));
    free(text);
    /* What no longer has the shape of a result is found by reading it. */
    bool read = chart_data_init(&data, path);
    bool found = !read || chart_published_faults(&data) > 0;
    if (read) chart_data_fini(&data);
    unlink(path);
    assert_int_equal(found, !intact);
}

static void any_changed_digit_of_published_data_is_found(void **state) {
    (void)state;
    size_t length = 0;
    char sum[CHART_CHECKSUM_SIZE];
    char *text = chart_file_read(fixture, &length);
    assert_non_null(text);
    json_object *json = chart_json_parse("fixture", text, length);
    assert_non_null(json);
    const char *plain = chart_json_text(json);
    chart_checksum(plain, strlen(plain), sum);
    json_object_put(json);
    expect_published(text, sum, true);
    unsigned tried = 0;
    for (size_t i = 0; i < length; i += 611) {
        while (i < length && !isdigit((unsigned char)text[i])) i++;
        if (i >= length) break;
        char old = text[i];
        text[i] = old == '9' ? '1' : '9';
        expect_published(text, sum, false);
        text[i] = old;
        tried++;
    }
    assert_true(tried > 100);
    sum[CHART_CHECKSUM_SIZE - 2] = sum[CHART_CHECKSUM_SIZE - 2] == '0' ? '1' : '0';
    expect_published(text, sum, false);
    free(text);
}

int main(int count, char **values) {
    if (count != 2) return 2;
    fixture = values[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fixture_is_consistent),
        cmocka_unit_test(one_changed_member_is_found),
        cmocka_unit_test(one_changed_point_is_found),
        cmocka_unit_test(any_changed_digit_of_published_data_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
