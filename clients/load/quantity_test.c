/* SPDX-License-Identifier: MIT */
#include "quantity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void durations_carry_their_unit(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"2", 2},       {"500ms", 0.5}, {"2s", 2}, {"1m", 60},
                {"1.5min", 90}, {"1h", 3600},   {"0", 0},  {".5s", 0.5}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double seconds = -1;
        assert_true(load_seconds_parse(good[i].text, &seconds));
        assert_true(seconds > good[i].seconds - 1e-9 && seconds < good[i].seconds + 1e-9);
    }
}

static void what_is_no_duration_is_refused(void **state) {
    (void)state;
    static const char *bad[] = {"",    "s",   "-1",  "+1", " 1",   "1 s", "1x", "1ss",      "0x10",
                                "inf", "nan", "1e3", "1.", "1..2", ".",   "2S", "1000001s", "99999h"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double seconds = -1;
        if (load_seconds_parse(bad[i], &seconds)) fail_msg("'%s' was taken as %f s", bad[i], seconds);
        assert_true(seconds < 0);
    }
}

static void counts_take_k_and_m(void **state) {
    (void)state;
    uint64_t count = 7;
    assert_true(load_count_parse("1k", UINT64_MAX, &count));
    assert_int_equal(count, 1000);
    assert_true(load_count_parse("3M", UINT64_MAX, &count));
    assert_int_equal(count, 3000000);
    assert_true(load_count_parse("0", 10, &count));
    assert_int_equal(count, 0);
    assert_true(load_count_parse("18446744073709551615", UINT64_MAX, &count));
    assert_true(count == UINT64_MAX);
}

static void what_is_no_count_is_refused(void **state) {
    (void)state;
    static const char *bad[] = {
        "", "k", "-1", "+1", " 1", "1.5", "1K", "1kk", "0x1", "18446744073709551616", "101"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t count = 7;
        if (load_count_parse(bad[i], 100, &count))
            fail_msg("'%s' was taken as %ju", bad[i], (uintmax_t)count);
        assert_int_equal(count, 7);
    }
    uint64_t count = 7;
    assert_false(load_count_parse("18446744073709551615k", UINT64_MAX, &count));
}

static void lists_of_counts(void **state) {
    (void)state;
    unsigned counts[4];
    assert_int_equal(load_counts_parse("1,4,1k", 5000, counts, 4), 3);
    assert_int_equal(counts[2], 1000);
    static const char *bad[] = {"", ",", "1,", ",1", "1,,2", "0", "1,0", "1,x", "1,2,3,4,5", "5001"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (load_counts_parse(bad[i], 5000, counts, 4)) fail_msg("'%s' was taken", bad[i]);
}

static void three_digits_and_a_unit(void **state) {
    (void)state;
    char text[32];
    assert_string_equal(load_rate_format(text, sizeof text, 3214567), "3.21 M/s");
    assert_string_equal(load_rate_format(text, sizeof text, 480123), "480 k/s");
    assert_string_equal(load_rate_format(text, sizeof text, 999999), "1.00 M/s");
    assert_string_equal(load_rate_format(text, sizeof text, 12), "12.0 /s");
    assert_string_equal(load_time_format(text, sizeof text, 95.24), "95.2 ns");
    assert_string_equal(load_time_format(text, sizeof text, 1.2e6), "1.20 ms");
    assert_string_equal(load_time_format(text, sizeof text, 999.7), "1.00 us");
    assert_string_equal(load_span_format(text, sizeof text, 45.2), "45 s");
    assert_string_equal(load_span_format(text, sizeof text, 500), "8 min 20 s");
    assert_string_equal(load_span_format(text, sizeof text, 600), "10 min");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations_carry_their_unit),
        cmocka_unit_test(what_is_no_duration_is_refused),
        cmocka_unit_test(counts_take_k_and_m),
        cmocka_unit_test(what_is_no_count_is_refused),
        cmocka_unit_test(lists_of_counts),
        cmocka_unit_test(three_digits_and_a_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
