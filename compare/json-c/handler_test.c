/* SPDX-License-Identifier: MIT */
#include "handler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define R "{\"jsonrpc\":\"2.0\","
#define ERROR(code, message, id) R "\"error\":{\"code\":" code ",\"message\":\"" message "\"},\"id\":" id "}"
#define GARBAGE ERROR("-32700", "Parse error", "null")
#define INVALID(id) ERROR("-32600", "Invalid Request", id)
#define UNKNOWN(id) ERROR("-32601", "Method not found", id)
#define PARAMS(id) ERROR("-32602", "Invalid params", id)
#define ECHO(id) R "\"result\":\"Foo\",\"id\":" id "}"

struct exchange {
    const char *sent, *expected;
};

static void exchange_all(const struct exchange *exchanges, size_t count) {
    struct json_c_handler *handler = json_c_handler_new();
    struct printbuf *reply = printbuf_new();
    assert_true(handler && reply);
    for (size_t i = 0; i < count; i++) {
        printbuf_reset(reply);
        /* An exact copy on the heap, so that a sanitizer sees a read past the end. */
        size_t length = strlen(exchanges[i].sent);
        char *sent = malloc(length + !length);
        assert_non_null(sent);
        memcpy(sent, exchanges[i].sent, length);
        assert_true(json_c_handle(handler, sent, length, reply));
        free(sent);
        if (strlen(exchanges[i].expected) != (size_t)reply->bpos ||
            memcmp(exchanges[i].expected, reply->buf, (size_t)reply->bpos) != 0) {
            fail_msg("sent     %s\nexpected %s\ngot      %.*s", exchanges[i].sent, exchanges[i].expected,
                     reply->bpos, reply->buf);
        }
    }
    printbuf_free(reply);
    json_c_handler_free(handler);
}

#define EXCHANGE_ALL(exchanges) exchange_all((exchanges), sizeof(exchanges) / sizeof *(exchanges))

static void test_the_five_methods(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {R "\"method\":\"add\",\"params\":[1,2],\"id\":1}", R "\"result\":3.0,\"id\":1}"},
        {R "\"method\":\"addInt\",\"params\":[1,7],\"id\":2}", R "\"result\":8,\"id\":2}"},
        {R "\"method\":\"NullableFloatToNullableFloat\",\"params\":[1.23],\"id\":3}",
         R "\"result\":1.23,\"id\":3}"},
        {R "\"method\":\"Test2\",\"params\":[3.456],\"id\":4}", R "\"result\":3.456,\"id\":4}"},
        {R "\"method\":\"StringMe\",\"params\":[\"Foo\"],\"id\":5}", R "\"result\":\"Foo\",\"id\":5}"},
        {R "\"method\":\"add\",\"params\":{\"r\":2,\"l\":0.5},\"id\":1}", R "\"result\":2.5,\"id\":1}"},
        {R "\"method\":\"add\",\"params\":[\"NaN\",2],\"id\":1}", R "\"result\":\"NaN\",\"id\":1}"},
        {R "\"method\":\"addInt\",\"params\":[1.0,7e1],\"id\":2}", R "\"result\":71,\"id\":2}"},
        {R "\"method\":\"NullableFloatToNullableFloat\",\"params\":[null],\"id\":3}",
         R "\"result\":null,\"id\":3}"},
        {R "\"method\":\"NullableFloatToNullableFloat\",\"params\":[],\"id\":3}",
         R "\"result\":null,\"id\":3}"},
        {R "\"method\":\"NullableFloatToNullableFloat\",\"id\":3}", R "\"result\":null,\"id\":3}"},
        {R "\"method\":\"Test2\",\"params\":[12345678901234.123456789],\"id\":4}",
         R "\"result\":12345678901234.123456789,\"id\":4}"},
        {R "\"method\":\"StringMe\",\"params\":[\"\\u20ac/\\n\\\"\\u0001\\u0000\"],\"id\":5}",
         R "\"result\":\"\xE2\x82\xAC/\\n\\\"\\u0001\\u0000\",\"id\":5}"},
    };
    EXCHANGE_ALL(exchanges);
}

static void test_ids_of_every_kind(void **state) {
    (void)state;
#define CALL(id) R "\"method\":\"StringMe\",\"params\":[\"Foo\"],\"id\":" id "}"
    static const struct exchange exchanges[] = {
        {CALL("0"), ECHO("0")},
        {CALL("-7"), ECHO("-7")},
        {CALL("9007199254740993"), ECHO("9007199254740993")},
        {CALL("18446744073709551614"), ECHO("18446744073709551614")},
        {CALL("18446744073709551616"), INVALID("null")},
        {CALL("2.50"), ECHO("2.50")},
        {CALL("1e2"), ECHO("1e2")},
        {CALL("1e400"), INVALID("null")},
        {CALL("null"), ECHO("null")},
        {CALL("\"a\\\"b/\""), ECHO("\"a\\\"b/\"")},
        {CALL("\"\""), ECHO("\"\"")},
        {CALL("true"), INVALID("null")},
        {CALL("[]"), INVALID("null")},
        {CALL("{}"), INVALID("null")},
        {R "\"method\":\"StringMe\",\"params\":[\"Foo\"]}", ""},
        {R "\"method\":\"StringMe\",\"params\":[1]}", ""},
        {R "\"method\":\"nosuch\"}", ""},
    };
    EXCHANGE_ALL(exchanges);
}

static void test_requests_that_are_none(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {"", GARBAGE},
        {" ", GARBAGE},
        {"tru", GARBAGE},
        {R "\"method\":\"add\",\"params\":[1,2],\"id\":1", GARBAGE},
        {R "\"method\":\"add\",\"params\":[1,2],\"id\":1}x", GARBAGE},
        {R "\"method\":\"add\",\"params\":[1,2],\"id\":\"\xC3(\"}", GARBAGE},
        {"1", INVALID("null")},
        {"null", INVALID("null")},
        {"\"x\" ", INVALID("null")},
        {"{}", INVALID("null")},
        {"{\"jsonrpc\":\"1.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}", INVALID("1")},
        {"{\"jsonrpc\":2.0,\"method\":\"add\",\"params\":[1,2],\"id\":1}", INVALID("1")},
        {"{\"jsonrpc\":null,\"method\":\"add\",\"params\":[1,2],\"id\":1}", INVALID("1")},
        {"{\"method\":\"add\",\"params\":[1,2],\"id\":1}", "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":1}"},
        {R "\"id\":1}", INVALID("1")},
        {R "\"method\":7,\"id\":1}", INVALID("1")},
        {R "\"method\":\"add\",\"params\":\"x\",\"id\":1}", INVALID("1")},
        {R "\"method\":\"add\",\"params\":7}", INVALID("null")},
        {R "\"method\":\"StringMe\",\"params\":null,\"id\":1}", PARAMS("1")},
        {R "\"method\":\"nosuch\",\"params\":[1],\"id\":1}", UNKNOWN("1")},
        {R "\"method\":\"Add\",\"params\":[1,2],\"id\":1}", UNKNOWN("1")},
        {R "\"method\":\"add\\u0000\",\"params\":[1,2],\"id\":1}", UNKNOWN("1")},
        {R "\"method\":\"addI\",\"params\":[1,2],\"id\":1}", UNKNOWN("1")},
        {R "\"method\":\"\",\"id\":1}", UNKNOWN("1")},
    };
    EXCHANGE_ALL(exchanges);
}

static void test_params_that_do_not_bind(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {R "\"method\":\"add\",\"params\":[1],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"add\",\"params\":[1,2,3],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"add\",\"params\":[1,\"2\"],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"add\",\"params\":[1,null],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"add\",\"params\":{\"l\":1},\"id\":1}", PARAMS("1")},
        {R "\"method\":\"add\",\"params\":{\"l\":1,\"r\":2,\"x\":3},\"id\":1}", PARAMS("1")},
        {R "\"method\":\"addInt\",\"params\":[1,2.5],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"Test2\",\"params\":[0.0000000001],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"StringMe\",\"params\":[7],\"id\":1}", PARAMS("1")},
        {R "\"method\":\"NullableFloatToNullableFloat\",\"params\":{\"b\":1},\"id\":1}", PARAMS("1")},
    };
    EXCHANGE_ALL(exchanges);
}

static void test_batches(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {"[]", INVALID("null")},
        {"[1]", "[" INVALID("null") "]"},
        {"[[]]", "[" INVALID("null") "]"},
        {"[" CALL("1") "]", "[" ECHO("1") "]"},
        {"[" R "\"method\":\"StringMe\",\"params\":[\"Foo\"]}," CALL(
             "1") "," R "\"method\":\"nosuch\"},null," R "\"method\":\"nosuch\",\"id\":\"x\"}]",
         "[" ECHO("1") "," INVALID("null") "," UNKNOWN("\"x\"") "]"},
        {"[" R "\"method\":\"StringMe\",\"params\":[\"Foo\"]}," R "\"method\":\"nosuch\"}]", ""},
        {"[" CALL("1") ",", GARBAGE},
    };
    EXCHANGE_ALL(exchanges);
}

/* A reply goes behind what is there, and a document leaves nothing behind for the next one. */
static void test_replies_are_appended(void **state) {
    (void)state;
    static const char *const documents[] = {CALL("1"), "[1", CALL("2")};
    struct json_c_handler *handler = json_c_handler_new();
    struct printbuf *reply = printbuf_new();
    assert_true(handler && reply);
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        assert_true(json_c_handle(handler, documents[i], strlen(documents[i]), reply));
    }
    assert_string_equal(reply->buf, ECHO("1") GARBAGE ECHO("2"));
    printbuf_free(reply);
    json_c_handler_free(handler);
}

static void test_depth(void **state) {
    (void)state;
    static const char open[] = R "\"method\":\"StringMe\",\"params\":", close[] = ",\"id\":1}";
    for (size_t depth = JSON_C_DEPTH - 1; depth <= JSON_C_DEPTH; depth++) {
        char text[sizeof open + sizeof close + 2 * (size_t)JSON_C_DEPTH];
        size_t length = sizeof open - 1;
        memcpy(text, open, length);
        memset(text + length, '[', depth);
        memset(text + length + depth, ']', depth);
        length += 2 * depth;
        memcpy(text + length, close, sizeof close);
        const struct exchange exchange = {text, depth < JSON_C_DEPTH ? PARAMS("1") : GARBAGE};
        exchange_all(&exchange, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_five_methods),
        cmocka_unit_test(test_ids_of_every_kind),
        cmocka_unit_test(test_requests_that_are_none),
        cmocka_unit_test(test_params_that_do_not_bind),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_replies_are_appended),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
