/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void rates_have_three_digits_and_a_unit(void **state) {
    (void)state;
    char out[CHART_NUMBER_SIZE];
    assert_string_equal(chart_number_rate(0, out), "0.00");
    assert_string_equal(chart_number_rate(97, out), "97.0");
    assert_string_equal(chart_number_rate(999.4, out), "999");
    assert_string_equal(chart_number_rate(999.6, out), "1.00 k");
    assert_string_equal(chart_number_rate(9996, out), "10.0 k");
    assert_string_equal(chart_number_rate(842123, out), "842 k");
    assert_string_equal(chart_number_rate(999600, out), "1.00 M");
    assert_string_equal(chart_number_rate(3141592, out), "3.14 M");
    assert_string_equal(chart_number_rate(2e9, out), "2.00 G");
}

static void shares_are_whole_percents(void **state) {
    (void)state;
    char out[CHART_NUMBER_SIZE];
    assert_string_equal(chart_number_percent(0.934, out), "93 %");
    assert_string_equal(chart_number_percent(1.335, out), "134 %");
    assert_string_equal(chart_number_percent(0.042, out), "4.2 %");
    assert_string_equal(chart_number_percent(0.09996, out), "10 %");
}

static void plain_numbers_group_thousands(void **state) {
    (void)state;
    char out[CHART_NUMBER_SIZE];
    assert_string_equal(chart_number_plain(0, out), "0");
    assert_string_equal(chart_number_plain(1.4, out), "1.40");
    assert_string_equal(chart_number_plain(21.34, out), "21.3");
    assert_string_equal(chart_number_plain(99.96, out), "100");
    assert_string_equal(chart_number_plain(999.6, out), "1,000");
    assert_string_equal(chart_number_plain(1007, out), "1,007");
    assert_string_equal(chart_number_plain(22093.4, out), "22,093");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_have_three_digits_and_a_unit),
        cmocka_unit_test(shares_are_whole_percents),
        cmocka_unit_test(plain_numbers_group_thousands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
