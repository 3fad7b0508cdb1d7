/* SPDX-License-Identifier: MIT */
/* The methods that the conformance suite calls, on any server. */
#include "service_kind.h"

#include <stdatomic.h>

struct state {
    atomic_llong count;
};

/* Any count of numbers by position. */
static bool add(jrpc_call *call, const jrpc_value *params) {
    if (!params || jrpc_value_kind(params) != JRPC_ARRAY)
        return jrpc_call_fail_params(call, "numbers by position");
    double sum = 0;
    for (const jrpc_value *v = jrpc_value_begin(params); v != jrpc_value_end(params);
         v = jrpc_value_after(v)) {
        double number;
        if (jrpc_value_kind(v) != JRPC_NUMBER || !jrpc_read_double(call, v, &number)) {
            return jrpc_call_fail_params(call, "numbers only");
        }
        sum += number;
    }
    return jrpc_write_double(call, sum);
}
JRPC_METHOD_BY_HAND(add, "add");

static double minus(double whole, double part) {
    return whole - part;
}
JRPC_METHOD(minus, double, (double, "whole"), (double, "part"));

static bool echo(jrpc_call *call, const jrpc_value *params) {
    if (!params) return jrpc_write_null(call);
    jrpc_raw raw;
    return jrpc_read_jrpc_raw(call, params, &raw) && jrpc_write_jrpc_raw(call, raw);
}
JRPC_METHOD_BY_HAND(echo, "echo");

static jrpc_raw pair(void) {
    return (jrpc_raw){"[\"hi\",5]", 8};
}
JRPC_METHOD(pair, jrpc_raw);

/* Whatever it is sent. */
static bool fail(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    return jrpc_call_fail_data(call, 1234, "an application error", "{\"k\":\"v\"}", 9);
}
JRPC_METHOD_BY_HAND(fail, "fail");

static bool boom(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    return jrpc_call_fail_internal(call, "it always does");
}
JRPC_METHOD_BY_HAND(boom, "boom");

static bool accept_anything(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    return jrpc_write_null(call);
}

static void count_up(jrpc_call *call) {
    struct state *state = jrpc_call_instance(call);
    atomic_fetch_add_explicit(&state->count, 1, memory_order_relaxed);
}
JRPC_METHOD_CALL_AS(count_up, "count.up", void);

static int64_t count_get(jrpc_call *call) {
    struct state *state = jrpc_call_instance(call);
    return atomic_load_explicit(&state->count, memory_order_relaxed);
}
JRPC_METHOD_CALL_AS(count_get, "count.get", int64_t);

static const jrpc_method tick_method = {
    .size = sizeof(jrpc_method), .name = "tick", .by_hand = accept_anything};
static const jrpc_method note_method = {
    .size = sizeof(jrpc_method), .name = "note", .by_hand = accept_anything};

static const jrpc_method *const methods[] = {&add_method,      &minus_method,     &echo_method, &pair_method,
                                             &fail_method,     &boom_method,      &tick_method, &note_method,
                                             &count_up_method, &count_get_method, NULL};

const app_service_kind app_service_conformance = {
    .name = "conformance",
    .about = "add, minus, echo, pair, fail, boom, tick, note, count.up, count.get: what conformance calls",
    .methods = methods,
    .state_size = sizeof(struct state),
    .version = JRPC_VERSION_STRICT,
};
