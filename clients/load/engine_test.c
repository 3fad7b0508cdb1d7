/* SPDX-License-Identifier: MIT */
#include "engine.h"
#include "fake_server.h"
#include "workload.h"

#include "wire/clock.h"
#include "wire/target.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* Rows against a small server that is told how to misbehave: this program itself, launched as a target.
 * argv[1] is the folder data/. */

static wire_target *target;
static load_workload *five;
static load_workload *own_ids;
static load_outcome outcome;

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static load_workload *read_workload(const char *path) {
    wire_error error = {""};
    load_workload *workload = load_workload_read(path, &error);
    if (!workload) fail_msg("%s", error.text);
    return workload;
}

/* A row of two thousand requests. fault: what the server does wrong, from request `from` on. */
static load_row row_of(const char *transport, const char *const *arguments) {
    bool http = !strncmp(transport, "http", 4);
    return (load_row){.id = transport,
                      .label = "test",
                      .driver = http ? LOAD_DRIVER_HTTP : LOAD_DRIVER_STREAM,
                      .target = target,
                      .transport = transport,
                      .framing = http ? NULL : "concatenated",
                      .workload = five,
                      .connections = 2,
                      .depth = http ? 1 : 16,
                      .batch = 1,
                      .threads = 1,
                      .workers = 1,
                      .warm_up = 0.01,
                      .count = 2000, /* how long that takes is the machine's business */
                      .timeout = 10,
                      .arguments = arguments};
}

#define FAULT(...) ((const char *const[]){__VA_ARGS__, NULL})

static void assert_books_balance(void) {
    const load_counts *counts = &outcome.counts;
    assert_int_equal(counts->started, counts->succeeded + counts->rejected + counts->errored +
                                          counts->timed_out + counts->unfinished);
    assert_int_equal(outcome.actual.samples + outcome.actual.below + outcome.actual.above, counts->succeeded);
    assert_memory_equal(&outcome.actual, &outcome.intended, sizeof outcome.actual);
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
}

static uint64_t all_errors(void) {
    uint64_t sum = 0;
    for (size_t i = 0; i < LOAD_ERROR_KINDS; i++) sum += outcome.errors[i];
    return sum;
}

static void assert_passes(const load_row *row) {
    load_run(row, NULL, &outcome);
    if (outcome.verdict != LOAD_OK) fail_msg("%s: %s", row->transport, outcome.reason);
    assert_string_equal(outcome.reason, "");
    assert_books_balance();
    assert_int_equal(all_errors(), 0);
    assert_true(outcome.counts.started > 0);
    assert_int_equal(outcome.counts.succeeded, outcome.counts.started);
    assert_true(outcome.replies > 0);
    assert_true(outcome.window > 0);
    assert_true(outcome.bytes_sent > 0 && outcome.bytes_received > 0);
    assert_true(outcome.probe_before > 0 && outcome.probe_after > 0);
}

static void assert_fails(const load_row *row, load_error kind, const char *reason) {
    load_run(row, NULL, &outcome);
    assert_int_equal(outcome.verdict, LOAD_FAILED);
    if (!strstr(outcome.reason, reason)) fail_msg("'%s' does not say '%s'", outcome.reason, reason);
    if (!outcome.errors[kind]) fail_msg("%s: no error of kind %s", outcome.reason, load_error_str(kind));
    assert_books_balance();
}

static void a_right_server_passes_on_every_transport(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http", "http+unix"};
    for (size_t i = 0; i < 4; i++) {
        load_row row = row_of(transports[i], FAULT("none"));
        assert_passes(&row);
        assert_true(outcome.server_cpu >= 0);
        assert_true(outcome.in_flight_expected == (i < 2 ? 32 : 2));
    }
}

static void a_right_server_passes_in_every_framing(void **state) {
    (void)state;
    const char *const framings[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = row_of("tcp", FAULT("none"));
        row.framing = framings[i];
        assert_passes(&row);
    }
}

static void http_requests_may_be_pipelined(void **state) {
    (void)state;
    load_row row = row_of("http", FAULT("none"));
    row.depth = 12;
    assert_passes(&row);
    row.arguments = FAULT("dated", "1");
    assert_passes(&row);
}

/* A quarter of the window is more than the socket takes at once. */
static void a_deep_window_leaves_in_pieces(void **state) {
    (void)state;
    load_row row = row_of("unix", FAULT("none"));
    row.connections = 1;
    row.depth = 16000;
    row.count = 50000;
    assert_passes(&row);
}

static void a_window_lasts_as_long_as_it_was_asked_to(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("none"));
    row.duration = 0.5;
    assert_passes(&row);
    assert_true(outcome.window == 0.5);
    assert_true(outcome.client_cpu > 0);
    assert_true(outcome.bound != LOAD_BOUND_UNKNOWN);
}

static void threads_share_the_connections(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("none"));
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
        load_row row = row_of(transports[i], FAULT("none"));
        row.driver = LOAD_DRIVER_CURL;
        assert_passes(&row);
    }
    load_row row = row_of("http", FAULT("wrong", "100"));
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
    load_run(&row, NULL, &outcome);
    assert_int_equal(outcome.verdict, LOAD_FAILED);
    assert_non_null(strstr(outcome.reason, "depth to 1"));
}

static void a_count_is_exact(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("none"));
    row.count = 1234;
    row.threads = 2;
    assert_passes(&row);
    assert_int_equal(outcome.counts.started, 1234);
    assert_int_equal(outcome.replies, 1234);
    row.warm_up = 0;
    row.batch = 100; /* whole documents */
    assert_passes(&row);
    assert_in_range(outcome.counts.started, 1234, 1500);
}

static void a_wrong_value_in_the_thousandth_reply_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = row_of(transports[i], FAULT("wrong", "1000"));
        row.warm_up = 0;
        assert_fails(&row, LOAD_ERROR_WRONG, "3.25");
        assert_int_equal(outcome.errors[LOAD_ERROR_WRONG], 1);
        assert_int_equal(outcome.counts.rejected, 1);
        assert_int_equal(outcome.counts.succeeded,
                         1999); /* the connection is in step, so the rest is still counted */
    }
}

static void a_reply_to_nobody_fails_the_row(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("wrong-id", "1000"));
    assert_fails(&row, LOAD_ERROR_WRONG, "777");
    row.arguments = FAULT("extra", "1000");
    assert_fails(&row, LOAD_ERROR_WRONG, "nothing");
}

static void errors_are_rejections(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("error", "1000"));
    row.warm_up = 0;
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_in_range(outcome.counts.rejected, 1000, 1200);
    assert_int_equal(outcome.counts.started, 2000);
    row.arguments = FAULT("null-error", "1000");
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_int_equal(outcome.counts.rejected, 1);
    row.arguments = FAULT("error", "1"); /* found out before anything is timed */
    assert_fails(&row, LOAD_ERROR_RPC, "busy");
    assert_int_equal(outcome.counts.started, 0);
}

static void a_server_that_stalls_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = row_of(transports[i], FAULT("stall", "1000"));
        row.warm_up = 0;
        row.duration = 30;
        row.timeout = 0.2;
        assert_fails(&row, LOAD_ERROR_TIMEOUT, "has not answered for 0.2 s");
        assert_true(outcome.counts.timed_out > 0);
        row.arguments = FAULT("stall", "1"); /* never answers at all */
        assert_fails(&row, LOAD_ERROR_TIMEOUT, "no reply to add within 0.2 s");
    }
}

static void a_server_that_closes_or_resets_fails_the_row(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "unix", "http"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = row_of(transports[i], FAULT("close", "1000"));
        row.warm_up = 0;
        row.duration = 30;
        load_run(&row, NULL, &outcome);
        assert_int_equal(outcome.verdict, LOAD_FAILED);
        assert_true(outcome.counts.errored > 0);
        assert_true(outcome.errors[LOAD_ERROR_CLOSED] + outcome.errors[LOAD_ERROR_RESET] > 0);
        assert_books_balance();
    }
    load_row row = row_of("tcp", FAULT("reset", "1000"));
    row.duration = 30;
    assert_fails(&row, LOAD_ERROR_RESET, "reset");
    row.arguments = FAULT("close", "3");
    assert_fails(&row, LOAD_ERROR_CLOSED, "without a whole reply");
}

static void a_server_that_dies_fails_the_row_with_its_last_words(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("die", "1000"));
    row.warm_up = 0;
    row.duration = 30;
    load_run(&row, NULL, &outcome);
    assert_int_equal(outcome.verdict, LOAD_FAILED);
    assert_non_null(strstr(outcome.reason, "status 3"));
    assert_true(outcome.counts.errored > 0);
    assert_books_balance();
}

static void bytes_that_are_no_documents_fail_the_row(void **state) {
    (void)state;
    const char *const framings[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < 3; i++) {
        load_row row = row_of("tcp", FAULT("garbage", "1000"));
        row.framing = framings[i];
        row.duration = 30;
        assert_fails(&row, LOAD_ERROR_FRAMING, "");
    }
}

static void how_bytes_arrive_does_not_matter(void **state) {
    (void)state;
    const char *const faults[] = {"trickle", "spaced"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = row_of("tcp", FAULT(faults[i], "1"));
        assert_passes(&row);
        row.arguments = FAULT(faults[i], "500"); /* not as it was when it was learned */
        assert_passes(&row);
    }
    load_row row = row_of("http", FAULT("dated", "1"));
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
        load_row row = row_of(transports[i], FAULT("respelled", "500"));
        assert_passes(&row);
    }
}

static void replies_out_of_order_are_matched_by_id(void **state) {
    (void)state;
    load_row row = row_of("tcp", FAULT("reverse", "1"));
    row.depth = 64;
    assert_passes(&row);
    row.framing = "line";
    assert_passes(&row);
    row.workload = own_ids;
    assert_passes(&row);
}

static void batches_are_matched_element_by_element(void **state) {
    (void)state;
    const char *const transports[] = {"tcp", "http"};
    for (size_t i = 0; i < 2; i++) {
        load_row row = row_of(transports[i], FAULT("none"));
        row.batch = 7;
        assert_passes(&row);
        assert_int_equal(outcome.counts.started % 7, 0);
        row.arguments = FAULT("reverse", "200");
        assert_passes(&row);
        row.workload = own_ids; /* they repeat, so only one document at a time can be told */
        row.depth = 1;
        assert_passes(&row);
        row.workload = five;
        row.arguments = FAULT("missing", "200");
        assert_fails(&row, LOAD_ERROR_WRONG, "leaves requests out");
        row.arguments = FAULT("error", "200");
        assert_fails(&row, LOAD_ERROR_RPC, "busy");
        row.arguments = FAULT("wrong", "200");
        assert_fails(&row, LOAD_ERROR_WRONG, "3.25");
        assert_true(outcome.errors[LOAD_ERROR_WRONG] == 1);
    }
}

static void http_faults_fail_the_row(void **state) {
    (void)state;
    load_row row = row_of("http", FAULT("status-500", "1000"));
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
        load_row row = row_of(i ? "http" : "tcp", NULL);
        row.target = NULL;
        row.driver = drivers[i];
        row.address = addresses[i];
        assert_fails(&row, LOAD_ERROR_REFUSED, "");
    }
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
        load_row row = row_of("tcp", FAULT("none"));
        row.driver = rows[i].driver;
        row.transport = rows[i].transport;
        row.depth = rows[i].depth;
        row.duration = rows[i].duration;
        row.count = 0;
        load_run(&row, NULL, &outcome);
        assert_int_equal(outcome.verdict, LOAD_FAILED);
        if (!strstr(outcome.reason, rows[i].reason)) fail_msg("'%s': %s", rows[i].reason, outcome.reason);
        assert_books_balance();
    }
}

static void a_target_that_is_not_there_is_skipped(void **state) {
    (void)state;
    wire_error error = {""};
    char path[] = "/tmp/jrpc-engine-test-XXXXXX";
    close(mkstemp(path));
    write_text(path, "{\"name\":\"absent\",\"services\":[\"benchmark\"],\"transports\":[\"tcp\"],"
                     "\"packages\":[\"absent-package\"],\"launch\":[\"/nonexistent/server\"],"
                     "\"ready\":{\"line\":\"listening on \"}}");
    wire_target *absent = wire_target_load(path, &error);
    if (!absent) fail_msg("%s", error.text);
    load_row row = row_of("tcp", NULL);
    row.target = absent;
    load_run(&row, NULL, &outcome);
    assert_int_equal(outcome.verdict, LOAD_SKIPPED);
    assert_non_null(strstr(outcome.reason, "absent-package"));
    wire_target_free(absent);
    unlink(path);
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
        load_row row = row_of(transports[i], FAULT("none"));
        row.warm_up = 0;
        row.duration = 60;
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
        wire_time begin = wire_now();
        load_run(&row, &stop, &outcome);
        assert_true(wire_now() - begin < INT64_C(30000000000));
        pthread_join(thread, NULL);
        assert_int_equal(outcome.verdict, LOAD_INTERRUPTED);
        assert_true(outcome.window < 30);
        assert_books_balance();
    }
    load_stop stop = {true};
    load_row row = row_of("tcp", FAULT("none"));
    load_run(&row, &stop, &outcome);
    assert_int_equal(outcome.verdict, LOAD_INTERRUPTED);
    assert_int_equal(outcome.counts.started, 0);
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
        load_row row = row_of(transports[i], FAULT("none"));
        load_rehearse(&row, NULL, count_shown, &shown, &outcome);
        assert_int_equal(outcome.verdict, LOAD_OK);
        assert_int_equal(shown, 5);
        assert_int_equal(outcome.counts.started, 0);
    }
}

static void make_target(const char *program) {
    char path[] = "/tmp/jrpc-engine-test-XXXXXX";
    char text[8192];
    wire_error error = {""};
    close(mkstemp(path));
    snprintf(text, sizeof text,
             "{\"name\":\"fake\",\"services\":[\"benchmark\"],\"transports\":[\"tcp\",\"unix\",\"http\","
             "\"http+unix\"],"
             "\"framings\":[\"concatenated\",\"line\",\"content-length\"],\"launch\":{"
             "\"tcp\":[\"%s\",\"--serve\",\"tcp://127.0.0.1:{port}?framing={framing}\"],"
             "\"unix\":[\"%s\",\"--serve\",\"unix://{socket}?framing={framing}\"],"
             "\"http\":[\"%s\",\"--serve\",\"http://127.0.0.1:{port}/\"],"
             "\"http+unix\":[\"%s\",\"--serve\",\"http+unix://{socket}\"]},\"ready\":{\"line\":\"listening "
             "on \"}}",
             program, program, program, program);
    write_text(path, text);
    target = wire_target_load(path, &error);
    if (!target) fail_msg("%s", error.text);
    unlink(path);
}

/* Ids of the workload's own that repeat, and one that is a String. */
static void make_own_ids(void) {
    char path[] = "/tmp/jrpc-engine-test-XXXXXX";
    close(mkstemp(path));
    write_text(path,
               "{\"schema\":\"jrpc-workload/1\",\"name\":\"own\",\"about\":\"\",\"ids\":{\"kind\":\"as-is\"},"
               "\"order\":\"rotation\",\"requests\":["
               "{\"method\":\"add\",\"params\":[1,2],\"result\":3,\"id\":\"a\\u0041\"},"
               "{\"method\":\"addInt\",\"params\":[1,7],\"result\":8,\"weight\":3},"
               "{\"method\":\"StringMe\",\"params\":[\"Foo\"],\"result\":\"Foo\"}]}");
    own_ids = read_workload(path);
    unlink(path);
}

int main(int argc, char **argv) {
    char program[1024];
    char path[4096];
    if (argc > 1 && !strcmp(argv[1], "--serve")) return fake_server(argc, argv);
    if (argc < 2) return fprintf(stderr, "usage: %s DATA-FOLDER\n", argv[0]), 2;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return 1;
    program[length] = 0;
    snprintf(path, sizeof path, "%s/workloads/five.json", argv[1]);
    make_target(program);
    make_own_ids();
    five = read_workload(path);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_server_passes_on_every_transport),
        cmocka_unit_test(a_right_server_passes_in_every_framing),
        cmocka_unit_test(http_requests_may_be_pipelined),
        cmocka_unit_test(a_window_lasts_as_long_as_it_was_asked_to),
        cmocka_unit_test(a_deep_window_leaves_in_pieces),
        cmocka_unit_test(threads_share_the_connections),
        cmocka_unit_test(libcurl_drives_http),
        cmocka_unit_test(a_count_is_exact),
        cmocka_unit_test(a_wrong_value_in_the_thousandth_reply_fails_the_row),
        cmocka_unit_test(a_reply_to_nobody_fails_the_row),
        cmocka_unit_test(errors_are_rejections),
        cmocka_unit_test(a_server_that_stalls_fails_the_row),
        cmocka_unit_test(a_server_that_closes_or_resets_fails_the_row),
        cmocka_unit_test(a_server_that_dies_fails_the_row_with_its_last_words),
        cmocka_unit_test(bytes_that_are_no_documents_fail_the_row),
        cmocka_unit_test(how_bytes_arrive_does_not_matter),
        cmocka_unit_test(right_values_in_other_bytes_pass),
        cmocka_unit_test(replies_out_of_order_are_matched_by_id),
        cmocka_unit_test(batches_are_matched_element_by_element),
        cmocka_unit_test(http_faults_fail_the_row),
        cmocka_unit_test(a_refused_connection_fails_the_row),
        cmocka_unit_test(rows_that_make_no_sense_are_refused),
        cmocka_unit_test(a_target_that_is_not_there_is_skipped),
        cmocka_unit_test(a_stop_keeps_what_was_measured),
        cmocka_unit_test(a_rehearsal_shows_each_method_once),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wire_target_free(target);
    load_workload_free(five);
    load_workload_free(own_ids);
    return failed;
}
