/* SPDX-License-Identifier: MIT */
#include "data_fixture.h"
#include "readme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rewrites; the text must come to `expected` with so many stale, or fail where that is NULL. */
static void expect(void **state, const char *text, const char *expected, int stale) {
    char *out = NULL;
    unsigned total = 0;
    int got = chart_readme_rewrite(*state, "README.md", text, false, &out, &total);
    assert_int_equal(got, stale);
    if (expected)
        assert_string_equal(out, expected);
    else
        assert_null(out);
    free(out);
}

static void what_is_outside_markers_stays(void **state) {
    expect(state, "", "", 0);
    expect(state, "# jrpc\r\n\n<!-- other -->\nno line end", "# jrpc\r\n\n<!-- other -->\nno line end", 0);
}

static void figures_are_written_in_place(void **state) {
    expect(state, "a <!-- f:instructions/sync/random -->7<!-- /f --> b\n",
           "a <!-- f:instructions/sync/random -->1,012<!-- /f --> b\n", 1);
    expect(state, "<!-- f:date -->2020-01-01<!-- /f --><!-- f:repetitions -->9<!-- /f -->",
           "<!-- f:date -->2020-01-01<!-- /f --><!-- f:repetitions -->3<!-- /f -->", 1);
    expect(state, "<!-- f:rate/nothing/1 --><!-- /f -->", "<!-- f:rate/nothing/1 -->not measured<!-- /f -->",
           1);
}

static void parts_are_written_between_their_lines(void **state) {
    expect(state, "x\n<!-- charts:begin machine -->\nold\n\n<!-- charts:end machine -->\ny\n",
           "x\n<!-- charts:begin machine -->\n"
           "Synthetic CPU of the test data, 2 CPUs, 4.0 GiB, Linux 0.0; none, none; vector path avx2; server "
           "on CPU 0, "
           "client on CPU 1; 2020-01-01, commit 000000000.\n<!-- charts:end machine -->\ny\n",
           1);
}

static void a_second_writing_changes_nothing(void **state) {
    static const char *const names[] = {
        "picture-sweep", "picture-transports", "picture-threads", "rates", "reach", "threads"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[128];
        char *once = NULL;
        unsigned total = 0;
        snprintf(text, sizeof text, "<!-- charts:begin %s -->\n<!-- charts:end %s -->\n", names[i], names[i]);
        assert_int_equal(chart_readme_rewrite(*state, "README.md", text, false, &once, &total), 1);
        assert_int_equal(total, 1);
        assert_true(strlen(once) > strlen(text) + 40);
        expect(state, once, once, 0);
        free(once);
    }
}

static void bad_markers_are_refused(void **state) {
    expect(state, "<!-- charts:begin machine -->\nnever ended\n", NULL, -1);
    expect(state, "<!-- charts:begin machine -->\n<!-- charts:end rates -->\n", NULL, -1);
    expect(state, "<!-- charts:begin nothing -->\n<!-- charts:end nothing -->\n", NULL, -1);
    expect(state, "<!-- charts:begin machine --> more\n<!-- charts:end machine -->\n", NULL, -1);
    expect(state, "<!-- charts:end machine -->\n", NULL, -1);
    expect(state, "<!-- f:rate/tcp/1 -->3\n<!-- /f -->\n", NULL, -1);
    expect(state, "<!-- f:date -->3", NULL, -1);
    expect(state, "<!-- f:rate/tcp -->3<!-- /f -->", NULL, -1);
    expect(state, "<!-- f:rate/tcp/x -->3<!-- /f -->", NULL, -1);
    expect(state, "<!-- f:rate//1 -->3<!-- /f -->", NULL, -1);
    expect(state, "<!-- f:nothing -->3<!-- /f -->", NULL, -1);
}

int main(int count, char **values) {
    if (count != 2) return 2;
    data_fixture_path = values[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_outside_markers_stays),
        cmocka_unit_test(figures_are_written_in_place),
        cmocka_unit_test(parts_are_written_between_their_lines),
        cmocka_unit_test(a_second_writing_changes_nothing),
        cmocka_unit_test(bad_markers_are_refused),
    };
    return cmocka_run_group_tests(tests, data_fixture_load, data_fixture_unload);
}
