/* SPDX-License-Identifier: MIT */
#include "address.h"

#include "test.h"

#include <string.h>

static void reads_each_kind(void **state) {
    (void)state;
    wire_address a;
    wire_error error;
    assert_true(wire_address_parse(&a, "tcp://127.0.0.1:9000?framing=line&service=conformance", &error));
    assert_int_equal(a.transport, WIRE_TCP);
    assert_string_equal(a.host, "127.0.0.1");
    assert_int_equal(a.port, 9000);
    assert_int_equal(a.framing, WIRE_LINE);
    assert_string_equal(a.service, "conformance");
    assert_true(wire_address_parse(&a, "unix:///run/x.sock?framing=content-length", &error));
    assert_int_equal(a.transport, WIRE_UNIX);
    assert_string_equal(a.path, "/run/x.sock");
    assert_int_equal(a.framing, WIRE_CONTENT_LENGTH);
    assert_true(wire_address_parse(&a, "http://[::1]:80/a/rpc", &error));
    assert_int_equal(a.transport, WIRE_HTTP);
    assert_string_equal(a.host, "::1");
    assert_string_equal(a.target, "/a/rpc");
    char host[272];
    wire_address_host(&a, host, sizeof host);
    assert_string_equal(host, "[::1]:80");
    assert_true(wire_address_parse(&a, "http://localhost:0", &error));
    assert_string_equal(a.target, "/");
    assert_true(wire_address_parse(&a, "http+unix:///x", &error));
    assert_int_equal(a.transport, WIRE_HTTP_UNIX);
    assert_true(wire_transport_is_http(a.transport));
    wire_address_host(&a, host, sizeof host);
    assert_string_equal(host, "localhost");
    assert_true(wire_address_parse(&a, "stdio:?framing=line", &error));
    assert_int_equal(a.transport, WIRE_STDIO);
    assert_int_equal(a.framing, WIRE_LINE);
}

static const struct {
    const char *text, *says;
} wrong[] = {
    {"", "does not begin"},
    {"127.0.0.1:80", "does not begin"},
    {"ftp://h:1", "does not begin"},
    {"tcp:h:1", "// is missing"},
    {"tcp://h", "port"},
    {"tcp://:1", "host"},
    {"tcp://h:65536", "port"},
    {"tcp://h:1x", "port"},
    {"tcp://h:-1", "port"},
    {"tcp://h:1/x", "path"},
    {"tcp://[::1", "IPv6"},
    {"tcp://[::1]1", "IPv6"},
    {"unix://x.sock", "absolute"},
    {"unix:///"
     "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
     "0123456",
     "107"},
    {"stdio://x", "no host"},
    {"tcp://h:1?framing=lines", "no such framing"},
    {"tcp://h:1?frame=line", "not framing or service"},
    {"tcp://h:1?framing", "no value"},
};

static void refuses_with_words(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        wire_address address;
        wire_error error = {""};
        assert_false(wire_address_parse(&address, wrong[i].text, &error));
        if (!strstr(error.text, wrong[i].says) || !strstr(error.text, "write tcp://127.0.0.1:9000"))
            fail_msg("%s: %s", wrong[i].text, error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_each_kind),
        cmocka_unit_test(refuses_with_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
