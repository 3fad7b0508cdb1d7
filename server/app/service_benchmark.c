/* SPDX-License-Identifier: MIT */
/* The methods that every benchmark calls, described for all servers in compare/methods.json. */
#include "service_kind.h"

static double add(double l, double r) {
    return l + r;
}
JRPC_METHOD(add, double, (double, "l"), (double, "r"));

/* Wraps around, as unsigned arithmetic does: a peer must not be able to make a signed addition overflow. */
static int32_t add_int(int32_t l, int32_t r) {
    return (int32_t)((uint32_t)l + (uint32_t)r);
}
JRPC_METHOD_AS(add_int, "addInt", int32_t, (int32_t, "l"), (int32_t, "r"));

static jrpc_opt_float nullable_float(jrpc_opt_float a) {
    return a;
}
JRPC_METHOD_AS(nullable_float, "NullableFloatToNullableFloat", jrpc_opt_float, (jrpc_opt_float, "a"));

static jrpc_decimal test2(jrpc_decimal x) {
    return x;
}
JRPC_METHOD_AS(test2, "Test2", jrpc_decimal, (jrpc_decimal, "x"));

static jrpc_string string_me(jrpc_string x) {
    return x;
}
JRPC_METHOD_AS(string_me, "StringMe", jrpc_string, (jrpc_string, "x"));

static const jrpc_method *const methods[] = {&add_method,   &add_int_method,   &nullable_float_method,
                                             &test2_method, &string_me_method, NULL};

const app_service_kind app_service_benchmark = {
    .name = "benchmark",
    .about = "add, addInt, NullableFloatToNullableFloat, Test2, StringMe: what bench calls",
    .methods = methods,
    .version = JRPC_VERSION_LENIENT,
};
