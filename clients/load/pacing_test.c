/* SPDX-License-Identifier: MIT */
#include "pacing.h"
#include "recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void a_constant_schedule_is_even_and_does_not_drift(void **state) {
    (void)state;
    load_schedule schedule;
    load_schedule_init(&schedule, LOAD_ARRIVALS_CONSTANT, 3000000, 1000, 1); /* 333.3 ns: no whole number */
    assert_int_equal(load_schedule_take(&schedule), 1000);
    assert_int_equal(load_schedule_take(&schedule), 1333);
    assert_int_equal(load_schedule_take(&schedule), 1666);
    uint64_t last = 0;
    for (int i = 3; i <= 3000000; i++) last = load_schedule_take(&schedule);
    assert_in_range(last, 1000001000 - 2, 1000001000 + 2);
    assert_true(load_schedule_peek(&schedule) > last);
}

static void poisson_arrivals_have_exponential_intervals(void **state) {
    (void)state;
    const int count = 200000;
    load_schedule schedule;
    load_schedule again;
    load_schedule_init(&schedule, LOAD_ARRIVALS_POISSON, 1000, 0, 7); /* a million nanoseconds on average */
    load_schedule_init(&again, LOAD_ARRIVALS_POISSON, 1000, 0, 7);
    double sum = 0;
    double squares = 0;
    int longer_than_mean = 0;
    uint64_t before = load_schedule_take(&schedule);
    assert_int_equal(before, load_schedule_take(&again));
    for (int i = 0; i < count; i++) {
        uint64_t now = load_schedule_take(&schedule);
        assert_int_equal(now, load_schedule_take(&again));
        double interval = (double)(now - before) / 1e6;
        sum += interval;
        squares += interval * interval;
        longer_than_mean += interval > 1;
        before = now;
    }
    double mean = sum / count;
    assert_true(fabs(mean - 1) < 0.02);
    assert_true(fabs(squares / count - mean * mean - 1) < 0.05); /* the variance is the mean's square */
    assert_true(fabs((double)longer_than_mean / count - exp(-1.0)) < 0.01); /* 1/e of them */
}

static void a_closed_loop_sends_quarters(void **state) {
    (void)state;
    const struct {
        size_t depth, chunk;
    } windows[] = {{1, 1}, {2, 1}, {7, 1}, {8, 2}, {256, 64}, {4096, 1024}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        load_pacing pacing = load_pacing_closed(windows[i].depth);
        size_t chunk = windows[i].chunk;
        assert_int_equal(load_pacing_due(&pacing, windows[i].depth, 5), chunk);
        assert_int_equal(load_pacing_due(&pacing, chunk, 5), chunk);
        assert_int_equal(load_pacing_due(&pacing, chunk - 1, 5), 0);
        assert_int_equal(load_pacing_group(&pacing, chunk), chunk);
        assert_int_equal(load_pacing_intended(&pacing, 5), 5);
    }
}

/* The reason for two latencies: a server stalls, requests leave late, and only the intended time tells. */
static void an_open_loop_counts_from_the_intended_time(void **state) {
    (void)state;
    static load_recorder recorder;
    load_schedule schedule;
    load_schedule_init(&schedule, LOAD_ARRIVALS_CONSTANT, 1000000, 10000, 1); /* every microsecond */
    load_pacing pacing = load_pacing_open(schedule);
    load_recorder_init(&recorder, 0, 1000000, 0);
    assert_int_equal(load_pacing_due(&pacing, 100, 9999), 0);
    assert_int_equal(load_pacing_due(&pacing, 100, 10000), 1);
    assert_int_equal(load_pacing_due(&pacing, 100, 14500), 5); /* overdue: all at once */
    assert_int_equal(load_pacing_due(&pacing, 3, 14500), 3);
    assert_int_equal(load_pacing_group(&pacing, 5), 1);
    for (int i = 0; i < 5; i++) {
        load_start start = load_recorder_sent(&recorder, load_pacing_intended(&pacing, 14500), 14500,
                                              load_pacing_group(&pacing, 1), 10);
        load_recorder_answered(&recorder, start, 14600, 1);
    }
    assert_int_equal(load_pacing_due(&pacing, 100, 14500), 0);
    assert_int_equal(recorder.actual.min, 100);
    assert_int_equal(recorder.actual.max, 100);
    assert_int_equal(recorder.intended.min, 600);
    assert_int_equal(recorder.intended.max, 4600);
    assert_true(recorder.intended.sum == 600 + 1600 + 2600 + 3600 + 4600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_schedule_is_even_and_does_not_drift),
        cmocka_unit_test(poisson_arrivals_have_exponential_intervals),
        cmocka_unit_test(a_closed_loop_sends_quarters),
        cmocka_unit_test(an_open_loop_counts_from_the_intended_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
