/* SPDX-License-Identifier: MIT */
/* Many connections, limits of time and number, and running out of descriptors. */
#include "host_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static void limit(fixture *f, const char *name, uint64_t value) {
    if (jrpc_host_set_limit(f->host, name, value) != JRPC_OK) fail_msg("%s", jrpc_host_error(f->host));
}

/* ---- Memory ---- */

static atomic_size_t in_use;

static void *counted_allocate(void *context, size_t size) {
    (void)context;
    atomic_fetch_add(&in_use, size);
    return malloc(size);
}

static void *counted_reallocate(void *context, void *memory, size_t old_size, size_t size) {
    (void)context;
    void *moved = realloc(memory, size);
    if (moved) {
        atomic_fetch_add(&in_use, size);
        atomic_fetch_sub(&in_use, old_size);
    }
    return moved;
}

static void counted_release(void *context, void *memory, size_t size) {
    (void)context;
    atomic_fetch_sub(&in_use, size);
    free(memory);
}

static const jrpc_allocator counted = {counted_allocate, counted_reallocate, counted_release, NULL};

static void raise_descriptor_limit(void) {
    struct rlimit files;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
}

/* Each of 1,100 connections has been served and half a megabyte has gone through it; idle, it holds next to nothing. */
static void test_idle_connections_hold_nothing(void **state) {
    (void)state;
    enum { CLIENTS = 1100 };
    static const char *const addresses[] = {"tcp://127.0.0.1:0", "http://127.0.0.1:0"};
    static const char *const requests[] = {
        "{\"big\":100000}{\"id\":1}",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n"};
    raise_descriptor_limit();
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        fixture_make(&f, addresses[i], &counted);
        fixture_start(&f);
        static int clients[CLIENTS];
        static char big[100000];
        char text[1024];
        size_t first = 0;
        for (int c = 0; c < CLIENTS; c++) {
            clients[c] = client_connect(&f);
            client_say(clients[c], requests[i]);
            if (i == 0) {
                assert_int_equal(recv(clients[c], big, sizeof big, MSG_WAITALL), sizeof big);
                client_expect(clients[c], "{\"id\":1}");
            } else {
                assert_int_equal(client_response(clients[c], text, sizeof text), 200);
            }
            if (c == 0) first = atomic_load(&in_use);
        }
        /* What is above the first is one connection each; the worker's own output buffer comes and goes. */
        size_t more = atomic_load(&in_use) > first ? atomic_load(&in_use) - first : 0;
        if (more / (CLIENTS - 1) > 1024) fail_msg("%zu bytes an idle connection", more / (CLIENTS - 1));
        for (int c = 0; c < CLIENTS; c++) close(clients[c]);
        fixture_stop(&f);
        assert_int_equal(atomic_load(&in_use), 0);
    }
}

static void test_all_connections_together_are_bounded(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    limit(&f, "maxBufferedBytes", 100000);
    fixture_start(&f);
    int client = client_connect(&f);
    char many[50000];
    memset(many, ' ', sizeof many);
    client_say(client, "[");
    for (int i = 0; i < 4; i++) {
        if (send(client, many, sizeof many, MSG_NOSIGNAL) < 0) break;
    }
    fixture_await_log(&f, "maxBufferedBytes");
    int other = client_connect(&f);
    client_say(other, "[1]");
    client_expect(other, "[1]");
    close(other);
    close(client);
    fixture_stop(&f);
}

/* ---- Time ---- */

static void test_idle_ends(void **state) {
    (void)state;
    static const char *const addresses[] = {"tcp://127.0.0.1:0", "http://127.0.0.1:0"};
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        fixture_make(&f, addresses[i], NULL);
        limit(&f, "idleMilliseconds", 30);
        fixture_start(&f);
        client_expect_end(client_connect(&f));
        fixture_await_log(&f, "idle");
        fixture_stop(&f);
    }
}

static void test_trickling_document_ends(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    limit(&f, "documentMilliseconds", 30);
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, "[1][");
    client_expect(client, "[1]");
    client_expect_end(client);
    fixture_await_log(&f, "documentMilliseconds");
    fixture_stop(&f);
}

static void expect_408(const char *name, const char *request) {
    fixture f;
    char text[1024];
    fixture_make(&f, "http://127.0.0.1:0", NULL);
    limit(&f, name, 30);
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, request);
    assert_int_equal(client_response(client, text, sizeof text), 408);
    assert_non_null(strstr(text, "Connection: close"));
    client_expect_end(client);
    fixture_await_log(&f, "(408)");
    fixture_stop(&f);
}

static void test_slow_requests_get_408(void **state) {
    (void)state;
    expect_408("headMilliseconds", "POST / HT");
    expect_408("bodyMilliseconds", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n[1");
}

static void test_peer_that_never_reads_ends(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    limit(&f, "writeMilliseconds", 30);
    fixture_start(&f);
    int client = client_connect(&f);
    for (int i = 0; i < 100; i++) client_say(client, "{\"big\":1000000}");
    fixture_await_log(&f, "writeMilliseconds");
    close(client);
    fixture_stop(&f);
}

/* ---- Number ---- */

static void test_connections_are_bounded(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    limit(&f, "maxConnections", 2);
    fixture_start(&f);
    int clients[3];
    for (int i = 0; i < 3; i++) {
        clients[i] = client_connect(&f);
        client_say(clients[i], "[1]");
        if (i < 2) client_expect(clients[i], "[1]");
    }
    fixture_await_log(&f, "maxConnections");
    close(clients[0]);
    client_expect(clients[2], "[1]");
    close(clients[1]);
    close(clients[2]);
    fixture_stop(&f);
}

/* More clients are waiting than there are descriptors left: accepting pauses, and goes on as some are given back. */
static void test_out_of_descriptors(void **state) {
    (void)state;
    enum { CLIENTS = 20, SPARE = 12 };
    fixture f;
    struct rlimit files;
    struct rlimit few;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    int clients[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = client_connect(&f);
        client_say(clients[i], "[1]");
    }
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    few = files;
    few.rlim_cur = (rlim_t)clients[CLIENTS - 1] + 1 + SPARE;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    fixture_start(&f);
    fixture_await_log(&f, "Too many open files");
    for (int i = 0; i < CLIENTS; i++) {
        client_expect(clients[i], "[1]");
        close(clients[i]);
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    fixture_stop(&f);
}

/* ---- Spreading ---- */

static atomic_int opened;

static jrpc_status open_numbered(void *user, const jrpc_allocator *allocator, void **made) {
    (void)user;
    char *name = allocator->allocate(allocator->context, 2);
    if (!name) return JRPC_E_MEMORY;
    name[0] = (char)('A' + atomic_fetch_add(&opened, 1));
    name[1] = '\0';
    *made = name;
    return JRPC_OK;
}

static void close_numbered(void *user, void *made) {
    (void)user;
    jrpc_allocator_default()->release(jrpc_allocator_default()->context, made, 2);
}

static jrpc_status tell_number(void *made, const void *request, size_t length, jrpc_buffer *reply,
                               const jrpc_peer *peer) {
    (void)request;
    (void)length;
    char name[64];
    jrpc_peer_name(peer, name, sizeof name);
    assert_memory_equal(name, "127.0.0.1:", 10);
    assert_memory_equal(jrpc_peer_listener(peer), "tcp://127.0.0.1:", 16);
    return jrpc_buffer_append(reply, made, 1) ? JRPC_OK : JRPC_E_MEMORY;
}

static void test_connections_are_spread(void **state) {
    (void)state;
    enum { WORKERS = 4, CLIENTS = 40 };
    const jrpc_served numbered = {.serve = tell_number, .open = open_numbered, .close = close_numbered};
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_listen(f.host, "tcp://127.0.0.1:0", &numbered), JRPC_OK);
    assert_true(jrpc_host_address(f.host, 1, f.address));
    assert_int_equal(jrpc_host_set_workers(f.host, WORKERS), JRPC_OK);
    fixture_start(&f);
    int clients[CLIENTS];
    int counts[WORKERS] = {0};
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = client_connect(&f);
        client_say(clients[i], "[]");
        char name;
        assert_int_equal(recv(clients[i], &name, 1, 0), 1);
        counts[name - 'A']++;
    }
    for (int i = 0; i < WORKERS; i++) assert_int_equal(counts[i], CLIENTS / WORKERS);
    for (int i = 0; i < CLIENTS; i++) close(clients[i]);
    fixture_stop(&f);
}

/* ---- Idling ---- */

static void write_byte(void *state) {
    const int *to = state;
    assert_int_equal(write(*to, "i", 1), 1);
}

static jrpc_status serve_nothing(void *state, const void *request, size_t length, jrpc_buffer *reply,
                                 const jrpc_peer *peer) {
    return fixture_echo.serve(state, request, length, reply, peer);
}

/* A function is told before its worker waits for long, once for each time that there was something to do. */
static void test_function_is_told_of_idling(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const jrpc_served served = {.serve = serve_nothing, .idle = write_byte, .user = &ends[1]};
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_listen(f.host, "tcp://127.0.0.1:0", &served), JRPC_OK);
    assert_true(jrpc_host_address(f.host, 1, f.address));
    fixture_start(&f);
    int client = client_connect(&f);
    char byte;
    for (int i = 0; i < 3; i++) {
        client_say(client, "[1]");
        client_expect(client, "[1]");
        assert_int_equal(read(ends[0], &byte, 1), 1);
    }
    close(client);
    fixture_stop(&f);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_idle_connections_hold_nothing),
        cmocka_unit_test(test_all_connections_together_are_bounded),
        cmocka_unit_test(test_idle_ends),
        cmocka_unit_test(test_trickling_document_ends),
        cmocka_unit_test(test_slow_requests_get_408),
        cmocka_unit_test(test_peer_that_never_reads_ends),
        cmocka_unit_test(test_connections_are_bounded),
        cmocka_unit_test(test_out_of_descriptors),
        cmocka_unit_test(test_connections_are_spread),
        cmocka_unit_test(test_function_is_told_of_idling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
