/* SPDX-License-Identifier: MIT */
#include "services.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define R "{\"jsonrpc\":\"2.0\","
#define CALL(method, params) R "\"method\":\"" method "\",\"params\":" params ",\"id\":1}"
#define RESULT(result) R "\"result\":" result ",\"id\":1}"
#define ERROR(code, message) R "\"error\":{\"code\":" code ",\"message\":\"" message "\""
#define PARAMS ERROR("-32602", "Invalid params")
#define INTERNAL ERROR("-32603", "Internal error") "},\"id\":1}"

struct exchange {
    const char *sent;
    const char *expected; /* a reply that ends without a brace is only the beginning of it */
};

static void exchange_on(jrpc_dispatcher *dispatcher, jrpc_service *service, const char *sent,
                        const char *expected) {
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    assert_int_equal(jrpc_process(dispatcher, service, sent, strlen(sent), &reply, NULL), JRPC_OK);
    size_t length = strlen(expected);
    bool whole = length == 0 || expected[length - 1] == '}';
    if (reply.length < length || (whole && reply.length != length) ||
        (length && memcmp(reply.data, expected, length) != 0)) {
        fail_msg("sent     %s\nexpected %s\ngot      %.*s", sent, expected, (int)reply.length, reply.data);
    }
    jrpc_buffer_fini(&reply);
}

static void exchange_all(const char *name, const struct exchange *exchanges, size_t count) {
    app_service *service;
    jrpc_dispatcher *dispatcher;
    assert_int_equal(app_service_new(name, NULL, &service), JRPC_OK);
    assert_int_equal(jrpc_dispatcher_new(NULL, &dispatcher), JRPC_OK);
    for (size_t i = 0; i < count; i++) {
        exchange_on(dispatcher, app_service_get(service), exchanges[i].sent, exchanges[i].expected);
    }
    jrpc_dispatcher_free(dispatcher);
    app_service_free(service);
}

#define EXCHANGE_ALL(name, exchanges)                                                                        \
    exchange_all((name), (exchanges), sizeof(exchanges) / sizeof *(exchanges))

static void test_benchmark(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {CALL("add", "[1,2]"), RESULT("3.0")},
        {CALL("add", "{\"r\":0.2,\"l\":0.1}"), RESULT("0.30000000000000004")},
        {CALL("addInt", "[1,7]"), RESULT("8")},
        {CALL("addInt", "[2147483647,1]"), RESULT("-2147483648")},
        {CALL("NullableFloatToNullableFloat", "[1.23]"), RESULT("1.23")},
        {CALL("NullableFloatToNullableFloat", "[null]"), RESULT("null")},
        {CALL("NullableFloatToNullableFloat", "[]"), RESULT("null")},
        {CALL("Test2", "[3.456]"), RESULT("3.456")},
        {CALL("Test2", "[12345678901234567.000000001]"), RESULT("12345678901234567.000000001")},
        {CALL("StringMe", "[\"Foo\"]"), RESULT("\"Foo\"")},
        {CALL("StringMe", "[7]"), PARAMS},
        {"{\"method\":\"add\",\"params\":[1,2],\"id\":1}", RESULT("3.0")},
    };
    EXCHANGE_ALL("benchmark", exchanges);
}

static void test_conformance(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {CALL("add", "[1,2,4]"), RESULT("7.0")},
        {CALL("add", "[]"), RESULT("0.0")},
        {CALL("add", "[1,\"2\"]"), PARAMS},
        {CALL("add", "[1,\"NaN\"]"), PARAMS},
        {CALL("add", "{\"l\":1}"), PARAMS},
        {CALL("add", "null"), PARAMS},
        {CALL("minus", "[50,8]"), RESULT("42.0")},
        {CALL("minus", "{\"part\":8,\"whole\":50}"), RESULT("42.0")},
        {CALL("minus", "[1]"), PARAMS},
        {CALL("minus", "{\"whole\":5,\"part\":1,\"x\":0}"), PARAMS},
        {CALL("echo", "[ 1.50 , {\"a\" : null} ]"), RESULT("[1.50,{\"a\":null}]")},
        {CALL("echo", "null"), RESULT("null")},
        {R "\"method\":\"echo\",\"id\":1}", RESULT("null")},
        {CALL("pair", "{}"), RESULT("[\"hi\",5]")},
        {CALL("pair", "[1]"), PARAMS},
        {CALL("fail", "[7]"), ERROR("1234", "an application error") ",\"data\":{\"k\":\"v\"}},\"id\":1}"},
        {CALL("boom", "{}"), INTERNAL},
        {CALL("tick", "[1,2,3]"), RESULT("null")},
        {CALL("note", "{\"a\":1}"), RESULT("null")},
        {CALL("count.up", "[]"), RESULT("null")},
        {R "\"method\":\"count.up\"}", ""},
        {CALL("count.get", "[]"), RESULT("2")},
        {CALL("nosuch", "[]"), ERROR("-32601", "Method not found")},
        {CALL("rpc.discover", "[]"), ERROR("-32601", "Method not found")},
        {"{\"method\":\"tick\",\"id\":1}", ERROR("-32600", "Invalid Request")},
    };
    EXCHANGE_ALL("conformance", exchanges);
}

static void test_binding(void **state) {
    (void)state;
    static const struct exchange exchanges[] = {
        {CALL("hit", "[]"), RESULT("1")},
        {CALL("hit", "[]"), RESULT("2")},
        {CALL("pair", "[\"a\",\"\"]"), RESULT("\"a|\"")},
        {CALL("sum", "{\"b\":2,\"a\":40}"), RESULT("42")},
        {CALL("same64", "[-9223372036854775808]"), RESULT("-9223372036854775808")},
        {CALL("sameu64", "[18446744073709551615]"), RESULT("18446744073709551615")},
        {CALL("byte8", "[256]"), PARAMS},
        {CALL("f32", "[0.1]"), RESULT("0.1")},
        {CALL("flag", "[true]"), RESULT("true")},
        {CALL("nul", "[null]"), RESULT("null")},
        {CALL("opt", "[]"), RESULT("6")},
        {CALL("opt2", "[1]"), RESULT("31")},
        {CALL("opt3", "{\"b\":7}"), RESULT("173")},
        {CALL("scale", "{\"v\":3}"), RESULT("12.0")},
        {CALL("scale", "{\"value\":3}"), PARAMS},
        {CALL("any", "[{\"x\":[]}]"), RESULT("11")},
        {CALL("noop", "[]"), RESULT("null")},
        {CALL("setv", "[5]"), RESULT("null")},
        {CALL("getv", "[]"), RESULT("5")},
        {CALL("fail", "[]"), INTERNAL},
        {CALL("failparse", "[\"x\"]"), INTERNAL},
        {CALL("failparse", "[\"12\"]"), RESULT("12")},
        {CALL("badresult", "[]"), INTERNAL},
        {CALL("apperr", "[]"), ERROR("1001", "note missing") ",\"data\":{\"key\":\"zz\"}},\"id\":1}"},
        {CALL("apperr2", "[]"), ERROR("-32001", "plain failure") "},\"id\":1}"},
        {CALL("rid", "[]"), RESULT("\"int:1\"")},
        {CALL("idparam", "[8]"), RESULT("\"8/1\"")},
        {CALL("nested", "[]"), RESULT("\"11/1\"")},
        {CALL("removed", "[]"), ERROR("-32601", "Method not found")},
    };
    EXCHANGE_ALL("binding", exchanges);
}

static void test_an_unknown_service(void **state) {
    (void)state;
    app_service *service = (app_service *)1;
    assert_int_equal(app_service_new("nosuch", NULL, &service), JRPC_E_UNKNOWN);
    assert_null(service);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(app_service_name(0), "benchmark");
    size_t count = 0;
    while (app_service_name(count)) {
        assert_non_null(app_service_about(count));
        count++;
    }
    assert_int_equal(count, 3);
    assert_null(app_service_about(count));
}

enum { THREADS = 4, CALLS = 2000 };

static void *count_up(void *service) {
    static const char sent[] = R "\"method\":\"count.up\"}";
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    if (jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK) return NULL;
    for (int i = 0; i < CALLS; i++) jrpc_process(dispatcher, service, sent, sizeof sent - 1, &reply, NULL);
    jrpc_dispatcher_free(dispatcher);
    jrpc_buffer_fini(&reply);
    return NULL;
}

/* Two services made alike count apart, and one counts right on several threads. */
static void test_state_is_per_service_and_shared_by_threads(void **state) {
    (void)state;
    app_service *counted, *other;
    jrpc_dispatcher *dispatcher;
    assert_int_equal(app_service_new("conformance", NULL, &counted), JRPC_OK);
    assert_int_equal(app_service_new("conformance", NULL, &other), JRPC_OK);
    assert_int_equal(jrpc_dispatcher_new(NULL, &dispatcher), JRPC_OK);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, count_up, app_service_get(counted)), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    exchange_on(dispatcher, app_service_get(counted), CALL("count.get", "[]"), RESULT("8000"));
    exchange_on(dispatcher, app_service_get(other), CALL("count.get", "[]"), RESULT("0"));
    jrpc_dispatcher_free(dispatcher);
    app_service_free(counted);
    app_service_free(other);
}

/* Memory that runs out after `left` allocations, and counts what is out. */
struct meter {
    int left, live;
};

static void *meter_allocate(void *context, size_t size) {
    struct meter *meter = context;
    if (meter->left-- <= 0) return NULL;
    meter->live++;
    return malloc(size);
}

static void *meter_reallocate(void *context, void *memory, size_t old_size, size_t size) {
    (void)old_size;
    struct meter *meter = context;
    return meter->left-- <= 0 ? NULL : realloc(memory, size);
}

static void meter_release(void *context, void *memory, size_t size) {
    (void)size;
    struct meter *meter = context;
    meter->live--;
    free(memory);
}

static void test_every_failing_allocation(void **state) {
    (void)state;
    for (size_t n = 0; app_service_name(n); n++) {
        bool made = false;
        for (int allocations = 0; !made; allocations++) {
            assert_true(allocations < 10000);
            struct meter meter = {.left = allocations};
            const jrpc_allocator allocator = {meter_allocate, meter_reallocate, meter_release, &meter};
            jrpc_service_options options;
            app_service_options_init(app_service_name(n), &options);
            options.allocator = &allocator;
            app_service *service;
            jrpc_status status = app_service_new(app_service_name(n), &options, &service);
            made = status == JRPC_OK;
            assert_true(made || (status == JRPC_E_MEMORY && !service));
            app_service_free(service);
            assert_int_equal(meter.live, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_benchmark),
        cmocka_unit_test(test_conformance),
        cmocka_unit_test(test_binding),
        cmocka_unit_test(test_an_unknown_service),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_state_is_per_service_and_shared_by_threads),
        cmocka_unit_test(test_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
