/* SPDX-License-Identifier: MIT */
/* HTTP over real sockets: what memory cannot show. */
#include "host_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CALL(length) "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " #length "\r\n\r\n"

static void test_keeps_the_connection(void **state) {
    (void)state;
    fixture f;
    char text[1024];
    int client = fixture_open(&f, "http://127.0.0.1:0");
    for (int i = 0; i < 3; i++) {
        client_say(client, CALL(3) "[1]");
        assert_int_equal(client_response(client, text, sizeof text), 200);
        assert_non_null(strstr(text, "\r\n\r\n[1]"));
    }
    client_say(client, CALL(3) "[1]");
    client_half_close(client); /* what was asked is still answered */
    assert_int_equal(client_response(client, text, sizeof text), 200);
    client_expect_end(client);
    fixture_stop(&f);
}

/* The answer to what was refused arrives, though the body that nobody wants is still on its way. */
static void test_refusal_arrives_before_the_end(void **state) {
    (void)state;
    fixture f;
    char text[1024];
    int client = fixture_open(&f, "http://127.0.0.1:0");
    char *body = calloc(1, 5000000);
    client_say(client, CALL(5000000));
    client_send(client, body, 5000000);
    free(body);
    assert_int_equal(client_response(client, text, sizeof text), 413);
    assert_non_null(strstr(text, "Connection: close"));
    client_half_close(client);
    client_expect_end(client);
    fixture_await_log(&f, "(413)");
    fixture_stop(&f);
}

static void test_continue(void **state) {
    (void)state;
    fixture f;
    char text[1024];
    int client = fixture_open(&f, "http://127.0.0.1:0");
    client_say(client,
               "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    client_expect(client, "HTTP/1.1 100 Continue\r\n\r\n");
    client_say(client, "[1]");
    assert_int_equal(client_response(client, text, sizeof text), 200);
    close(client);
    fixture_stop(&f);
}

static void test_slow_reader_of_pipelined_requests(void **state) {
    (void)state;
    enum { REQUESTS = 1000 };
    fixture f;
    fixture_make(&f, "http://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_set_limit(f.host, "maxOutputBytes", 50000), JRPC_OK);
    assert_int_equal(jrpc_host_set_limit(f.host, "maxBufferedBytes", 400000), JRPC_OK);
    fixture_start(&f);
    int client = client_connect(&f);
    for (int i = 0; i < REQUESTS; i++) client_say(client, CALL(13) "{\"big\":10000}");
    client_half_close(client);
    size_t length;
    char *all = client_read_all(client, &length);
    size_t responses = 0;
    const char *end = all + length;
    for (const char *at = all; (at = memmem(at, (size_t)(end - at), "HTTP/1.1 200 OK\r\n", 17)); at++)
        responses++;
    assert_int_equal(responses, REQUESTS);
    free(all);
    close(client);
    fixture_stop(&f);
}

/* No browser reaches a Unix socket: every Host is fine there. */
static void test_unix_socket(void **state) {
    (void)state;
    char folder[] = "/tmp/jrpc-http-XXXXXX";
    char address[128];
    char text[1024];
    fixture f;
    assert_non_null(mkdtemp(folder));
    snprintf(address, sizeof address, "http+unix://%s/s?path=/rpc", folder);
    int client = fixture_open(&f, address);
    client_say(client, "POST /rpc HTTP/1.1\r\nHost: any.example\r\nContent-Length: 3\r\n\r\n[1]");
    assert_int_equal(client_response(client, text, sizeof text), 200);
    client_say(client, CALL(3) "[1]");
    assert_int_equal(client_response(client, text, sizeof text), 404);
    close(client);
    fixture_stop(&f);
    assert_int_equal(rmdir(folder), 0);
}

static void test_host_rule_is_for_loopback(void **state) {
    (void)state;
    static const char *const addresses[] = {"http://127.0.0.1:0", "http://0.0.0.0:0"};
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        char text[1024];
        int client = fixture_open(&f, addresses[i]);
        client_say(client, "POST / HTTP/1.1\r\nHost: other.example\r\nContent-Length: 3\r\n\r\n[1]");
        assert_int_equal(client_response(client, text, sizeof text), i == 0 ? 421 : 200);
        close(client);
        fixture_stop(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keeps_the_connection),
        cmocka_unit_test(test_refusal_arrives_before_the_end),
        cmocka_unit_test(test_continue),
        cmocka_unit_test(test_slow_reader_of_pipelined_requests),
        cmocka_unit_test(test_unix_socket),
        cmocka_unit_test(test_host_rule_is_for_loopback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
