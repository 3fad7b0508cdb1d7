/* SPDX-License-Identifier: MIT */
/* Every allocation of a host fails once, and every one from there on: a status or a closed connection, no leak. */
#include "host_fixture.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_long left;    /* allocations until they fail; negative: they do */
static atomic_bool onwards; /* all from there on, not one */
static atomic_long blocks;
static atomic_long asked;

static bool fails(void) {
    atomic_fetch_add(&asked, 1);
    long now = atomic_fetch_sub(&left, 1);
    return now == 0 || (now < 0 && atomic_load(&onwards));
}

static void *allocate(void *context, size_t size) {
    (void)context;
    if (fails()) return NULL;
    atomic_fetch_add(&blocks, 1);
    return malloc(size);
}

static void *reallocate(void *context, void *memory, size_t old_size, size_t size) {
    (void)context;
    (void)old_size;
    return fails() ? NULL : realloc(memory, size);
}

static void release(void *context, void *memory, size_t size) {
    (void)context;
    (void)size;
    atomic_fetch_sub(&blocks, 1);
    free(memory);
}

static const jrpc_allocator failing = {allocate, reallocate, release, NULL};

static jrpc_status serve_echo(void *state, const void *request, size_t length, jrpc_buffer *reply,
                              const jrpc_peer *peer) {
    (void)state;
    return fixture_echo.serve(NULL, request, length, reply, peer);
}

static jrpc_status open_state(void *user, const jrpc_allocator *allocator, void **state) {
    (void)user;
    *state = allocator->allocate(allocator->context, 8);
    return *state ? JRPC_OK : JRPC_E_MEMORY;
}

static void close_state(void *user, void *state) {
    (void)user;
    release(NULL, state, 8);
}

static const jrpc_served served = {.serve = serve_echo, .open = open_state, .close = close_state};

/* One exchange on the host's own thread of control; whatever comes back, the host goes on or ends in order. */
static void talk(jrpc_host *host, int descriptor, size_t listener, const char *request) {
    fixture f = {.host = host};
    assert_true(jrpc_host_address(host, listener, f.address));
    int client = client_connect(&f);
    client_say(client, request);
    client_half_close(client);
    char bytes[4096];
    for (;;) {
        struct pollfd polled[] = {{.fd = descriptor, .events = POLLIN}, {.fd = client, .events = POLLIN}};
        assert_true(poll(polled, 2, FIXTURE_PATIENCE) > 0);
        if (polled[0].revents) assert_true(jrpc_host_step(host));
        if (!polled[1].revents) continue;
        ssize_t received = recv(client, bytes, sizeof bytes, 0);
        if (received <= 0) break;
    }
    close(client);
}

static char *document_of(size_t length) {
    char *document = malloc(length + 1);
    memset(document, ' ', length);
    document[0] = '[';
    document[length - 1] = ']';
    document[length] = '\0';
    return document;
}

static bool set_up(jrpc_host *host) {
    return jrpc_host_allow_host(host, "name") == JRPC_OK &&
           jrpc_host_allow_origin(host, "https://o") == JRPC_OK &&
           jrpc_host_set_limit(host, "maxOutputBytes", 10000) == JRPC_OK &&
           jrpc_host_listen(host, "tcp://127.0.0.1:0", &served) == JRPC_OK &&
           jrpc_host_listen(host, "http://127.0.0.1:0", &served) == JRPC_OK;
}

static void run_once(void) {
    jrpc_host *host;
    int descriptor;
    char *document = document_of(100000);
    if (jrpc_host_new(&failing, &host) == JRPC_OK) {
        if (set_up(host) && jrpc_host_start(host, &descriptor) == JRPC_OK) {
            talk(host, descriptor, 0, document);
            talk(host, descriptor, 0, "{\"big\":300000}{\"big\":300000}{\"big\":300000}[");
            talk(host, descriptor, 1,
                 "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
                 "chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n");
        }
        jrpc_host_free(host);
    }
    free(document);
    assert_int_equal(atomic_load(&blocks), 0);
}

static void walk(bool all_from_there_on) {
    atomic_store(&onwards, all_from_there_on);
    atomic_store(&left, -1);
    for (long nth = 0, needed = 1; nth < needed && nth < 1000; nth++) {
        atomic_store(&asked, 0);
        atomic_store(&left, nth);
        run_once();
        if (nth < atomic_load(&asked)) needed = nth + 2;
    }
}

static void test_one_fails(void **state) {
    (void)state;
    walk(false);
    assert_true(atomic_load(&asked) > 10); /* the last run was one without failure */
}

static void test_all_fail_from_one_on(void **state) {
    (void)state;
    walk(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_fails),
        cmocka_unit_test(test_all_fail_from_one_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
