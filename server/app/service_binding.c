/* SPDX-License-Identifier: MIT */
/* A method for each thing that binding, results, errors and ids can do: what the library's own cases call. */
#include "service_kind.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct state {
    atomic_int hits, value;
};

static int32_t wrapping_sum(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static jrpc_string join(jrpc_call *call, jrpc_string head, jrpc_string tail) {
    char *text = jrpc_call_alloc(call, head.length + tail.length + 1);
    if (!text) return (jrpc_string){NULL, 0};
    if (head.length) memcpy(text, head.data, head.length);
    if (tail.length) memcpy(text + head.length, tail.data, tail.length);
    return (jrpc_string){text, head.length + tail.length};
}

#define TEXT(literal) ((jrpc_string){(literal), sizeof(literal) - 1})

/* ---- The argument back, by type ---- */

static jrpc_string echo(jrpc_string s) {
    return s;
}
JRPC_METHOD(echo, jrpc_string, (jrpc_string, "s"));

static int64_t same64(int64_t v) {
    return v;
}
JRPC_METHOD(same64, int64_t, (int64_t, "v"));

static uint64_t sameu64(uint64_t v) {
    return v;
}
JRPC_METHOD(sameu64, uint64_t, (uint64_t, "v"));

static uint8_t byte8(uint8_t v) {
    return v;
}
JRPC_METHOD(byte8, uint8_t, (uint8_t, "v"));

static double fl(double v) {
    return v;
}
JRPC_METHOD(fl, double, (double, "v"));

static float f32(float v) {
    return v;
}
JRPC_METHOD(f32, float, (float, "v"));

static bool flag(bool b) {
    return b;
}
JRPC_METHOD(flag, bool, (bool, "b"));

static jrpc_opt_int32_t nul(jrpc_opt_int32_t v) {
    return v;
}
JRPC_METHOD(nul, jrpc_opt_int32_t, (jrpc_opt_int32_t, "v"));

static int32_t any(jrpc_raw v) {
    (void)v;
    return 11;
}
JRPC_METHOD(any, int32_t, (jrpc_raw, "v"));

/* ---- Parameters: order, names, defaults ---- */

static int32_t sum(int32_t a, int32_t b) {
    return wrapping_sum(a, b);
}
JRPC_METHOD(sum, int32_t, (int32_t, "a"), (int32_t, "b"));

static double addf(double l, double r) {
    return l + r;
}
JRPC_METHOD(addf, double, (double, "l"), (double, "r"));

static jrpc_string pair(jrpc_call *call, jrpc_string a, jrpc_string b) {
    return join(call, join(call, a, TEXT("|")), b);
}
JRPC_METHOD_CALL(pair, jrpc_string, (jrpc_string, "a"), (jrpc_string, "b"));

static int32_t opt(int32_t a) {
    return a;
}
JRPC_METHOD(opt, int32_t, (int32_t, "a", 6));

static int32_t opt2(int32_t a, int32_t b) {
    return wrapping_sum(a, b);
}
JRPC_METHOD(opt2, int32_t, (int32_t, "a"), (int32_t, "b", 30));

static int32_t opt3(int32_t a, int32_t b, int32_t c) {
    return (int32_t)((uint32_t)a * 100 + (uint32_t)b * 10 + (uint32_t)c);
}
JRPC_METHOD(opt3, int32_t, (int32_t, "a", 1), (int32_t, "b", 2), (int32_t, "c", 3));

static double scale(double value, double factor) {
    return value * factor;
}
JRPC_METHOD(scale, double, (double, "v"), (double, "factor", 4));

/* ---- State ---- */

static int32_t beat(void) {
    return 11;
}
JRPC_METHOD(beat, int32_t);

static int32_t hit(jrpc_call *call) {
    struct state *state = jrpc_call_instance(call);
    return atomic_fetch_add_explicit(&state->hits, 1, memory_order_relaxed) + 1;
}
JRPC_METHOD_CALL(hit, int32_t);

static void noop(void) {}
JRPC_METHOD(noop, void);

static void setv(jrpc_call *call, int32_t v) {
    struct state *state = jrpc_call_instance(call);
    atomic_store_explicit(&state->value, v, memory_order_relaxed);
}
JRPC_METHOD_CALL(setv, void, (int32_t, "v"));

static int32_t getv(jrpc_call *call) {
    struct state *state = jrpc_call_instance(call);
    return atomic_load_explicit(&state->value, memory_order_relaxed);
}
JRPC_METHOD_CALL(getv, int32_t);

/* ---- Failures ---- */

static void fail(jrpc_call *call) {
    jrpc_call_fail_internal(call, "fail() was called");
}
JRPC_METHOD_CALL(fail, void);

/* A conversion that fails in here is the server's fault, not the caller's. */
static int32_t failparse(jrpc_call *call, jrpc_string t) {
    int32_t value = 0;
    for (size_t i = 0; i < t.length && i < 9; i++) {
        if (t.data[i] < '0' || t.data[i] > '9') return jrpc_call_fail_internal(call, "t is no number"), 0;
        value = value * 10 + (t.data[i] - '0');
    }
    return value;
}
JRPC_METHOD_CALL(failparse, int32_t, (jrpc_string, "t"));

/* The writer refuses the second element, when the first has been written. */
static bool badresult(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    static const jrpc_string broken = {"\xC3(", 2};
    return jrpc_write_array_begin(call) && jrpc_write_int32_t(call, 1) &&
           jrpc_write_jrpc_string(call, broken) && jrpc_write_array_end(call);
}
JRPC_METHOD_BY_HAND(badresult, "badresult");

static void apperr(jrpc_call *call) {
    static const char data[] = "{\"key\":\"zz\"}";
    jrpc_call_fail_data(call, 1001, "note missing", data, sizeof data - 1);
}
JRPC_METHOD_CALL(apperr, void);

static void apperr2(jrpc_call *call) {
    jrpc_call_fail(call, -32001, "plain failure");
}
JRPC_METHOD_CALL(apperr2, void);

/* ---- The request's id, and requests within requests ---- */

static jrpc_string id_text(const jrpc_call *call) {
    jrpc_raw raw = jrpc_call_id(call).raw;
    return (jrpc_string){raw.data, raw.length};
}

static jrpc_string rid(jrpc_call *call) {
    jrpc_string text = id_text(call);
    switch (jrpc_call_id(call).kind) {
    case JRPC_ID_INTEGER: return join(call, TEXT("int:"), text);
    case JRPC_ID_NUMBER: return join(call, TEXT("big:"), text);
    case JRPC_ID_STRING: return jrpc_call_id_string(call, &text) ? join(call, TEXT("str:"), text) : text;
    case JRPC_ID_NULL: return TEXT("null");
    default: return TEXT("absent");
    }
}
JRPC_METHOD_CALL(rid, jrpc_string);

static jrpc_string number_and_id(jrpc_call *call, int32_t number) {
    char text[16];
    int length = snprintf(text, sizeof text, "%" PRId32 "/", number);
    return join(call, (jrpc_string){text, (size_t)length}, id_text(call));
}

static jrpc_string idparam(jrpc_call *call, int32_t id) {
    return number_and_id(call, id);
}
JRPC_METHOD_CALL(idparam, jrpc_string, (int32_t, "id"));

static jrpc_string nested(jrpc_call *call) {
    static const char inner[] = "{\"jsonrpc\":\"2.0\",\"method\":\"beat\",\"id\":\"another\"}";
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    long result = 0;
    if (jrpc_call_process(call, NULL, inner, sizeof inner - 1, &reply, NULL) == JRPC_OK &&
        jrpc_buffer_append(&reply, "", 1)) {
        const char *found = strstr(reply.data, "\"result\":");
        if (found) result = strtol(found + strlen("\"result\":"), NULL, 10);
    }
    jrpc_buffer_fini(&reply);
    return number_and_id(call, (int32_t)result);
}
JRPC_METHOD_CALL(nested, jrpc_string);

/* Taken out again before the first request. */
static void removed(void) {}
JRPC_METHOD(removed, void);

static const jrpc_method *const methods[] = {&echo_method,
                                             &same64_method,
                                             &sameu64_method,
                                             &byte8_method,
                                             &fl_method,
                                             &f32_method,
                                             &flag_method,
                                             &nul_method,
                                             &any_method,
                                             &sum_method,
                                             &addf_method,
                                             &pair_method,
                                             &opt_method,
                                             &opt2_method,
                                             &opt3_method,
                                             &scale_method,
                                             &beat_method,
                                             &hit_method,
                                             &noop_method,
                                             &setv_method,
                                             &getv_method,
                                             &fail_method,
                                             &failparse_method,
                                             &badresult_method,
                                             &apperr_method,
                                             &apperr2_method,
                                             &rid_method,
                                             &idparam_method,
                                             &nested_method,
                                             &removed_method,
                                             NULL};

const app_service_kind app_service_binding = {
    .name = "binding",
    .about = "a method for each type, default, failure and kind of id: what the cases of the library call",
    .methods = methods,
    .state_size = sizeof(struct state),
    .version = JRPC_VERSION_LENIENT,
    .removed = "removed",
};
