/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include <string.h>

/* What a server does wrong fails the row, and is counted as what it is. */

static void a_wrong_value_in_the_thousandth_reply_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row(transports[i], FAULT("wrong", "1000"));
        row.warm_up = 0;
        assert_fails(&row, LOAD_ERROR_WRONG, "3.25");
        assert_int_equal(engine_outcome.errors[LOAD_ERROR_WRONG], 1);
        assert_int_equal(engine_outcome.counts.rejected, 1);
        assert_int_equal(engine_outcome.counts.succeeded,
                         1999); /* the connection is in step, so the rest is still counted */
    }
}

static void a_reply_to_nobody_fails_the_row(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("wrong-id", "1000"));
    assert_fails(&row, LOAD_ERROR_WRONG, "777");
    row.arguments = FAULT("extra", "1000");
    assert_fails(&row, LOAD_ERROR_WRONG, "nothing");
}

static void errors_are_rejections(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("error", "1000"));
    row.warm_up = 0;
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_in_range(engine_outcome.counts.rejected, 1000, 1200);
    assert_int_equal(engine_outcome.counts.started, 2000);
    row.arguments = FAULT("null-error", "1000");
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_int_equal(engine_outcome.counts.rejected, 1);
    row.arguments = FAULT("error", "1"); /* found out before anything is timed */
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_int_equal(engine_outcome.counts.started, 0);
}

static void a_server_that_stalls_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = engine_row(transports[i], FAULT("stall", "1000"));
        row.warm_up = 0;
        row.duration = 30;
        row.timeout = 0.2;
        assert_fails(&row, LOAD_ERROR_TIMEOUT, "has not answered for 0.2 s");
        assert_true(engine_outcome.counts.timed_out > 0);
        row.arguments = FAULT("stall", "1"); /* never answers at all */
        assert_fails(&row, LOAD_ERROR_TIMEOUT, "no reply to add within 0.2 s");
    }
}

static void a_server_that_closes_or_resets_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row(transports[i], FAULT("close", "1000"));
        row.warm_up = 0;
        row.duration = 30;
        load_run(&row, NULL, &engine_outcome);
        assert_int_equal(engine_outcome.verdict, LOAD_FAILED);
        assert_true(engine_outcome.counts.errored > 0);
        assert_true(engine_outcome.errors[LOAD_ERROR_CLOSED] + engine_outcome.errors[LOAD_ERROR_RESET] > 0);
        assert_books_balance();
    }
    load_row row = engine_row("tcp", FAULT("reset", "1000"));
    row.duration = 30;
    assert_fails(&row, LOAD_ERROR_RESET, "reset");
    row.arguments = FAULT("close", "3");
    assert_fails(&row, LOAD_ERROR_CLOSED, "without a whole reply");
}

static void a_server_that_dies_fails_the_row_with_its_last_words(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("die", "1000"));
    row.warm_up = 0;
    row.duration = 30;
    load_run(&row, NULL, &engine_outcome);
    assert_int_equal(engine_outcome.verdict, LOAD_FAILED);
    assert_non_null(strstr(engine_outcome.reason, "status 3"));
    assert_true(engine_outcome.counts.errored > 0);
    assert_books_balance();
}

static void bytes_that_are_no_documents_fail_the_row(void **state) {
    (void)state;
    const char *const framings[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row("tcp", FAULT("garbage", "1000"));
        row.framing = framings[i];
        row.duration = 30;
        assert_fails(&row, LOAD_ERROR_FRAMING, "");
    }
}

static void http_faults_fail_the_row(void **state) {
    (void)state;
    load_row row = engine_row("http", FAULT("status-500", "1000"));
    row.duration = 30;
    assert_fails(&row, LOAD_ERROR_FRAMING, "HTTP status 500");
    row.arguments = FAULT("status-500", "1");
    assert_fails(&row, LOAD_ERROR_FRAMING, "HTTP status 500");
    row.arguments = FAULT("say-close", "1");
    assert_fails(&row, LOAD_ERROR_CLOSED, "ends the connection");
    row.arguments = FAULT("say-close", "500");
    assert_fails(&row, LOAD_ERROR_CLOSED, "ends the connection");
}

static void a_refused_connection_fails_the_row(void **state) {
    (void)state;
    const load_driver drivers[] = {LOAD_DRIVER_STREAM, LOAD_DRIVER_HTTP, LOAD_DRIVER_CURL};
    const char *const addresses[] = {"unix:///nonexistent/socket", "http+unix:///nonexistent/socket",
                                     "http+unix:///nonexistent/socket"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row(i ? "http" : "tcp", NULL);
        row.target = NULL;
        row.driver = drivers[i];
        row.address = addresses[i];
        assert_fails(&row, LOAD_ERROR_REFUSED, "");
    }
}

static int engine_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_value_in_the_thousandth_reply_fails_the_row),
        cmocka_unit_test(a_reply_to_nobody_fails_the_row),
        cmocka_unit_test(errors_are_rejections),
        cmocka_unit_test(a_server_that_stalls_fails_the_row),
        cmocka_unit_test(a_server_that_closes_or_resets_fails_the_row),
        cmocka_unit_test(a_server_that_dies_fails_the_row_with_its_last_words),
        cmocka_unit_test(bytes_that_are_no_documents_fail_the_row),
        cmocka_unit_test(http_faults_fail_the_row),
        cmocka_unit_test(a_refused_connection_fails_the_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv) {
    return engine_main(argc, argv, engine_tests);
}
