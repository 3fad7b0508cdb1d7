/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* Every statistic is compared with what the sorted samples themselves say. */

#define SAMPLES 200000

static uint64_t random_state = 42;

static uint64_t next_random(void) { /* xorshift64*, Vigna */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(2685821657736338717);
}

/* Spread evenly over the orders of magnitude, as latencies with a long tail are. */
static uint64_t random_latency(void) {
    double exponent = (double)(next_random() >> 11) / (double)(UINT64_C(1) << 53);
    return (uint64_t)pow((double)LOAD_HISTOGRAM_HIGHEST, exponent);
}

static int ascending(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static load_histogram one;
static load_histogram two;

static int reset(void **state) {
    (void)state;
    load_histogram_init(&one);
    load_histogram_init(&two);
    return 0;
}

static void assert_edge(uint64_t edge, uint64_t exact) {
    assert_true(edge >= exact);
    assert_true((double)(edge - exact) <= 0.008 * (double)exact);
}

static void percentiles_match_the_sorted_samples(void **state) {
    (void)state;
    uint64_t *values = malloc(SAMPLES * sizeof *values);
    assert_non_null(values);
    long double sum = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        values[i] = random_latency();
        sum += (long double)values[i];
        load_histogram_record(&one, values[i], 1);
    }
    qsort(values, SAMPLES, sizeof *values, ascending);

    const double shares[] = {0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        uint64_t edge = 0;
        assert_true(load_histogram_percentile(&one, shares[i], &edge));
        assert_edge(edge, values[(size_t)ceil(SAMPLES * shares[i] - 1e-6) - 1]);
    }
    assert_int_equal(one.samples, SAMPLES);
    assert_int_equal(one.min, values[0]);
    assert_int_equal(one.max, values[SAMPLES - 1]);
    assert_true((long double)one.sum == sum);
    assert_true(fabs(load_histogram_mean(&one) / (double)(sum / SAMPLES) - 1) < 1e-12);
    free(values);
}

/* One sample at each end of each octave and around it: an edge never lies below its value, nor too far
 * above. */
static void every_edge_is_within_the_error(void **state) {
    (void)state;
    for (unsigned bit = 0; bit < 40; bit++) {
        uint64_t power = UINT64_C(1) << bit;
        const uint64_t values[] = {power - 1, power, power + 1, power + power / 2, power + power / 128};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            if (values[i] < LOAD_HISTOGRAM_LOWEST || values[i] > LOAD_HISTOGRAM_HIGHEST) continue;
            load_histogram_init(&one);
            load_histogram_record(&one, values[i], 1);
            size_t cursor = 0;
            uint64_t edge = 0;
            uint64_t count = 0;
            assert_true(load_histogram_next(&one, &cursor, &edge, &count));
            assert_edge(edge, values[i]);
            assert_int_equal(count, 1);
            assert_false(load_histogram_next(&one, &cursor, &edge, &count));
        }
    }
}

static void values_below_256_are_exact(void **state) {
    (void)state;
    for (uint64_t value = 1; value < 256; value++) load_histogram_record(&one, value, value);
    size_t cursor = 0;
    uint64_t edge = 0;
    uint64_t count = 0;
    for (uint64_t value = 1; value < 256; value++) {
        assert_true(load_histogram_next(&one, &cursor, &edge, &count));
        assert_int_equal(edge, value);
        assert_int_equal(count, value);
    }
    assert_false(load_histogram_next(&one, &cursor, &edge, &count));
}

static void what_is_out_of_range_is_counted_apart(void **state) {
    (void)state;
    load_histogram_record(&one, 0, 2);
    load_histogram_record(&one, LOAD_HISTOGRAM_LOWEST, 1);
    load_histogram_record(&one, LOAD_HISTOGRAM_HIGHEST, 1);
    load_histogram_record(&one, LOAD_HISTOGRAM_HIGHEST + 1, 3);
    load_histogram_record(&one, UINT64_MAX, 1);
    load_histogram_record(&one, 5, 0);
    assert_int_equal(one.samples, 2);
    assert_int_equal(one.below, 2);
    assert_int_equal(one.above, 4);
    assert_int_equal(one.min, LOAD_HISTOGRAM_LOWEST);
    assert_int_equal(one.max, LOAD_HISTOGRAM_HIGHEST);
}

/* What cannot be told is not told: too few samples, or a value that lies outside the range. */
static void percentiles_need_enough_samples_in_range(void **state) {
    (void)state;
    uint64_t edge = 77;
    const struct {
        double share;
        uint64_t enough;
    } rules[] = {{0.5, 20}, {0.9, 100}, {0.99, 1000}, {0.999, 10000}, {0.9999, 100000}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        load_histogram_init(&one);
        load_histogram_record(&one, 1000, rules[i].enough - 1);
        assert_false(load_histogram_percentile(&one, rules[i].share, &edge));
        assert_int_equal(edge, 77);
        load_histogram_record(&one, 1000, 1);
        assert_true(load_histogram_percentile(&one, rules[i].share, &edge));
        assert_edge(edge, 1000);
        edge = 77;
    }
    load_histogram_init(&one);
    load_histogram_record(&one, 1000, 900);
    load_histogram_record(&one, UINT64_MAX, 100);
    assert_true(load_histogram_percentile(&one, 0.9, &edge));
    assert_false(load_histogram_percentile(&one, 0.91, &edge));
    assert_false(load_histogram_percentile(&one, 0, &edge));
    assert_false(load_histogram_percentile(&one, 1, &edge));
}

static void merging_equals_recording_in_one(void **state) {
    (void)state;
    static load_histogram all;
    load_histogram_init(&all);
    for (size_t i = 0; i < 10000; i++) {
        uint64_t value = i % 1000 ? random_latency() : UINT64_MAX;
        load_histogram_record(i % 3 ? &one : &two, value, 1 + i % 2);
        load_histogram_record(&all, value, 1 + i % 2);
    }
    load_histogram_merge(&one, &two);
    assert_memory_equal(&one, &all, sizeof all);

    load_histogram_init(&two);
    load_histogram_merge(&one, &two); /* an empty one changes nothing, its min of 0 neither */
    assert_memory_equal(&one, &all, sizeof all);
    load_histogram_merge(&two, &one);
    assert_memory_equal(&two, &all, sizeof all);
}

static void an_empty_one_says_nothing(void **state) {
    (void)state;
    size_t cursor = 0;
    uint64_t edge = 0;
    uint64_t count = 0;
    assert_false(load_histogram_next(&one, &cursor, &edge, &count));
    assert_false(load_histogram_percentile(&one, 0.5, &edge));
    assert_true(load_histogram_mean(&one) == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(percentiles_match_the_sorted_samples, reset),
        cmocka_unit_test_setup(every_edge_is_within_the_error, reset),
        cmocka_unit_test_setup(values_below_256_are_exact, reset),
        cmocka_unit_test_setup(what_is_out_of_range_is_counted_apart, reset),
        cmocka_unit_test_setup(percentiles_need_enough_samples_in_range, reset),
        cmocka_unit_test_setup(merging_equals_recording_in_one, reset),
        cmocka_unit_test_setup(an_empty_one_says_nothing, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
