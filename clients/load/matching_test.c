/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

/* Right replies are told from wrong ones however they are spelled, cut, ordered and batched. */

static void how_bytes_arrive_does_not_matter(void **state) {
    (void)state;
    const char *const faults[] = {"trickle", "spaced"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = engine_row("tcp", FAULT(faults[i], "1"));
        assert_passes(&row);
        row.arguments = FAULT(faults[i], "500"); /* not as it was when it was learned */
        assert_passes(&row);
    }
    load_row row = engine_row("http", FAULT("dated", "1"));
    assert_passes(&row);
    row.arguments = FAULT("chunked", "1");
    assert_passes(&row);
    row.arguments = FAULT("chunked", "500");
    assert_passes(&row);
}

static void right_values_in_other_bytes_pass(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row(transports[i], FAULT("respelled", "500"));
        assert_passes(&row);
    }
}

static void replies_out_of_order_are_matched_by_id(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("reverse", "1"));
    row.depth = 64;
    assert_passes(&row);
    row.framing = "line";
    assert_passes(&row);
    row.workload = engine_own_ids;
    assert_passes(&row);
}

static void batches_are_matched_element_by_element(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = engine_row(transports[i], FAULT("none"));
        row.batch = 7;
        assert_passes(&row);
        assert_int_equal(engine_outcome.counts.started % 7, 0);
        row.arguments = FAULT("reverse", "200");
        assert_passes(&row);
        row.workload = engine_own_ids; /* they repeat, so only one document at a time can be told */
        row.depth = 1;
        assert_passes(&row);
        row.workload = engine_five;
        row.arguments = FAULT("missing", "200");
        assert_fails(&row, LOAD_ERROR_WRONG, "leaves requests out");
        row.arguments = FAULT("error", "200");
        assert_fails(&row, LOAD_ERROR_RPC, "busy");
        row.arguments = FAULT("wrong", "200");
        assert_fails(&row, LOAD_ERROR_WRONG, "3.25");
        assert_true(engine_outcome.errors[LOAD_ERROR_WRONG] == 1);
    }
}

static int engine_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_bytes_arrive_does_not_matter),
        cmocka_unit_test(right_values_in_other_bytes_pass),
        cmocka_unit_test(replies_out_of_order_are_matched_by_id),
        cmocka_unit_test(batches_are_matched_element_by_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv) {
    return engine_main(argc, argv, engine_tests);
}
