/* SPDX-License-Identifier: MIT */
/* Raw streams over real sockets. */
#include "host_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void start(fixture *f, const char *address) {
    fixture_make(f, address, NULL);
    fixture_start(f);
}

static void test_answers_in_order(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    int client = client_connect(&f);
    client_say(client, "{\"id\":1}  [2]\n{\"quiet\":3}{\"s\":\"}{\"}");
    client_expect(client, "{\"id\":1}[2]{\"s\":\"}{\"}");
    close(client);
    fixture_stop(&f);
}

static void test_lines(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0?framing=line");
    int client = client_connect(&f);
    client_say(client, "{\"id\":1}\r\n\n  \n[2] \n{\"quiet\":3}\n");
    client_expect(client, "{\"id\":1}\n[2]\n");
    close(client);
    fixture_stop(&f);
}

static void test_content_length(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0?framing=content-length");
    int client = client_connect(&f);
    client_say(client, "Content-Length: 8\r\n\r\n{\"id\":1}Content-Type: x\r\ncontent-length:3\r\n\r\n[2]");
    client_expect(client, "Content-Length: 8\r\n\r\n{\"id\":1}Content-Length: 3\r\n\r\n[2]");
    close(client);
    fixture_stop(&f);
}

static void test_byte_by_byte(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    int client = client_connect(&f);
    const char *text = "{\"a\":\"\\\"]\"} [[1],{}]";
    for (const char *at = text; *at; at++) client_send(client, at, 1);
    client_expect(client, "{\"a\":\"\\\"]\"}[[1],{}]");
    close(client);
    fixture_stop(&f);
}

static void test_half_close_answers_what_is_whole(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    int client = client_connect(&f);
    client_say(client, "[1][2][3");
    client_half_close(client);
    client_expect(client, "[1][2]");
    client_expect_end(client);
    fixture_stop(&f);
}

/* What a browser would send at a raw port runs nothing, and the answer arrives though there is more to come. */
static void test_garbage_is_answered_once(void **state) {
    (void)state;
    static const char *const addresses[] = {"tcp://127.0.0.1:0", "tcp://127.0.0.1:0?framing=line"};
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        start(&f, addresses[i]);
        int client = client_connect(&f);
        client_say(client, "POST / HTTP/1.1\r\nHost: x\r\n\r\n{\"id\":1}\n");
        client_expect(client, i ? "garbage\n" : "garbage");
        client_half_close(client);
        client_expect_end(client);
        fixture_await_log(&f, "no document where one should begin");
        fixture_stop(&f);
    }
}

static void test_plain_json_at_content_length_runs_nothing(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0?framing=content-length");
    int client = client_connect(&f);
    client_say(client, "{\"id\":1}");
    client_expect(client, "Content-Length: 7\r\n\r\ngarbage");
    client_half_close(client);
    client_expect_end(client);
    fixture_stop(&f);
}

#define OVER_SIZE                                                                                            \
    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid "                                 \
    "Request\",\"data\":{\"limit\":\"maxDocumentBytes\",\"maximum\":100}},\"id\":null}"

static void test_over_size_is_answered_once(void **state) {
    (void)state;
    static const char *const framings[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < 3; i++) {
        char address[64];
        snprintf(address, sizeof address, "tcp://127.0.0.1:0?framing=%s", framings[i]);
        fixture f;
        fixture_make(&f, address, NULL);
        assert_int_equal(jrpc_host_set_limit(f.host, "maxDocumentBytes", 100), JRPC_OK);
        fixture_start(&f);
        int client = client_connect(&f);
        if (i == 2) client_say(client, "Content-Length: 5000000000\r\n\r\n");
        client_say(client, "[\"");
        char many[300];
        memset(many, 'x', sizeof many);
        client_send(client, many, sizeof many);
        client_half_close(client);
        size_t length;
        char *answer = client_read_all(client, &length);
        assert_non_null(strstr(answer, OVER_SIZE));
        free(answer);
        close(client);
        fixture_await_log(&f, "document over maxDocumentBytes");
        fixture_stop(&f);
    }
}

static void test_reset_harms_nobody(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    for (int i = 0; i < 50; i++) {
        int client = client_connect(&f);
        client_say(client, "{\"big\":1000000}");
        char some[1000];
        assert_true(recv(client, some, sizeof some, 0) > 0);
        const struct linger now = {.l_onoff = 1};
        assert_int_equal(setsockopt(client, SOL_SOCKET, SO_LINGER, &now, sizeof now), 0);
        close(client);
    }
    int client = client_connect(&f);
    client_say(client, "[1]");
    client_expect(client, "[1]");
    close(client);
    fixture_stop(&f);
}

/* Pipelines far more than the output mark before it reads: the host stops, holds little, and goes on. */
static void test_slow_reader_gets_everything(void **state) {
    (void)state;
    enum { DOCUMENTS = 2000, REPLY = 10000 };
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_set_limit(f.host, "maxOutputBytes", 50000), JRPC_OK);
    assert_int_equal(jrpc_host_set_limit(f.host, "maxBufferedBytes", 400000), JRPC_OK);
    fixture_start(&f);
    int client = client_connect(&f);
    for (int i = 0; i < DOCUMENTS; i++) client_say(client, "{\"big\":10000}");
    client_half_close(client);
    size_t length;
    char *all = client_read_all(client, &length);
    assert_int_equal(length, DOCUMENTS * REPLY);
    free(all);
    close(client);
    fixture_stop(&f);
}

static void test_documents_of_all_sizes(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    int client = client_connect(&f);
    static const size_t sizes[] = {2, 63, 64, 65, 4095, 4096, 4097, 65535, 65536, 65537, 1000000, 4194304};
    char *document = malloc(4194304);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t size = sizes[i];
        memset(document, ' ', size);
        document[0] = '[';
        document[size - 1] = ']';
        client_send(client, document, size);
        char *got = malloc(size);
        for (size_t at = 0; at < size;) {
            ssize_t received = recv(client, got + at, size - at, 0);
            assert_true(received > 0);
            at += (size_t)received;
        }
        assert_memory_equal(got, document, size);
        free(got);
    }
    free(document);
    close(client);
    fixture_stop(&f);
}

static void test_failing_function_closes(void **state) {
    (void)state;
    fixture f;
    start(&f, "tcp://127.0.0.1:0");
    int client = client_connect(&f);
    client_say(client, "[1]");
    client_expect(client, "[1]");
    client_say(client, "{\"fail\":1}");
    client_expect_end(client);
    fixture_await_log(&f, "out of memory");
    fixture_stop(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_in_order),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_content_length),
        cmocka_unit_test(test_byte_by_byte),
        cmocka_unit_test(test_half_close_answers_what_is_whole),
        cmocka_unit_test(test_garbage_is_answered_once),
        cmocka_unit_test(test_plain_json_at_content_length_runs_nothing),
        cmocka_unit_test(test_over_size_is_answered_once),
        cmocka_unit_test(test_reset_harms_nobody),
        cmocka_unit_test(test_slow_reader_gets_everything),
        cmocka_unit_test(test_documents_of_all_sizes),
        cmocka_unit_test(test_failing_function_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
