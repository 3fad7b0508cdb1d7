/* SPDX-License-Identifier: MIT */
#include "spread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double value, double expected) {
    if (fabs(value - expected) > 1e-9) fail_msg("%.12g is not %.12g", value, expected);
}

static void low_median_high(void **state) {
    (void)state;
    double odd[] = {3, 1, 2};
    double even[] = {4, 1, 3, 2};
    load_spread spread = load_spread_of(odd, 3);
    assert_near(spread.low, 1);
    assert_near(spread.median, 2);
    assert_near(spread.high, 3);
    assert_int_equal(spread.n, 3);
    assert_near(load_spread_of(even, 4).median, 2.5);
    assert_int_equal(load_spread_of(odd, 0).n, 0);
}

/* Of three and three, the whole range covers 1 - 2/20; of four and four, 1 - 2/70. */
static void coverage_is_that_of_the_mann_whitney_count(void **state) {
    (void)state;
    double a[] = {1, 1, 1, 1, 1, 1, 1, 1};
    double b[] = {1, 2, 3, 4, 5, 6, 7, 8};
    load_interval interval = load_interval_of(a, 3, b, 3, 0.95);
    assert_near(interval.coverage, 0.9);
    assert_near(interval.low, 1);
    assert_near(interval.high, 3);
    assert_near(interval.estimate, 2);
    interval = load_interval_of(a, 4, b, 4, 0.95);
    assert_near(interval.coverage, 1 - 2.0 / 70);
    assert_near(load_interval_of(a, 1, b, 1, 0.95).coverage, 0);
}

/* Eight and eight: published tables give the 14th from either end for 95 % (U of 13 is the largest that is rejected). */
static void the_interval_narrows_as_far_as_it_may(void **state) {
    (void)state;
    double a[8];
    double b[8];
    double ratios = 0;
    for (int i = 0; i < 8; i++) {
        a[i] = 1;
        b[i] = pow(2, i);
        ratios += b[i];
    }
    const load_interval interval = load_interval_of(a, 8, b, 8, 0.95);
    assert_true(interval.coverage >= 0.95 && interval.coverage < 0.97);
    assert_near(interval.low, 2); /* the 14th of 64 ratios, eight of each size */
    assert_near(interval.high, 64);
    assert_near(ratios, 255);
}

static void paired_ratios_go_by_the_sign_test(void **state) {
    (void)state;
    double ratios[] = {5, 1, 2, 3, 4, 6};
    load_interval interval = load_interval_paired(ratios, 6, 0.95);
    assert_near(interval.coverage, 1 - 2.0 / 64);
    assert_near(interval.low, 1);
    assert_near(interval.high, 6);
    assert_near(interval.estimate, 3.5);
    double more[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    interval = load_interval_paired(more, 12, 0.95);
    assert_near(interval.low, 3); /* P(at most 2 of 12) = 79 / 4096 */
    assert_near(interval.coverage, 1 - 2 * 79.0 / 4096);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_median_high),
        cmocka_unit_test(coverage_is_that_of_the_mann_whitney_count),
        cmocka_unit_test(the_interval_narrows_as_far_as_it_may),
        cmocka_unit_test(paired_ratios_go_by_the_sign_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
