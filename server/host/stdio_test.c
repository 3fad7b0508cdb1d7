/* SPDX-License-Identifier: MIT */
/* Serving over two descriptors: pipes and files. */
#include "host_fixture.h"
#include "stdio_session.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct served_pipes {
    jrpci_limits limits;
    jrpci_names names;
    jrpci_listener listener;
    jrpci_stdio stdio;
    int to_host, from_host;
    pthread_t thread;
    const char *reason;
} served_pipes;

static void *run(void *user) {
    served_pipes *pipes = user;
    jrpc_peer peer;
    char name[32];
    pipes->reason = jrpci_stdio_run(&pipes->stdio, NULL, &peer);
    jrpc_peer_name(&peer, name, sizeof name);
    assert_string_equal(name, "stdio");
    close(pipes->stdio.output);
    return NULL;
}

static void prepare(served_pipes *pipes, jrpc_framing framing, int input) {
    *pipes = (served_pipes){.to_host = -1};
    jrpci_limits_init(&pipes->limits);
    pipes->limits.values[JRPCI_MAX_DOCUMENT_BYTES] = 100000;
    pipes->limits.values[JRPCI_STOP_MILLISECONDS] = 20;
    pipes->listener.site = (jrpci_site){.transport = JRPC_TRANSPORT_STDIO,
                                        .framing = framing,
                                        .served = fixture_echo,
                                        .limits = &pipes->limits,
                                        .address = "stdio:"};
    int in[2];
    int out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    pipes->to_host = in[1];
    pipes->from_host = out[0];
    if (input >= 0) close(in[0]);
    pipes->stdio = (jrpci_stdio){.listener = &pipes->listener,
                                 .allocator = jrpc_allocator_default(),
                                 .input = input >= 0 ? input : in[0],
                                 .output = out[1],
                                 .stop = eventfd(0, EFD_CLOEXEC)};
}

static void begin(served_pipes *pipes) {
    assert_int_equal(pthread_create(&pipes->thread, NULL, run, pipes), 0);
}

static void start(served_pipes *pipes, jrpc_framing framing, int input) {
    prepare(pipes, framing, input);
    begin(pipes);
}

static void say(const served_pipes *pipes, const char *text) {
    assert_int_equal(write(pipes->to_host, text, strlen(text)), strlen(text));
}

static void expect(const served_pipes *pipes, const char *text) {
    char got[256] = "";
    size_t length = 0;
    while (length < strlen(text)) {
        ssize_t received = read(pipes->from_host, got + length, strlen(text) - length);
        if (received <= 0) break;
        length += (size_t)received;
    }
    assert_string_equal(got, text);
}

static void expect_end(const served_pipes *pipes) {
    char byte;
    assert_int_equal(read(pipes->from_host, &byte, 1), 0);
}

static void finish(served_pipes *pipes, const char *reason) {
    if (pipes->to_host >= 0) close(pipes->to_host);
    pthread_join(pipes->thread, NULL);
    if (reason)
        assert_string_equal(pipes->reason, reason);
    else
        assert_null(pipes->reason);
    if (pipes->from_host >= 0) close(pipes->from_host);
    close(pipes->stdio.input);
    close(pipes->stdio.stop);
}

static void test_lines(void **state) {
    (void)state;
    served_pipes pipes;
    start(&pipes, JRPC_FRAMING_LINE, -1);
    say(&pipes, "{\"id\":1}\n{\"quiet\":1}\n[");
    expect(&pipes, "{\"id\":1}\n");
    say(&pipes, "2]\n");
    expect(&pipes, "[2]\n");
    say(&pipes, "[3");
    close(pipes.to_host);
    pipes.to_host = -1;
    expect_end(&pipes);
    finish(&pipes, NULL);
}

static void test_garbage_ends_it(void **state) {
    (void)state;
    served_pipes pipes;
    start(&pipes, JRPC_FRAMING_CONCATENATED, -1);
    say(&pipes, "[1]x[2]");
    expect(&pipes, "[1]garbage");
    expect_end(&pipes);
    finish(&pipes, "no document where one should begin");
}

static void test_file(void **state) {
    (void)state;
    char path[] = "/tmp/jrpc-stdio-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "[1] [2]\n", 8), 8);
    assert_int_equal(lseek(file, 0, SEEK_SET), 0);
    unlink(path);
    served_pipes pipes;
    start(&pipes, JRPC_FRAMING_CONCATENATED, file);
    expect(&pipes, "[1][2]");
    expect_end(&pipes);
    finish(&pipes, NULL);
}

static void signal_stop(const served_pipes *pipes) {
    const uint64_t one = 1;
    assert_int_equal(write(pipes->stdio.stop, &one, sizeof one), sizeof one);
}

static void test_stops_while_it_waits(void **state) {
    (void)state;
    served_pipes pipes;
    start(&pipes, JRPC_FRAMING_CONCATENATED, -1);
    say(&pipes, "[1]");
    expect(&pipes, "[1]");
    signal_stop(&pipes);
    expect_end(&pipes);
    finish(&pipes, NULL);
}

/* The pipe is full and nobody reads. */
static void test_stops_while_it_cannot_write(void **state) {
    (void)state;
    served_pipes pipes;
    start(&pipes, JRPC_FRAMING_CONCATENATED, -1);
    say(&pipes, "{\"big\":9000000}");
    char first;
    assert_int_equal(read(pipes.from_host, &first, 1), 1);
    signal_stop(&pipes);
    finish(&pipes, "cut off by stopMilliseconds");
}

/* Until a pipe that is written to holds no more. */
static void await_full(int descriptor) {
    int capacity = fcntl(descriptor, F_GETPIPE_SZ);
    for (int held = 0; held < capacity; sched_yield())
        assert_int_equal(ioctl(descriptor, FIONREAD, &held), 0);
}

/* A reader that is behind when the host stops gets its reply all the same: it has stopMilliseconds to read it. */
static void test_stops_behind_its_reply(void **state) {
    (void)state;
    enum { BIG = 500000 };
    served_pipes pipes;
    prepare(&pipes, JRPC_FRAMING_CONCATENATED, -1);
    pipes.limits.values[JRPCI_STOP_MILLISECONDS] = 60000;
    say(&pipes, "{\"big\":500000}");
    signal_stop(&pipes);
    begin(&pipes);
    await_full(pipes.from_host);
    static char reply[BIG];
    size_t length = 0;
    for (ssize_t now; (now = read(pipes.from_host, reply, sizeof reply)) > 0;) length += (size_t)now;
    assert_int_equal(length, BIG);
    finish(&pipes, NULL);
}

/* More than is read of what has come before the host stops; a file has always come. */
static void test_stops_while_there_is_input(void **state) {
    (void)state;
    enum { BYTES = 16 << 20 };
    char path[] = "/tmp/jrpc-stdio-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    unlink(path);
    char *blanks = malloc(BYTES);
    assert_non_null(blanks);
    memset(blanks, ' ', BYTES);
    assert_int_equal(write(file, blanks, BYTES), BYTES);
    free(blanks);
    assert_int_equal(lseek(file, 0, SEEK_SET), 0);
    served_pipes pipes;
    prepare(&pipes, JRPC_FRAMING_LINE, dup(file));
    signal_stop(&pipes);
    begin(&pipes);
    expect_end(&pipes);
    finish(&pipes, NULL);
    assert_in_range(lseek(file, 0, SEEK_CUR), 1, BYTES - 1);
    close(file);
}

static void test_reader_that_leaves_raises_no_signal(void **state) {
    (void)state;
    served_pipes pipes;
    sigset_t pipe_signal;
    sigset_t before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before); /* as a host does for its threads */
    start(&pipes, JRPC_FRAMING_CONCATENATED, -1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pipes.from_host);
    pipes.from_host = -1;
    say(&pipes, "[1]");
    finish(&pipes, "Broken pipe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_garbage_ends_it),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_stops_while_it_waits),
        cmocka_unit_test(test_stops_while_it_cannot_write),
        cmocka_unit_test(test_stops_behind_its_reply),
        cmocka_unit_test(test_stops_while_there_is_input),
        cmocka_unit_test(test_reader_that_leaves_raises_no_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
