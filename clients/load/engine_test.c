/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "wire/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* What a row does on a server that does nothing wrong, and rows that never begin or are stopped. */

static void a_right_server_passes_on_every_transport(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http", "http+unix"};
    for (size_t i = 0; i < 4; i++) {
        load_row row = engine_row(transports[i], FAULT("none"));
        assert_passes(&row);
        assert_true(engine_outcome.server_cpu >= 0);
        assert_true(engine_outcome.in_flight_expected == (i < 2 ? 32 : 2));
    }
}

static void a_right_server_passes_in_every_framing(void **state) {
    (void)state;
    const char *const framings[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = engine_row("tcp", FAULT("none"));
        row.framing = framings[i];
        assert_passes(&row);
    }
}

static void http_requests_may_be_pipelined(void **state) {
    (void)state;
    load_row row = engine_row("http", FAULT("none"));
    row.depth = 12;
    assert_passes(&row);
    row.arguments = FAULT("dated", "1");
    assert_passes(&row);
}

static void a_window_lasts_as_long_as_it_was_asked_to(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("none"));
    row.duration = 0.5;
    assert_passes(&row);
    assert_true(engine_outcome.window == 0.5);
    assert_true(engine_outcome.client_cpu > 0);
    assert_true(engine_outcome.bound != LOAD_BOUND_UNKNOWN);
}

/* A quarter of the window is more than the socket takes at once. */
static void a_deep_window_leaves_in_pieces(void **state) {
    (void)state;
    load_row row = engine_row("unix", FAULT("none"));
    row.connections = 1;
    row.depth = 16000;
    row.count = 50000;
    assert_passes(&row);
}

static void threads_share_the_connections(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("none"));
    row.connections = 5;
    row.threads = 2;
    row.depth = 3;
    assert_passes(&row);
    row.connections = 1; /* fewer connections than threads */
    row.depth = 1;
    assert_passes(&row);
}

static void libcurl_drives_http(void **state) {
    (void)state;
    const char *const transports[] = {"http", "http+unix"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = engine_row(transports[i], FAULT("none"));
        row.driver = LOAD_DRIVER_CURL;
        assert_passes(&row);
    }
    load_row row = engine_row("http", FAULT("wrong", "100"));
    row.driver = LOAD_DRIVER_CURL;
    assert_fails(&row, LOAD_ERROR_WRONG, "3.25");
    row.arguments = FAULT("status-500", "100");
    assert_fails(&row, LOAD_ERROR_FRAMING, "HTTP status 500");
    row.arguments = FAULT("close", "100");
    assert_fails(&row, LOAD_ERROR_CLOSED, "");
    row.arguments = FAULT("respelled", "100");
    assert_passes(&row);
    row.arguments = FAULT("stall", "100");
    row.timeout = 0.2;
    assert_fails(&row, LOAD_ERROR_TIMEOUT, "");
    row.depth = 2;
    load_run(&row, NULL, &engine_outcome);
    assert_int_equal(engine_outcome.verdict, LOAD_FAILED);
    assert_non_null(strstr(engine_outcome.reason, "depth to 1"));
}

static void a_count_is_exact(void **state) {
    (void)state;
    load_row row = engine_row("tcp", FAULT("none"));
    row.count = 1234;
    row.threads = 2;
    assert_passes(&row);
    assert_int_equal(engine_outcome.counts.started, 1234);
    assert_int_equal(engine_outcome.replies, 1234);
    row.warm_up = 0;
    row.batch = 100; /* whole documents */
    assert_passes(&row);
    assert_in_range(engine_outcome.counts.started, 1234, 1500);
}

static void rows_that_make_no_sense_are_refused(void **state) {
    (void)state;
    const struct {
        const char *transport, *reason;
        double duration;
        load_driver driver;
        unsigned depth;
    } rows[] = {{"tcp", "in-process", 1, LOAD_DRIVER_IN_PROCESS, 1},
                {"http", "does not drive http", 1, LOAD_DRIVER_STREAM, 1},
                {"tcp", "does not drive tcp", 1, LOAD_DRIVER_HTTP, 1},
                {"tcp", "must be given", 1, LOAD_DRIVER_STREAM, 0},
                {"tcp", "duration", 0, LOAD_DRIVER_STREAM, 1},
                {"udp", "no transport 'udp'", 1, LOAD_DRIVER_STREAM, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        load_row row = engine_row("tcp", FAULT("none"));
        row.driver = rows[i].driver;
        row.transport = rows[i].transport;
        row.depth = rows[i].depth;
        row.duration = rows[i].duration;
        row.count = 0;
        load_run(&row, NULL, &engine_outcome);
        assert_int_equal(engine_outcome.verdict, LOAD_FAILED);
        if (!strstr(engine_outcome.reason, rows[i].reason))
            fail_msg("'%s': %s", rows[i].reason, engine_outcome.reason);
        assert_books_balance();
    }
}

static void a_target_that_is_not_there_is_skipped(void **state) {
    (void)state;
    wire_target *absent =
        engine_target("{\"name\":\"absent\",\"services\":[\"benchmark\"],\"transports\":[\"tcp\"],"
                      "\"packages\":[\"absent-package\"],\"launch\":[\"/nonexistent/server\"],"
                      "\"ready\":{\"line\":\"listening on \"}}");
    load_row row = engine_row("tcp", NULL);
    row.target = absent;
    load_run(&row, NULL, &engine_outcome);
    assert_int_equal(engine_outcome.verdict, LOAD_SKIPPED);
    assert_non_null(strstr(engine_outcome.reason, "absent-package"));
    wire_target_free(absent);
}

static void *stop_soon(void *context) {
    load_stop *stop = context;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    atomic_store(&stop->requested, true);
    return NULL;
}

/* The window is a minute; whatever the moment of the stop, the row ends early and its books balance. */
static void a_stop_keeps_what_was_measured(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        load_stop stop = {false};
        pthread_t thread;
        load_row row = engine_row(transports[i], FAULT("none"));
        row.warm_up = 0;
        row.duration = 60;
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
        wire_time begin = wire_now();
        load_run(&row, &stop, &engine_outcome);
        assert_true(wire_now() - begin < INT64_C(30000000000));
        pthread_join(thread, NULL);
        assert_int_equal(engine_outcome.verdict, LOAD_INTERRUPTED);
        assert_true(engine_outcome.window < 30);
        assert_books_balance();
    }
    load_stop stop = {true};
    load_row row = engine_row("tcp", FAULT("none"));
    load_run(&row, &stop, &engine_outcome);
    assert_int_equal(engine_outcome.verdict, LOAD_INTERRUPTED);
    assert_int_equal(engine_outcome.counts.started, 0);
    assert_books_balance();
}

static void count_shown(void *context, const char *request, size_t request_length, const char *reply,
                        size_t reply_length) {
    wire_document document = {0};
    ++*(int *)context;
    assert_true(wire_read(&document, request, request_length));
    assert_non_null(wire_member(document.root, "method"));
    assert_true(wire_read(&document, reply, reply_length));
    assert_non_null(wire_member(document.root, "result"));
    wire_document_fini(&document);
}

static void a_rehearsal_shows_each_method_once(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        int shown = 0;
        load_row row = engine_row(transports[i], FAULT("none"));
        load_rehearse(&row, NULL, count_shown, &shown, &engine_outcome);
        assert_int_equal(engine_outcome.verdict, LOAD_OK);
        assert_int_equal(shown, 5);
        assert_int_equal(engine_outcome.counts.started, 0);
    }
}

static int engine_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_server_passes_on_every_transport),
        cmocka_unit_test(a_right_server_passes_in_every_framing),
        cmocka_unit_test(http_requests_may_be_pipelined),
        cmocka_unit_test(a_window_lasts_as_long_as_it_was_asked_to),
        cmocka_unit_test(a_deep_window_leaves_in_pieces),
        cmocka_unit_test(threads_share_the_connections),
        cmocka_unit_test(libcurl_drives_http),
        cmocka_unit_test(a_count_is_exact),
        cmocka_unit_test(rows_that_make_no_sense_are_refused),
        cmocka_unit_test(a_target_that_is_not_there_is_skipped),
        cmocka_unit_test(a_stop_keeps_what_was_measured),
        cmocka_unit_test(a_rehearsal_shows_each_method_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv) {
    return engine_main(argc, argv, engine_tests);
}
