/* SPDX-License-Identifier: MIT */
/* Methods that read their params and write their result by hand: any number of params, and results of any shape. */
#include <jrpc/jrpc.h>

#include <stdio.h>

/* The sum of all params, which are Numbers by position. */
static bool sum(jrpc_call *call, const jrpc_value *params) {
    double total = 0;
    if (!params || jrpc_value_kind(params) != JRPC_ARRAY)
        return jrpc_call_fail_params(call, "Numbers by position.");
    for (const jrpc_value *v = jrpc_value_begin(params); v != jrpc_value_end(params);
         v = jrpc_value_after(v)) {
        double number;
        if (!jrpc_read_double(call, v, &number))
            return jrpc_call_fail_params(call, "Each param is a Number.");
        total += number;
    }
    return jrpc_write_double(call, total);
}
JRPC_METHOD_BY_HAND(sum, "sum");

/* [{"name":..,"kind":..}] for the params by name. */
static bool describe(jrpc_call *call, const jrpc_value *params) {
    static const char *const kinds[] = {"null", "false", "true", "number", "string", "array", "object"};
    if (!params || jrpc_value_kind(params) != JRPC_OBJECT)
        return jrpc_call_fail_params(call, "Params by name.");
    if (!jrpc_write_array_begin(call)) return false;
    for (const jrpc_value *m = jrpc_value_begin(params); m != jrpc_value_end(params);
         m = jrpc_value_after(m + 1)) {
        jrpc_string name;
        const char *kind = kinds[jrpc_value_kind(m + 1)];
        bool written = jrpc_read_jrpc_string(call, m, &name) && jrpc_write_object_begin(call) &&
                       jrpc_write_name(call, "name", 4) && jrpc_write_jrpc_string(call, name) &&
                       jrpc_write_name(call, "kind", 4) &&
                       jrpc_write_jrpc_string(call, (jrpc_string){kind, strlen(kind)}) &&
                       jrpc_write_object_end(call);
        if (!written) return false;
    }
    return jrpc_write_array_end(call);
}
JRPC_METHOD_BY_HAND(describe, "describe");

static int run(jrpc_dispatcher *dispatcher, jrpc_service *service, const char *request) {
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    jrpc_status status = jrpc_process(dispatcher, service, request, strlen(request), &reply, NULL);
    printf("%.*s\n", (int)reply.length, reply.data);
    jrpc_buffer_fini(&reply);
    return status == JRPC_OK ? 0 : 1;
}

int main(void) {
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    if (jrpc_service_new(NULL, &service) != JRPC_OK || jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK)
        return 1;
    static const jrpc_method *const methods[] = {&sum_method, &describe_method};
    if (jrpc_service_add(service, methods, 2, NULL) != JRPC_OK) return 1;
    int failed =
        run(dispatcher, service, "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[1,2.5,3e1],\"id\":1}") |
        run(dispatcher, service, "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[\"x\"],\"id\":2}") |
        run(dispatcher, service,
            "{\"jsonrpc\":\"2.0\",\"method\":\"describe\",\"params\":{\"a\":[],\"b\\n\":1},\"id\":3}");
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
    return failed;
}
