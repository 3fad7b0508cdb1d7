/* SPDX-License-Identifier: MIT */
#include "markup.h"
#include "script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* What `write` makes of the text; to be freed. */
static char *written(void (*write)(FILE *, const char *), const char *text) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    assert_non_null(out);
    write(out, text);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static void expect(void (*write)(FILE *, const char *), const char *text, const char *expected) {
    char *got = written(write, text);
    assert_string_equal(got, expected);
    free(got);
}

static void a_quoted_text_cannot_end_its_quotes(void **state) {
    (void)state;
    expect(chart_script_quote, "plain µs", "'plain µs'");
    expect(chart_script_quote, "it's", "'it''s'");
    expect(chart_script_quote, "`id` $(id) @x \\n", "'_id_ _(id) _x _n'");
    expect(chart_script_quote, "a\nset output 'x'\r\x7f", "'a set output ''x''  '");
}

static void markup_is_text(void **state) {
    (void)state;
    expect(chart_markup_xml, "<b>&\"--\n", "&lt;b&gt;&amp;&quot;-- ");
    expect(chart_markup_cell, "x86_64 _x_", "x86_64 &#95;x&#95;");
    expect(chart_markup_cell, "a|b`c*[d]", "a&#124;b&#96;c&#42;&#91;d&#93;");
}

static void expect_range(double low, double high, double from, double to) {
    double got_from;
    double got_to;
    chart_script_log_range(low, high, &got_from, &got_to);
    assert_true(got_from > from * 0.999999 && got_from < from * 1.000001);
    assert_true(got_to > to * 0.999999 && got_to < to * 1.000001);
}

static void ranges_are_one_two_five(void **state) {
    (void)state;
    expect_range(3.1e6, 15.2e6, 2e6, 20e6);
    expect_range(321e3, 12.3e6, 200e3, 20e6);
    expect_range(100, 100, 50, 200);
    expect_range(0.03, 0.04, 0.02, 0.05);
}

static void tics_name_their_values(void **state) {
    (void)state;
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    assert_non_null(out);
    chart_script_log_tics(out, 5e5, 5e6);
    fputc('\n', out);
    chart_script_log_tics(out, 1e3, 1e7);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(bytes, "('500 k' 500000, '1 M' 1000000, '2 M' 2000000, '5 M' 5000000)\n"
                               "('1 k' 1000, '10 k' 10000, '100 k' 100000, '1 M' 1000000, '10 M' 10000000)");
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quoted_text_cannot_end_its_quotes),
        cmocka_unit_test(markup_is_text),
        cmocka_unit_test(ranges_are_one_two_five),
        cmocka_unit_test(tics_name_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
