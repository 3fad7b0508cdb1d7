/* SPDX-License-Identifier: MIT */
/* A service of the library behind a host. */
#include "host_fixture.h"
#include "refusal.h"

#include <jrpc/jrpc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double add(double l, double r) {
    return l + r;
}
JRPC_METHOD(add, double, (double, "l"), (double, "r"));

static bool from_loopback(jrpc_call *call) {
    const jrpc_peer *peer = jrpc_call_context(call);
    char name[64];
    jrpc_peer_name(peer, name, sizeof name);
    return strncmp(name, "127.0.0.1:", 10) == 0 && strncmp(jrpc_peer_listener(peer), "tcp://", 6) == 0;
}
JRPC_METHOD_CALL(from_loopback, bool);

static jrpc_service *make_service(size_t max_document_bytes) {
    jrpc_service_options options;
    jrpc_service *service;
    jrpc_service_options_init(&options);
    options.limits.max_document_bytes = max_document_bytes;
    assert_int_equal(jrpc_service_new(&options, &service), JRPC_OK);
    assert_int_equal(
        jrpc_service_add(service, (const jrpc_method *[]){&add_method, &from_loopback_method}, 2, NULL),
        JRPC_OK);
    return service;
}

static void expect_exchange(const char *framing, const char *request, const char *reply, bool closes) {
    fixture f;
    jrpc_service *service = make_service(JRPC_MAX_DOCUMENT_BYTES);
    jrpc_served served = jrpc_served_service(service);
    char address[64];
    snprintf(address, sizeof address, "tcp://127.0.0.1:0?framing=%s", framing);
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_listen(f.host, address, &served), JRPC_OK);
    assert_true(jrpc_host_address(f.host, 1, f.address));
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, request);
    client_expect(client, reply);
    if (closes) {
        client_half_close(client);
        size_t length;
        free(client_read_all(client, &length)); /* the library may say more */
    }
    close(client);
    fixture_stop(&f);
    jrpc_service_free(service);
}

static void test_methods(void **state) {
    (void)state;
    expect_exchange(
        "concatenated",
        "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}"
        "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2]}"
        "{\"jsonrpc\":\"2.0\",\"method\":\"from_loopback\",\"id\":2}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":1}{\"jsonrpc\":\"2.0\",\"result\":true,\"id\":2}", false);
}

#define PARSE_ERROR                                                                                          \
    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse "                                   \
    "error\",\"data\":{\"offset\":0}},\"id\":null}"

static void test_garbage_gets_the_library_s_errors(void **state) {
    (void)state;
    expect_exchange("concatenated", "POST / HTTP/1.1\r\n\r\n", PARSE_ERROR, true);
    expect_exchange("concatenated", "5 ", PARSE_ERROR, true);
    expect_exchange("line", "hello\n", PARSE_ERROR "\n", true);
    expect_exchange("line", "5\n", "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,", true);
    expect_exchange("content-length", "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}",
                    "Content-Length: 95\r\n\r\n" PARSE_ERROR, true);
}

/* The one text that a host writes itself is the library's, byte for byte. */
static void test_over_size_is_the_library_s_text(void **state) {
    (void)state;
    jrpc_service *service = make_service(100);
    jrpc_dispatcher *dispatcher;
    jrpc_buffer theirs;
    jrpc_buffer ours;
    char document[101];
    memset(document, ' ', sizeof document);
    jrpc_buffer_init(&theirs, NULL);
    jrpc_buffer_init(&ours, NULL);
    assert_int_equal(jrpc_dispatcher_new(NULL, &dispatcher), JRPC_OK);
    assert_int_equal(jrpc_process(dispatcher, service, document, sizeof document, &theirs, NULL), JRPC_OK);
    assert_true(jrpci_refuse_over_size(100, &ours));
    assert_int_equal(ours.length, theirs.length);
    assert_memory_equal(ours.data, theirs.data, ours.length);
    jrpc_buffer_fini(&theirs);
    jrpc_buffer_fini(&ours);
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_garbage_gets_the_library_s_errors),
        cmocka_unit_test(test_over_size_is_the_library_s_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
