/* SPDX-License-Identifier: MIT */
#include "in_process.h"

#include "workload_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* argv[1] is the folder data/. */
static const char *data_folder;

/* A callee that answers each request with the request, but once, counted over all threads, wrongly. */
static atomic_uint calls;
static unsigned wrong_call;
static bool lengthens; /* the wrong reply is longer, not only another */
static load_stop *stop_at_wrong_call;

static void *fake_open(void *shared) {
    (void)shared;
    return calloc(1, sizeof(wire_buffer));
}

static bool fake_call(void *state, const char *request, size_t length) {
    wire_buffer *replies = state;
    wire_buffer_append(replies, request, length);
    if (atomic_fetch_add(&calls, 1) + 1 != wrong_call) return true;
    if (stop_at_wrong_call)
        atomic_store(&stop_at_wrong_call->requested, true);
    else if (lengthens)
        wire_buffer_append(replies, "!", 1);
    else
        replies->data[replies->length - 1] = '!';
    return true;
}

static wire_slice fake_replies(const void *state) {
    const wire_buffer *replies = state;
    return (wire_slice){replies->data, replies->length};
}

static void fake_reset(void *state) {
    wire_buffer *replies = state;
    replies->length = 0;
}

static void fake_close(void *state) {
    wire_buffer_fini(state);
    free(state);
}

static const load_callee fake = {.name = "fake",
                                 .open = fake_open,
                                 .call = fake_call,
                                 .replies = fake_replies,
                                 .reset = fake_reset,
                                 .close = fake_close};

/* Runs a row of `count` calls and checks that the counts add up. */
static load_outcome *run(const char *name, const load_callee *callee, unsigned threads, uint64_t count,
                         load_stop *stop) {
    load_workload *workload = workload_stored(data_folder, name);
    load_outcome *outcome = test_malloc(sizeof *outcome);
    load_cost cost;
    const load_row row = {.id = "x",
                          .label = "x",
                          .workload = workload,
                          .threads = threads,
                          .count = count,
                          .depth = 1,
                          .batch = 1,
                          .timeout = 5};
    load_in_process(&row, callee, false, stop, outcome, &cost);
    const load_counts *c = &outcome->counts;
    assert_true(c->started == c->succeeded + c->rejected + c->errored + c->timed_out + c->unfinished);
    assert_int_equal(outcome->verdict == LOAD_OK, outcome->reason[0] == '\0');
    assert_true(cost.cpu_nanoseconds <= cost.nanoseconds);
    assert_true(outcome->verdict != LOAD_OK || (cost.nanoseconds > 0 && cost.cpu_nanoseconds > 0));
    load_workload_free(workload);
    return outcome;
}

static void the_library_answers_every_workload(void **state) {
    (void)state;
    static const char *const names[] = {"five", "random", "add", "addInt", "nullable", "decimal", "string"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        load_outcome *outcome = run(names[i], &load_callee_library, 1, 5000, NULL);
        if (outcome->verdict != LOAD_OK) fail_msg("%s: %s", names[i], outcome->reason);
        assert_true(outcome->replies >= 5000);
        assert_int_equal(outcome->counts.succeeded, outcome->replies);
        assert_true(outcome->window > 0);
        test_free(outcome);
    }
}

static void so_does_the_control(void **state) {
    (void)state;
    load_outcome *outcome = run("random", &load_callee_json_c, 2, 9000, NULL);
    if (outcome->verdict != LOAD_OK) fail_msg("%s", outcome->reason);
    assert_true(outcome->replies >= 9000);
    test_free(outcome);
}

static void threads_share_the_calls(void **state) {
    (void)state;
    load_outcome *outcome = run("five", &load_callee_library, 3, 6000, NULL);
    assert_int_equal(outcome->verdict, LOAD_OK);
    assert_true(outcome->replies >= 6000);
    test_free(outcome);
}

static void assert_fails(unsigned call, bool longer, unsigned threads) {
    atomic_store(&calls, 0);
    wrong_call = call;
    lengthens = longer;
    load_outcome *outcome = run("random", &fake, threads, 50000, NULL);
    assert_int_equal(outcome->verdict, LOAD_FAILED);
    assert_true(outcome->counts.rejected > 0);
    assert_int_equal(outcome->errors[LOAD_ERROR_WRONG], outcome->counts.rejected);
    assert_non_null(strstr(outcome->reason, "later"));
    test_free(outcome);
}

/* 4,096 documents are learned, and called once more before the window. */
static void one_wrong_reply_fails_the_row(void **state) {
    (void)state;
    assert_fails(4096 + 1000, false, 1);
    assert_fails(4096 + 1000, true, 1);
    assert_fails(4096 * 3 + 1, false, 1);
    assert_fails(4096 + 20000, false, 2);
    assert_fails(4096 + 4096, false, 1);
}

static void a_callee_that_does_not_compute_is_found_out(void **state) {
    (void)state;
    load_callee claims = fake;
    claims.answers = true;
    wrong_call = 0;
    load_outcome *outcome = run("five", &claims, 1, 1000, NULL);
    assert_int_equal(outcome->verdict, LOAD_FAILED);
    assert_non_null(strstr(outcome->reason, "request 1"));
    test_free(outcome);
}

static void a_stop_ends_it(void **state) {
    (void)state;
    load_stop stop = {false};
    atomic_store(&calls, 0);
    wrong_call = 4096 * 2 + 7;
    stop_at_wrong_call = &stop;
    load_outcome *outcome = run("random", &fake, 2, UINT64_C(1) << 40, &stop);
    stop_at_wrong_call = NULL;
    assert_int_equal(outcome->verdict, LOAD_INTERRUPTED);
    assert_true(outcome->counts.succeeded < UINT64_C(1) << 40);
    test_free(outcome);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_answers_every_workload),
        cmocka_unit_test(so_does_the_control),
        cmocka_unit_test(threads_share_the_calls),
        cmocka_unit_test(one_wrong_reply_fails_the_row),
        cmocka_unit_test(a_callee_that_does_not_compute_is_found_out),
        cmocka_unit_test(a_stop_ends_it),
    };
    if (argc != 2) return 2;
    data_folder = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
