/* SPDX-License-Identifier: MIT */
#include "recorder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static load_recorder recorder;

static void assert_counts_add_up(void) {
    const load_counts *counts = &recorder.counts;
    assert_int_equal(counts->started, counts->succeeded + counts->rejected + counts->errored +
                                          counts->timed_out + counts->unfinished);
}

/* The window is [1000, 2000). What leaves in it counts; what comes in it makes the rate. */
static void ramp_and_drain_stand_apart(void **state) {
    (void)state;
    load_recorder_init(&recorder, 1000, 1000, 0);
    load_start ramp = load_recorder_sent(&recorder, 900, 900, 4, 40);
    load_start last_of_ramp = load_recorder_sent(&recorder, 999, 999, 1, 10);
    load_recorder_received(&recorder, 999, 7);
    assert_int_equal(recorder.counts.started, 0);
    load_start first = load_recorder_sent(&recorder, 1000, 1000, 2, 20);
    load_recorder_answered(&recorder, ramp, 1100, 4);
    load_recorder_received(&recorder, 1100, 30);
    load_start last = load_recorder_sent(&recorder, 1999, 1999, 3, 33);
    load_recorder_answered(&recorder, first, 1999, 2);
    load_recorder_answered(&recorder, last, 2000, 3);
    load_recorder_received(&recorder, 2000, 99);
    load_recorder_answered(&recorder, last_of_ramp, 2100, 1);
    assert_int_equal(recorder.counts.started, 5);
    assert_int_equal(recorder.counts.succeeded, 5);
    assert_int_equal(recorder.replies, 6);
    assert_int_equal(recorder.bytes_sent, 53);
    assert_int_equal(recorder.bytes_received, 30);
    assert_int_equal(recorder.actual.samples, 5);
    assert_int_equal(recorder.actual.max, 999);
    assert_int_equal(recorder.actual.min, 1);
    assert_memory_equal(&recorder.actual, &recorder.intended, sizeof recorder.actual);
    assert_true(load_recorder_is_open(&recorder, 1999));
    assert_false(load_recorder_is_open(&recorder, 2000));
    assert_int_equal(load_recorder_allowance(&recorder, 1999, 7), 7);
    assert_int_equal(load_recorder_allowance(&recorder, 2000, 7), 0);
    assert_counts_add_up();
}

static void a_count_measures_exactly_so_many(void **state) {
    (void)state;
    load_recorder_init(&recorder, 1000, 0, 10);
    assert_int_equal(load_recorder_allowance(&recorder, 500, 64), 64); /* warm-up is not counted */
    load_start ramp = load_recorder_sent(&recorder, 500, 500, 64, 640);
    assert_int_equal(load_recorder_allowance(&recorder, 1000, 64), 10);
    assert_int_equal(load_recorder_allowance(&recorder, 1000, 4), 4);
    load_start start = load_recorder_sent(&recorder, 1000, 1000, 4, 40);
    load_recorder_answered(&recorder, ramp, 1500, 64);
    assert_int_equal(recorder.replies, 0);
    assert_int_equal(load_recorder_allowance(&recorder, 1500, 64), 6);
    load_start rest = load_recorder_sent(&recorder, 1500, 1500, 6, 60);
    assert_false(load_recorder_is_open(&recorder, 1501));
    assert_int_equal(load_recorder_allowance(&recorder, 1501, 1), 0);
    load_recorder_answered(&recorder, start, 1600, 4);
    load_recorder_answered(&recorder, rest, 1700, 6);
    assert_int_equal(recorder.counts.started, 10);
    assert_int_equal(recorder.replies, 10);
    assert_int_equal(recorder.last_answer, 1700);
    assert_counts_add_up();
}

static void every_end_is_counted_once(void **state) {
    (void)state;
    static load_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    load_recorder_init(&recorder, 1000, 1000, 0);
    load_start ramp = load_recorder_sent(&recorder, 1, 1, 100, 1);
    load_start start = load_recorder_sent(&recorder, 1500, 1500, 31, 1);
    load_recorder_answered(&recorder, start, 1600, 1);
    load_recorder_rejected(&recorder, start, 1600, 2, LOAD_ERROR_WRONG);
    load_recorder_rejected(&recorder, start, 1600, 4, LOAD_ERROR_RPC);
    load_recorder_lost(&recorder, start, 8, LOAD_ERRORED);
    load_recorder_lost(&recorder, start, 12, LOAD_TIMED_OUT);
    load_recorder_lost(&recorder, start, 4, LOAD_UNFINISHED);
    load_recorder_rejected(&recorder, ramp, 1600, 3, LOAD_ERROR_RPC);
    load_recorder_lost(&recorder, ramp, 97, LOAD_ERRORED);
    load_recorder_code(&recorder, -32603, 2);
    load_recorder_code(&recorder, 7, 1);
    for (int i = 0; i < 100; i++) load_recorder_code(&recorder, 1000 + i, 1); /* more than are kept */
    load_recorder_merge(&outcome, &recorder);
    load_recorder_merge(&outcome, &recorder);
    assert_int_equal(outcome.codes[0].code, -32603);
    assert_int_equal(outcome.codes[0].count, 4);
    assert_int_equal(outcome.codes[1].code, 7);
    assert_int_equal(outcome.codes[LOAD_CODES - 1].code, 1000 + LOAD_CODES - 3);
    assert_counts_add_up();
    assert_int_equal(outcome.counts.started, 62);
    assert_int_equal(outcome.counts.succeeded, 2);
    assert_int_equal(outcome.counts.rejected, 12);
    assert_int_equal(outcome.counts.errored, 16);
    assert_int_equal(outcome.counts.timed_out, 24);
    assert_int_equal(outcome.counts.unfinished, 8);
    assert_int_equal(outcome.errors[LOAD_ERROR_WRONG], 4);
    assert_int_equal(outcome.errors[LOAD_ERROR_RPC], 14);
    assert_int_equal(outcome.actual.samples, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramp_and_drain_stand_apart),
        cmocka_unit_test(a_count_measures_exactly_so_many),
        cmocka_unit_test(every_end_is_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
