/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_head_counts_characters(void **state) {
    (void)state;
    char out[64];
    assert_string_equal(chart_text_head("", 3, out, sizeof out), "");
    assert_string_equal(chart_text_head("abc", 3, out, sizeof out), "abc");
    assert_string_equal(chart_text_head("abcd", 3, out, sizeof out), "abc");
    assert_string_equal(chart_text_head("äöüß", 3, out, sizeof out), "äöü");
    assert_string_equal(chart_text_head("abc", 0, out, sizeof out), "");
}

static void a_cut_shows(void **state) {
    (void)state;
    char out[64];
    assert_string_equal(chart_text_cut("abc", 3, out, sizeof out), "abc");
    assert_string_equal(chart_text_cut("abcd", 3, out, sizeof out), "abc…");
}

static void room_ends_between_characters(void **state) {
    (void)state;
    char out[16];
    assert_string_equal(chart_text_cut("€€€€€€€€", 8, out, sizeof out), "€€€€…");
    assert_string_equal(chart_text_cut("0123456789abcdef", 16, out, sizeof out), "0123456789ab…");
    assert_string_equal(chart_text_head("😀😀😀😀", 9, out, sizeof out), "😀😀😀");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_counts_characters),
        cmocka_unit_test(a_cut_shows),
        cmocka_unit_test(room_ends_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
