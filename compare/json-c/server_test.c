/* SPDX-License-Identifier: MIT */
/* Either program from outside, over sockets: arguments[1] is one of them. */
#include "server/app/peer.h"
#include "server/app/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CALL(id)                                                                                             \
    "{\"jsonrpc\":\"2.0\",\"method\":\"StringMe\",\"params\":[\"\xF0\x9F\x9A\x80\xE2\x82\xAC\"],\"id\":" id  \
    "}"
#define REPLY(id) "{\"jsonrpc\":\"2.0\",\"result\":\"\xF0\x9F\x9A\x80\xE2\x82\xAC\",\"id\":" id "}"
#define NOTIFICATION "{\"jsonrpc\":\"2.0\",\"method\":\"StringMe\",\"params\":[\"Foo\"]}"

static const char *program;

static int start(void **state) {
    struct process *process = malloc(sizeof *process);
    assert_non_null(process);
    process_start(process, (const char *const[]){program, "tcp://127.0.0.1:0", NULL});
    process_address(process);
    *state = process;
    return 0;
}

static int stop(void **state) {
    struct process *process = *state;
    int status = process_stop(process, SIGTERM);
    free(process);
    return status;
}

static int connect_to(void **state) {
    const struct process *process = *state;
    return peer_connect(process->line + strlen("listening on "));
}

static void say(int peer, const char *text) {
    peer_send(peer, text, strlen(text));
}

static void test_one_byte_a_write(void **state) {
    int peer = connect_to(state);
    static const char text[] = CALL("1") " \n" CALL("\"b\"");
    for (size_t i = 0; i < sizeof text - 1; i++) peer_send(peer, text + i, 1);
    peer_expect(peer, REPLY("1") REPLY("\"b\""));
    close(peer);
}

static void test_cut_anywhere(void **state) {
    static const char text[] = CALL("1") CALL("2");
    for (size_t cut = 1; cut < sizeof text - 1; cut++) {
        int peer = connect_to(state);
        peer_send(peer, text, cut);
        peer_send(peer, text + cut, sizeof text - 1 - cut);
        peer_expect(peer, REPLY("1") REPLY("2"));
        close(peer);
    }
}

/* Sends far more than sockets hold before it reads anything, so that the server has to write in parts and wait. */
static void test_pipelining(void **state) {
    enum { REQUESTS = 100000 };
    static const char call[] = CALL("1");
    static const char reply[] = REPLY("1");
    int peer = connect_to(state);
    size_t to_send = sizeof call - 1, sent = 0, received = 0;
    to_send *= REQUESTS;
    while (received < REQUESTS * (sizeof reply - 1)) {
        bool full = false;
        while (sent < to_send && !full) {
            size_t at = sent % (sizeof call - 1);
            ssize_t count = send(peer, call + at, sizeof call - 1 - at, MSG_DONTWAIT | MSG_NOSIGNAL);
            full = count < 0;
            if (count > 0) sent += (size_t)count;
        }
        char got[65536];
        ssize_t count = recv(peer, got, sizeof got, 0);
        assert_true(count > 0);
        for (ssize_t i = 0; i < count; i++, received++) {
            if (got[i] != reply[received % (sizeof reply - 1)]) fail_msg("wrong at byte %zu", received);
        }
    }
    close(peer);
}

static void test_half_close(void **state) {
    int peer = connect_to(state);
    say(peer, CALL("1") NOTIFICATION "[" CALL("2") "]" CALL("3"));
    say(peer, "{\"jsonrpc\"");
    peer_finish(peer);
    peer_expect(peer, REPLY("1") "[" REPLY("2") "]" REPLY("3"));
    peer_expect_end(peer);
}

static void test_garbage_is_answered_and_closed(void **state) {
    int peer = connect_to(state);
    say(peer, CALL("1") "}" CALL("2"));
    peer_expect(peer, REPLY("1"));
    char got[256];
    ssize_t length = recv(peer, got, sizeof got - 1, 0);
    assert_true(length > 0);
    got[length] = 0;
    assert_non_null(strstr(got, "\"code\":-32700"));
    assert_null(strstr(got, "result"));
    peer_expect_end(peer);
}

static void test_many_connections(void **state) {
    int peers[50];
    for (size_t i = 0; i < 50; i++) peers[i] = connect_to(state);
    for (size_t i = 0; i < 50; i++) say(peers[i], CALL("1"));
    for (size_t i = 0; i < 50; i++) {
        peer_expect(peers[i], REPLY("1"));
        close(peers[i]);
    }
}

static void test_unix_socket(void **state) {
    (void)state;
    char folder[] = "/tmp/json-c-test-XXXXXX", address[64];
    assert_non_null(mkdtemp(folder));
    snprintf(address, sizeof address, "unix://%s/s", folder);
    struct process process;
    process_start(&process, (const char *const[]){program, address, NULL});
    assert_string_equal(process_address(&process), address);
    int peer = peer_connect(address);
    say(peer, CALL("1"));
    peer_expect(peer, REPLY("1"));
    close(peer);
    assert_int_equal(process_stop(&process, SIGTERM), 0);
    assert_int_equal(rmdir(folder), 0); /* the socket went with the server */
}

static void test_bad_arguments(void **state) {
    (void)state;
    static const char *const bad[] = {NULL, "tcp:", "http", "--what"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct process process;
        process_start(&process, (const char *const[]){program, bad[i], NULL});
        assert_int_equal(process_wait(&process, process.err), 2);
        assert_non_null(strstr(process.text, "usage: "));
    }
}

static void test_address_in_use(void **state) {
    const struct process *first = *state;
    const char *address = first->line + strlen("listening on ");
    struct process second;
    process_start(&second, (const char *const[]){program, address, NULL});
    assert_int_equal(process_wait(&second, second.err), 1);
    assert_non_null(strstr(second.text, address));
    assert_non_null(strstr(second.text, "in use"));
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s PROGRAM\n", arguments[0]), 2;
    program = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_byte_a_write, start, stop),
        cmocka_unit_test_setup_teardown(test_cut_anywhere, start, stop),
        cmocka_unit_test_setup_teardown(test_pipelining, start, stop),
        cmocka_unit_test_setup_teardown(test_half_close, start, stop),
        cmocka_unit_test_setup_teardown(test_garbage_is_answered_and_closed, start, stop),
        cmocka_unit_test_setup_teardown(test_many_connections, start, stop),
        cmocka_unit_test(test_unix_socket),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test_setup_teardown(test_address_in_use, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
