/* SPDX-License-Identifier: MIT */
#include <jrpc/host.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_round_trip(void **state) {
    (void)state;
    static const char *const texts[] = {
        "tcp://127.0.0.1:9000",
        "tcp://[::1]:0",
        "tcp://localhost:65535?framing=line",
        "tcp://127.0.0.1:0?framing=content-length&service=conformance",
        "unix:///run/x.sock",
        "unix:///run/x.sock?service=binding",
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/rpc",
        "http+unix:///run/x.sock",
        "http+unix:///run/x.sock?path=/rpc&service=s",
        "stdio:",
        "stdio:?framing=line",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        jrpc_address address;
        char text[JRPC_ADDRESS_TEXT];
        const char *problem;
        if (jrpc_address_parse(texts[i], &address, &problem) != JRPC_OK)
            fail_msg("%s: %s", texts[i], problem);
        jrpc_address_format(&address, text);
        assert_string_equal(text, texts[i]);
    }
}

static void test_parts(void **state) {
    (void)state;
    jrpc_address address;
    assert_int_equal(jrpc_address_parse("http://[::1]:81/a/b?service=x", &address, NULL), JRPC_OK);
    assert_int_equal(address.transport, JRPC_TRANSPORT_HTTP);
    assert_string_equal(address.host, "::1");
    assert_int_equal(address.port, 81);
    assert_string_equal(address.path, "/a/b");
    assert_string_equal(address.service, "x");
    assert_int_equal(jrpc_address_parse("tcp://h:1?framing=concatenated", &address, NULL), JRPC_OK);
    assert_int_equal(address.framing, JRPC_FRAMING_CONCATENATED);
}

static void test_refused(void **state) {
    (void)state;
    char long_path[200];
    memset(long_path, 'x', sizeof long_path);
    memcpy(long_path, "unix:///", 8);
    long_path[sizeof long_path - 1] = '\0';
    const char *const texts[] = {
        NULL,
        "",
        "127.0.0.1:80",
        "ftp://h:1",
        "tcp:127.0.0.1:1",
        "tcp://",
        "tcp://h",
        "tcp://:1",
        "tcp://h:",
        "tcp://h:65536",
        "tcp://h:1x",
        "tcp://h:-1",
        "tcp://::1:80",
        "tcp://[::1:80",
        "tcp://[::1]",
        "tcp://[::1]x:80",
        "tcp://h:1/path",
        "unix://",
        long_path,
        "stdio:x",
        "tcp://h:1?framing",
        "tcp://h:1?framing=lines",
        "tcp://h:1?framing=",
        "tcp://h:1?service=",
        "tcp://h:1?colour=red",
        "tcp://h:1?path=/rpc",
        "http://h:1?framing=line",
        "http+unix:///x?path=rpc",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        jrpc_address address;
        const char *problem = NULL;
        if (jrpc_address_parse(texts[i], &address, &problem) != JRPC_E_ARGUMENT)
            fail_msg("%s was taken", texts[i]);
        assert_non_null(problem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
