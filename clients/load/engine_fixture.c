/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "fake_server.h"
#include "workload_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

load_workload *engine_five;
load_workload *engine_own_ids;
load_outcome engine_outcome;
static wire_target *fake;

wire_target *engine_target(const char *text) {
    char path[] = "/tmp/jrpc-target-XXXXXX";
    wire_error error = {""};
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    wire_target *target = wire_target_load(path, &error);
    unlink(path);
    if (!target) fail_msg("%s", error.text);
    return target;
}

load_row engine_row(const char *transport, const char *const *arguments) {
    bool http = !strncmp(transport, "http", 4);
    return (load_row){.id = transport,
                      .label = "test",
                      .driver = http ? LOAD_DRIVER_HTTP : LOAD_DRIVER_STREAM,
                      .target = fake,
                      .transport = transport,
                      .framing = http ? NULL : "concatenated",
                      .workload = engine_five,
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

void assert_books_balance(void) {
    const load_counts *counts = &engine_outcome.counts;
    assert_int_equal(counts->started, counts->succeeded + counts->rejected + counts->errored +
                                          counts->timed_out + counts->unfinished);
    assert_int_equal(engine_outcome.actual.samples + engine_outcome.actual.below +
                         engine_outcome.actual.above,
                     counts->succeeded);
    assert_memory_equal(&engine_outcome.actual, &engine_outcome.intended, sizeof engine_outcome.actual);
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
}

static uint64_t all_errors(void) {
    uint64_t sum = 0;
    for (size_t i = 0; i < LOAD_ERROR_KINDS; i++) sum += engine_outcome.errors[i];
    return sum;
}

void assert_passes(const load_row *row) {
    load_run(row, NULL, &engine_outcome);
    if (engine_outcome.verdict != LOAD_OK) fail_msg("%s: %s", row->transport, engine_outcome.reason);
    assert_string_equal(engine_outcome.reason, "");
    assert_books_balance();
    assert_int_equal(all_errors(), 0);
    assert_true(engine_outcome.counts.started > 0);
    assert_int_equal(engine_outcome.counts.succeeded, engine_outcome.counts.started);
    assert_true(engine_outcome.replies > 0);
    assert_true(engine_outcome.window > 0);
    assert_true(engine_outcome.bytes_sent > 0 && engine_outcome.bytes_received > 0);
    assert_true(engine_outcome.probe_before > 0 && engine_outcome.probe_after > 0);
}

void assert_fails(const load_row *row, load_error kind, const char *reason) {
    load_run(row, NULL, &engine_outcome);
    assert_int_equal(engine_outcome.verdict, LOAD_FAILED);
    if (!strstr(engine_outcome.reason, reason))
        fail_msg("'%s' does not say '%s'", engine_outcome.reason, reason);
    if (!engine_outcome.errors[kind])
        fail_msg("%s: no error of kind %s", engine_outcome.reason, load_error_str(kind));
    assert_books_balance();
}

static void make_target(const char *program) {
    char text[8192];
    snprintf(text, sizeof text,
             "{\"name\":\"fake\",\"services\":[\"benchmark\"],"
             "\"transports\":[\"tcp\",\"unix\",\"http\",\"http+unix\"],"
             "\"framings\":[\"concatenated\",\"line\",\"content-length\"],\"launch\":{"
             "\"tcp\":[\"%s\",\"--serve\",\"tcp://127.0.0.1:{port}?framing={framing}\"],"
             "\"unix\":[\"%s\",\"--serve\",\"unix://{socket}?framing={framing}\"],"
             "\"http\":[\"%s\",\"--serve\",\"http://127.0.0.1:{port}/\"],"
             "\"http+unix\":[\"%s\",\"--serve\",\"http+unix://{socket}\"]},"
             "\"ready\":{\"line\":\"listening on \"}}",
             program, program, program, program);
    fake = engine_target(text);
}

static void make_own_ids(void) {
    wire_error error = {""};
    engine_own_ids = workload_of_text(
        "{\"schema\":\"jrpc-workload/1\",\"name\":\"own\",\"about\":\"\",\"ids\":{\"kind\":\"as-is\"},"
        "\"order\":\"rotation\",\"requests\":["
        "{\"method\":\"add\",\"params\":[1,2],\"result\":3,\"id\":\"a\\u0041\"},"
        "{\"method\":\"addInt\",\"params\":[1,7],\"result\":8,\"weight\":3},"
        "{\"method\":\"StringMe\",\"params\":[\"Foo\"],\"result\":\"Foo\"}]}",
        &error);
    if (!engine_own_ids) fail_msg("%s", error.text);
}

int engine_main(int argc, char **argv, int (*tests)(void)) {
    char program[1024];
    if (argc > 1 && !strcmp(argv[1], "--serve")) return fake_server(argc, argv);
    if (argc < 2) return fprintf(stderr, "usage: %s DATA-FOLDER\n", argv[0]), 2;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return 1;
    program[length] = 0;
    make_target(program);
    make_own_ids();
    engine_five = workload_stored(argv[1], "five");
    int failed = tests();
    wire_target_free(fake);
    load_workload_free(engine_five);
    load_workload_free(engine_own_ids);
    return failed;
}
