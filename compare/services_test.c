/* SPDX-License-Identifier: MIT */

/* services_test TARGET.json [BIN]: launches the target for every transport and framing that it has and calls each method of
 * both services. */

#include "caller.h"

#include "wire/target.h"
#include "wire/test.h"

#include <stdio.h>
#include <string.h>

enum { seconds = 10 };

static wire_target *target;
static const char *bin; /* folder of its program, {bin} in the target */

/* `answer`: the result, or the error object without its message. */
static const struct call {
    const char *method, *params, *answer;
} benchmark_calls[] = {
    {"add", "[1,2]", "3"},
    {"add", "{\"r\":0.25,\"l\":-1}", "-0.75"},
    {"add", "[\"Infinity\",1]", "\"Infinity\""},
    {"add", "[1]", "{\"code\":-32602}"},
    {"add", "[1,2,3]", "{\"code\":-32602}"},
    {"add", "[1,\"2\"]", "{\"code\":-32602}"},
    {"add", "[1,true]", "{\"code\":-32602}"},
    {"add", "{\"l\":1,\"s\":2}", "{\"code\":-32602}"},
    {"addInt", "[1,7]", "8"},
    {"addInt", "{\"l\":2147483647,\"r\":1}", "-2147483648"},
    {"addInt", "[2147483648,0]", "{\"code\":-32602}"},
    {"addInt", "[0.5,0]", "{\"code\":-32602}"},
    {"NullableFloatToNullableFloat", "[1.23]", "1.23"},
    {"NullableFloatToNullableFloat", "{\"a\":-0.5}", "-0.5"},
    {"NullableFloatToNullableFloat", "[null]", "null"},
    {"NullableFloatToNullableFloat", "[]", "null"},
    {"NullableFloatToNullableFloat", "[\"1\"]", "{\"code\":-32602}"},
    {"Test2", "[3.456]", "3.456"},
    {"Test2", "{\"x\":-17}", "-17"},
    {"Test2", "[\"3.456\"]", "{\"code\":-32602}"},
    {"StringMe", "[\"Foo\"]", "\"Foo\""},
    {"StringMe", "{\"x\":\"\\u00e9\\ud83d\\ude80\\\"\\n\"}", "\"\\u00e9\\ud83d\\ude80\\\"\\n\""},
    {"StringMe", "[1]", "{\"code\":-32602}"},
    {"nosuch", "[]", "{\"code\":-32601}"},
};

static const struct call conformance_calls[] = {
    {"add", "[1,2,3.5,4]", "10.5"},
    {"add", "[]", "0"},
    {"add", "[1,\"2\"]", "{\"code\":-32602}"},
    {"add", "{\"l\":1,\"r\":2}", "{\"code\":-32602}"},
    {"minus", "[5,3]", "2"},
    {"minus", "{\"part\":3,\"whole\":5}", "2"},
    {"minus", "[5]", "{\"code\":-32602}"},
    {"minus", "{\"whole\":5,\"prat\":3}", "{\"code\":-32602}"},
    {"echo", "[{\"a\":[null,true]}]", "[{\"a\":[null,true]}]"},
    {"echo", "{\"a\":[1,\"\\u0000\"]}", "{\"a\":[1,\"\\u0000\"]}"},
    {"echo", "[]", "[]"},
    {"echo", "{}", "{}"},
    {"pair", "[]", "[\"hi\",5]"},
    {"pair", "{}", "[\"hi\",5]"},
    {"pair", "[1]", "{\"code\":-32602}"},
    {"fail", "[]", "{\"code\":1234,\"data\":{\"k\":\"v\"}}"},
    {"boom", "[]", "{\"code\":-32603}"},
    {"tick", "[1,{}]", "null"},
    {"note", "{\"a\":1}", "null"},
    {"no.such", "[]", "{\"code\":-32601}"},
    {"rpc.discover", "[]", "{\"code\":-32601}"},
    {"count.get", "[]", "0"},
    {"count.up", "[]", "null"},
    {"count.get", "[]", "1"},
};

/* Whether an error object has the code that is wanted, and the data where some is wanted. */
static bool error_fits(const wire_value *found, const wire_value *wanted) {
    const wire_value *data = wire_member(wanted, "data");
    return wire_equal(wire_member(found, "code"), wire_member(wanted, "code")) &&
           (!data || wire_equal(wire_member(found, "data"), data));
}

static bool fits(const wire_value *reply, const wire_value *wanted, int64_t id) {
    const bool error = wire_member(wanted, "code") != NULL;
    const wire_value *found = wire_member(reply, error ? "error" : "result");
    return found && wire_string_is(wire_member(reply, "jsonrpc"), "2.0") &&
           wire_number_is(wire_member(reply, "id"), id) &&
           (error ? error_fits(found, wanted) : wire_equal(found, wanted));
}

static void call_one(struct caller *caller, const struct call *call, int id) {
    char request[256];
    wire_error error = {""};
    wire_document reply = {0}, wanted = {0};
    snprintf(request, sizeof request, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s,\"id\":%d}",
             call->method, call->params, id);
    assert_true(wire_read(&wanted, call->answer, strlen(call->answer)));
    if (!caller_call(caller, request, &reply, &error)) fail_msg("%s: %s", request, error.text);
    if (!fits(reply.root, wanted.root, id))
        fail_msg("sent %s, got %.*s, expected %s", request, (int)reply.root->raw.length,
                 reply.root->raw.bytes, call->answer);
    wire_document_fini(&reply);
    wire_document_fini(&wanted);
}

/* A notification runs, and what comes next is the reply to the next call. */
static void notify_and_count(struct caller *caller) {
    static const struct call count = {"count.get", "[]", "2"};
    wire_error error = {""};
    if (!caller_notify(caller, "{\"jsonrpc\":\"2.0\",\"method\":\"count.up\"}", &error))
        fail_msg("%s", error.text);
    call_one(caller, &count, 1000);
}

static void serve_one(const wire_launch *launch) {
    const bool benchmark = strcmp(launch->service, "benchmark") == 0;
    const struct call *calls = benchmark ? benchmark_calls : conformance_calls;
    const size_t count = benchmark ? COUNT_OF(benchmark_calls) : COUNT_OF(conformance_calls);
    wire_error error = {""};
    struct caller caller;
    wire_server *server = wire_target_start(target, launch, &error);
    if (!server) fail_msg("%s", error.text);
    if (!caller_open(&caller, server, seconds, &error)) fail_msg("%s", error.text);
    for (size_t i = 0; i < count; i++) call_one(&caller, &calls[i], (int)i);
    if (!benchmark) notify_and_count(&caller);
    caller_close(&caller);
    if (!wire_server_stop(server, seconds, &error))
        fail_msg("%s: %s", wire_transport_name(launch->transport), error.text);
}

/* HTTP has no framing to choose. */
static bool framing_used(wire_transport transport, wire_framing framing) {
    return wire_transport_is_http(transport) ? framing == WIRE_CONCATENATED
                                             : wire_target_has_framing(target, framing);
}

static void serve(const char *service) {
    for (wire_transport transport = 0; transport < WIRE_TRANSPORTS; transport++)
        for (wire_framing framing = 0; framing < WIRE_FRAMINGS; framing++) {
            const wire_launch launch = {
                .transport = transport, .framing = framing, .service = service, .bin = bin};
            if (wire_target_has_transport(target, transport) && framing_used(transport, framing))
                serve_one(&launch);
        }
}

static void answers_the_benchmark_service(void **state) {
    (void)state;
    serve("benchmark");
}

static void answers_the_conformance_service(void **state) {
    (void)state;
    if (!wire_target_has_service(target, "conformance")) skip();
    serve("conformance");
}

/* False: it cannot run here, and says so. */
static bool available(void) {
    wire_error error = {""};
    for (wire_transport transport = 0; transport < WIRE_TRANSPORTS; transport++) {
        const wire_launch launch = {.transport = transport, .bin = bin};
        if (wire_target_has_transport(target, transport) && !wire_target_available(target, &launch, &error)) {
            printf("skipped: %s\n", error.text);
            return false;
        }
    }
    return true;
}

int main(int count, char **arguments) {
    wire_error error = {""};
    target = count > 1 ? wire_target_load(arguments[1], &error) : NULL;
    if (!target) {
        fprintf(stderr, "usage: services_test TARGET.json [BIN]\n%s\n", error.text);
        return 2;
    }
    bin = arguments[2]; /* NULL where it is not given: argv ends so */
    if (!available()) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_the_benchmark_service),
        cmocka_unit_test(answers_the_conformance_service),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wire_target_free(target);
    return failed;
}
