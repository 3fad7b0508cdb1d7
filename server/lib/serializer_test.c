/* SPDX-License-Identifier: MIT */
#include "test_main.h"

/* Takes an int32 from a String of the letter x repeated, and writes it so; everything else as the built-in one does. */
typedef struct counted {
    jrpc_serializer base;
    int reads, writes;
} counted;

static bool read_letters(const jrpc_serializer *self, jrpc_call *call, const jrpc_type *type,
                         const char *text, size_t length, void *value) {
    (void)call;
    counted *own = self->context;
    own->reads++;
    if (type != &jrpc_type_int32_t || length < 2 || text[0] != '"') return false;
    for (size_t i = 1; i < length - 1; i++) {
        if (text[i] != 'x') return false;
    }
    *(int32_t *)value = (int32_t)(length - 2);
    return true;
}

static bool write_letters(const jrpc_serializer *self, jrpc_call *call, const jrpc_type *type,
                          const void *value) {
    counted *own = self->context;
    own->writes++;
    if (type != &jrpc_type_int32_t) return false;
    static const char letters[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    int32_t number = *(const int32_t *)value;
    return number <= 32 && jrpc_write_jrpc_string(call, (jrpc_string){letters, (size_t)number});
}

static void test_serializer(void **state) {
    (void)state;
    counted letters = {{sizeof(jrpc_serializer), read_letters, write_letters, NULL}, 0, 0};
    letters.base.context = &letters;
    jrpc_service_options options;
    jrpc_service_options_init(&options);
    options.serializer = &letters.base;
    fixture f;
    fixture_begin(&f, &options, JRPC_VECTOR_BEST);
    fixture_expect(&f, "{\"method\":\"sum\",\"params\":[\"xx\",\"xxx\"],\"id\":1}",
                   "{\"jsonrpc\":\"2.0\",\"result\":\"xxxxx\",\"id\":1}");
    assert_int_equal(letters.reads, 2);
    assert_int_equal(letters.writes, 1);
    fixture_expect(&f, "{\"method\":\"opt2\",\"params\":{\"a\":\"x\"},\"id\":1}",
                   "{\"jsonrpc\":\"2.0\",\"result\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"id\":1}");
    fixture_expect(
        &f, "{\"method\":\"sum\",\"params\":[\"xx\",3],\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"Invalid params\",\"data\":{\"reason\":"
        "\"conversion\",\"parameter\":\"b\",\"index\":1,\"expectedType\":\"int32\"}},\"id\":1}");
    /* What it cannot write is taken back. The envelope stays the library's. */
    fixture_expect(
        &f, "[{\"method\":\"opt2\",\"params\":[\"xxx\"],\"id\":1},{\"method\":\"addf\",\"id\":2},true]",
        "[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"Internal error\"},\"id\":1},"
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"Invalid params\",\"data\":\"The "
        "parameter "
        "l is missing.\"},\"id\":2},{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid "
        "Request\",\"data\":\"A request is an Object.\"},\"id\":null}]");
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_serializer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
