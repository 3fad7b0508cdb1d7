/* SPDX-License-Identifier: MIT */
/* Stopping: from anywhere, with everything answered that has come, within a set time. */
#include "host_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static jrpc_host *signalled;

static void on_signal(int number) {
    (void)number;
    jrpc_host_stop(signalled);
}

static void *send_signal(void *user) {
    const fixture *f = user;
    int client = client_connect(f);
    client_say(client, "[1]");
    client_expect(client, "[1]");
    close(client);
    kill(getpid(), SIGUSR1);
    return NULL;
}

static void test_from_a_signal_handler(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    signalled = f.host;
    struct sigaction action = {.sa_handler = on_signal};
    struct sigaction before;
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, send_signal, &f), 0);
    assert_int_equal(jrpc_host_run(f.host), JRPC_OK);
    pthread_join(thread, NULL);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
    jrpc_host_free(f.host);
}

static void test_before_it_runs(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    jrpc_host_stop(f.host);
    assert_int_equal(jrpc_host_run(f.host), JRPC_OK);
    assert_int_equal(jrpc_host_run(f.host), JRPC_E_STATE);
    jrpc_host_free(f.host);
}

static void *stop_host(void *user) {
    fixture_stop(user);
    return NULL;
}

static void start_stopping(fixture *f, pthread_t *thread) {
    assert_int_equal(pthread_create(thread, NULL, stop_host, f), 0);
}

static void test_idle_connections_end(void **state) {
    (void)state;
    static const char *const addresses[] = {"tcp://127.0.0.1:0", "http://127.0.0.1:0"};
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        fixture_make(&f, addresses[i], NULL);
        fixture_start(&f);
        int clients[10];
        char text[1024];
        for (int c = 0; c < 10; c++) {
            clients[c] = client_connect(&f);
            client_say(clients[c],
                       i ? "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n[]" : "[]");
            if (i)
                assert_int_equal(client_response(clients[c], text, sizeof text), 200);
            else
                client_expect(clients[c], "[]");
        }
        pthread_t stopper;
        start_stopping(&f, &stopper);
        for (int c = 0; c < 10; c++) client_expect_end(clients[c]);
        pthread_join(stopper, NULL);
    }
}

static void test_peer_that_does_not_close_is_not_waited_for(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_set_limit(f.host, "closeMilliseconds", 20), JRPC_OK);
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, "[]");
    client_expect(client, "[]");
    fixture_stop(&f);
    client_expect_end(client);
}

/* What has come is answered with whole replies, and the connection ends with an end, not with a reset. How much of what
 * was sent has come is for the system to say. */
static void test_under_load(void **state) {
    (void)state;
    fixture f;
    int client = fixture_open(&f, "tcp://127.0.0.1:0");
    enum { DOCUMENTS = 300, REPLY = 10000 };
    for (int i = 0; i < DOCUMENTS; i++) client_say(client, "{\"big\":10000}");
    char first;
    assert_int_equal(recv(client, &first, 1, 0), 1); /* it is at work */
    pthread_t stopper;
    start_stopping(&f, &stopper);
    size_t length;
    free(client_read_all(client, &length));
    assert_int_equal((length + 1) % REPLY, 0);
    assert_in_range((length + 1) / REPLY, 1, DOCUMENTS);
    close(client);
    pthread_join(stopper, NULL);
}

static void test_http_request_that_has_begun_gets_503(void **state) {
    (void)state;
    fixture f;
    char text[1024];
    fixture_make(&f, "http://127.0.0.1:0", NULL);
    fixture_start(&f);
    /* The worker stops its oldest connection last, so that its end says that the others have heard. */
    int oldest = client_connect(&f);
    client_say(oldest, "OPTIONS / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(client_response(oldest, text, sizeof text), 204);
    int served = client_connect(&f);
    client_say(served,
               "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    client_expect(served, "HTTP/1.1 100 Continue\r\n\r\n"); /* its head has been read */
    int late = client_connect(&f);
    client_say(late, "OPTIONS / HTTP/1.1\r\nHost: localhost\r\n\r\nPOST / HT");
    assert_int_equal(client_response(late, text, sizeof text), 204);
    pthread_t stopper;
    start_stopping(&f, &stopper);
    client_expect_end(oldest);
    client_say(served, "[]");
    assert_int_equal(client_response(served, text, sizeof text), 200);
    client_say(late, "TP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n[]");
    assert_int_equal(client_response(late, text, sizeof text), 503);
    assert_non_null(strstr(text, "Connection: close"));
    client_expect_end(late);
    close(served);
    pthread_join(stopper, NULL);
}

static void test_peer_that_does_not_read_is_cut_off(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_set_limit(f.host, "stopMilliseconds", 50), JRPC_OK);
    fixture_start(&f);
    int client = client_connect(&f);
    for (int i = 0; i < 100; i++) client_say(client, "{\"big\":1000000}");
    char first;
    assert_int_equal(recv(client, &first, 1, 0), 1);
    jrpc_host_stop(f.host);
    fixture_await_log(&f, "stopMilliseconds");
    fixture_stop(&f);
    close(client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_from_a_signal_handler),
        cmocka_unit_test(test_before_it_runs),
        cmocka_unit_test(test_idle_connections_end),
        cmocka_unit_test(test_peer_that_does_not_close_is_not_waited_for),
        cmocka_unit_test(test_under_load),
        cmocka_unit_test(test_http_request_that_has_begun_gets_503),
        cmocka_unit_test(test_peer_that_does_not_read_is_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
