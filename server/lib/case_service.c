/* SPDX-License-Identifier: MIT */
#include "case_service.h"

#include <inttypes.h>
#include <stdio.h>

static int32_t beat(void) {
    return 11;
}
JRPC_METHOD(beat, int32_t);

static int32_t hit(jrpc_call *call) {
    case_state *state = jrpc_call_instance(call);
    return ++state->hits;
}
JRPC_METHOD_CALL(hit, int32_t);

static jrpc_string echo(jrpc_string s) {
    return s;
}
JRPC_METHOD(echo, jrpc_string, (jrpc_string, "s"));

static jrpc_string pair(jrpc_call *call, jrpc_string a, jrpc_string b) {
    char *text = jrpc_call_alloc(call, a.length + b.length + 1);
    if (!text) return (jrpc_string){0};
    if (a.length) memcpy(text, a.data, a.length);
    text[a.length] = '|';
    if (b.length) memcpy(text + a.length + 1, b.data, b.length);
    return (jrpc_string){text, a.length + b.length + 1};
}
JRPC_METHOD_CALL(pair, jrpc_string, (jrpc_string, "a"), (jrpc_string, "b"));

static int32_t sum(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
JRPC_METHOD(sum, int32_t, (int32_t, "a"), (int32_t, "b"));

static double addf(double l, double r) {
    return l + r;
}
JRPC_METHOD(addf, double, (double, "l"), (double, "r"));

/* Methods that give back what they take, one for each type. */
#define SAME(name, T)                                                                                        \
    static T name(T v) {                                                                                     \
        return v;                                                                                            \
    }                                                                                                        \
    JRPC_METHOD(name, T, (T, "v"))
SAME(i8, int8_t);
SAME(i16, int16_t);
SAME(i32, int32_t);
SAME(i64, int64_t);
SAME(u8, uint8_t);
SAME(u16, uint16_t);
SAME(u32, uint32_t);
SAME(u64, uint64_t);
SAME(f32, float);
SAME(f64, double);
SAME(flag, bool);
SAME(dec, jrpc_decimal);
SAME(raw, jrpc_raw);
SAME(oi32, jrpc_opt_int32_t);
SAME(of32, jrpc_opt_float);
SAME(of64, jrpc_opt_double);
SAME(oflag, jrpc_opt_bool);
SAME(odec, jrpc_opt_decimal);
SAME(ostr, jrpc_opt_string);
SAME(oraw, jrpc_opt_raw);
SAME(ou64, jrpc_opt_uint64_t);

static int32_t opt(int32_t a) {
    return a;
}
JRPC_METHOD(opt, int32_t, (int32_t, "a", 6));

static int32_t opt2(int32_t a, int32_t b) {
    return a + b;
}
JRPC_METHOD(opt2, int32_t, (int32_t, "a"), (int32_t, "b", 30));

static int32_t opt3(int32_t a, int32_t b, int32_t c) {
    return a * 100 + b * 10 + c;
}
JRPC_METHOD(opt3, int32_t, (int32_t, "a", 1), (int32_t, "b", 2), (int32_t, "c", 3));

static double scale(double value, double factor) {
    return value * factor;
}
JRPC_METHOD(scale, double, (double, "v"), (double, "factor", 4));

static int32_t s16(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f, int32_t g, int32_t h,
                   int32_t i, int32_t j, int32_t k, int32_t l, int32_t m, int32_t n, int32_t o, int32_t p) {
    return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + 100 * p;
}
JRPC_METHOD_AS(s16, "sum.sixteen", int32_t, (int32_t, "a"), (int32_t, "b"), (int32_t, "c"), (int32_t, "d"),
               (int32_t, "e"), (int32_t, "f"), (int32_t, "g"), (int32_t, "h"), (int32_t, "i"), (int32_t, "j"),
               (int32_t, "k"), (int32_t, "l"), (int32_t, "m"), (int32_t, "n"), (int32_t, "o"),
               (int32_t, "p", 2));

static void noop(void) {}
JRPC_METHOD(noop, void);

static void setv(jrpc_call *call, int32_t v) {
    case_state *state = jrpc_call_instance(call);
    state->stored = v;
}
JRPC_METHOD_CALL(setv, void, (int32_t, "v"));

static int32_t getv(jrpc_call *call) {
    const case_state *state = jrpc_call_instance(call);
    return state->stored;
}
JRPC_METHOD_CALL(getv, int32_t);

static int32_t broken(jrpc_call *call) {
    jrpc_call_fail_internal(call, "the disk is \"full\"");
    return 0;
}
JRPC_METHOD_CALL_AS(broken, "fail", int32_t);

static int32_t apperr(jrpc_call *call) {
    static const char data[] = "{ \"key\" :\n\"zz\" }";
    jrpc_call_fail_data(call, 1001, "note missing", data, sizeof data - 1);
    return 5;
}
JRPC_METHOD_CALL(apperr, int32_t);

static int32_t apperr2(jrpc_call *call) {
    jrpc_call_fail(call, 1, "first");
    jrpc_call_fail_data(call, -32001, "plain failure", "null", 4);
    return 0;
}
JRPC_METHOD_CALL(apperr2, int32_t);

static void errdata(jrpc_call *call) {
    jrpc_call_fail_data(call, 7, "x", "{]", 2);
}
JRPC_METHOD_CALL(errdata, void);

static void errtext(jrpc_call *call) {
    jrpc_call_fail(call, 7, "\xff");
}
JRPC_METHOD_CALL(errtext, void);

static jrpc_raw badraw(void) {
    return (jrpc_raw){"[1,", 3};
}
JRPC_METHOD(badraw, jrpc_raw);

static jrpc_raw lines(void) {
    static const char text[] = "{\r\n \"a b\" : [ 1 ,\n\"\\\" c\" ]\t}";
    return (jrpc_raw){text, sizeof text - 1};
}
JRPC_METHOD(lines, jrpc_raw);

static jrpc_string badtext(void) {
    return (jrpc_string){"plain text, and then \xc3", 22};
}
JRPC_METHOD(badtext, jrpc_string);

/* A result that goes wrong when half of it has been written. */
static bool badresult(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    return jrpc_write_array_begin(call) && jrpc_write_int32_t(call, 1) &&
           jrpc_write_jrpc_string(call, (jrpc_string){"\xed\xa0\x80", 3}) && jrpc_write_array_end(call);
}
JRPC_METHOD_BY_HAND(badresult, "badresult");

static bool unfinished(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    return jrpc_write_array_begin(call);
}
JRPC_METHOD_BY_HAND(unfinished, "unfinished");

static bool twice(jrpc_call *call, const jrpc_value *params) {
    (void)params;
    jrpc_write_int32_t(call, 1);
    jrpc_write_int32_t(call, 2);
    return true;
}
JRPC_METHOD_BY_HAND(twice, "twice");

static bool silent(jrpc_call *call, const jrpc_value *params) {
    (void)call;
    return params != NULL;
}
JRPC_METHOD_BY_HAND(silent, "silent");

/* {"count":n,"first":..,"empty":[{}]} of its params. */
static bool shape(jrpc_call *call, const jrpc_value *params) {
    if (!params) return jrpc_call_fail_params(call, "Something is needed.");
    jrpc_raw first = {"null", 4};
    const jrpc_value *begin = jrpc_value_begin(params);
    if (params->kind == JRPC_OBJECT) begin = jrpc_value_member(call, params, "first", 5);
    if (begin && jrpc_value_count(params) && !jrpc_read_jrpc_raw(call, begin, &first)) return false;
    return jrpc_write_object_begin(call) && jrpc_write_name(call, "count", 5) &&
           jrpc_write_uint64_t(call, jrpc_value_count(params)) && jrpc_write_name(call, "first", 5) &&
           jrpc_write_jrpc_raw(call, first) && jrpc_write_name(call, "empty", 5) &&
           jrpc_write_array_begin(call) && jrpc_write_object_begin(call) && jrpc_write_object_end(call) &&
           jrpc_write_bool(call, true) && jrpc_write_array_end(call) && jrpc_write_object_end(call);
}
JRPC_METHOD_BY_HAND(shape, "shape");

static jrpc_string describe_id(jrpc_call *call) {
    jrpc_id id = jrpc_call_id(call);
    jrpc_string text = {id.raw.data, id.raw.length};
    if (id.kind == JRPC_ID_STRING && !jrpc_call_id_string(call, &text)) return (jrpc_string){0};
    static const char *const kinds[] = {"absent", "int:", "number:", "string:", "null:"};
    char begin[64];
    int length = snprintf(begin, sizeof begin, "%s%" PRId64 " ", kinds[id.kind], id.integer);
    char *out = jrpc_call_alloc(call, (size_t)length + text.length);
    if (!out) return (jrpc_string){0};
    memcpy(out, begin, (size_t)length);
    if (text.length) memcpy(out + length, text.data, text.length);
    return (jrpc_string){out, (size_t)length + text.length};
}
JRPC_METHOD_CALL_AS(describe_id, "rid", jrpc_string);

static jrpc_string idparam(jrpc_call *call, int32_t id) {
    char text[64];
    jrpc_id own = jrpc_call_id(call);
    int shown = own.raw.length < 40 ? (int)own.raw.length : 40;
    int length = snprintf(text, sizeof text, "%" PRId32 "/%.*s", id, shown, own.raw.data);
    return jrpc_call_copy(call, text, (size_t)length);
}
JRPC_METHOD_CALL(idparam, jrpc_string, (int32_t, "id"));

/* Runs beat under another id, then says what came and its own id. */
static jrpc_string nested(jrpc_call *call) {
    static const char request[] = "{\"method\":\"beat\",\"id\":\"inner\"}";
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    jrpc_string result = {0};
    if (jrpc_call_process(call, NULL, request, sizeof request - 1, &reply, NULL) != JRPC_OK) {
        jrpc_call_fail_internal(call, "nested");
    } else {
        jrpc_id own = jrpc_call_id(call);
        char text[512];
        int shown = own.raw.length < 40 ? (int)own.raw.length : 40;
        int length =
            snprintf(text, sizeof text, "%.*s %.*s", (int)reply.length, reply.data, shown, own.raw.data);
        result = jrpc_call_copy(call, text, (size_t)length);
    }
    jrpc_buffer_fini(&reply);
    return result;
}
JRPC_METHOD_CALL(nested, jrpc_string);

/* Calls itself until it may not; answers how often it could. */
static int32_t deeper(jrpc_call *call) {
    static const char request[] = "{\"method\":\"deeper\",\"id\":1}";
    case_state *state = jrpc_call_instance(call);
    state->stored++;
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    jrpc_status status = jrpc_call_process(call, NULL, request, sizeof request - 1, &reply, NULL);
    if (status != JRPC_OK && status != JRPC_E_LIMIT) jrpc_call_fail_internal(call, jrpc_status_str(status));
    jrpc_buffer_fini(&reply);
    return state->stored;
}
JRPC_METHOD_CALL(deeper, int32_t);

jrpc_status case_service_add(jrpc_service *service, case_state *state) {
    static const jrpc_method *const methods[] = {
        &beat_method,   &hit_method,    &echo_method,    &pair_method,        &sum_method,
        &addf_method,   &i8_method,     &i16_method,     &i32_method,         &i64_method,
        &u8_method,     &u16_method,    &u32_method,     &u64_method,         &f32_method,
        &f64_method,    &flag_method,   &dec_method,     &raw_method,         &oi32_method,
        &of32_method,   &of64_method,   &oflag_method,   &odec_method,        &ostr_method,
        &oraw_method,   &ou64_method,   &opt_method,     &opt2_method,        &opt3_method,
        &scale_method,  &s16_method,    &noop_method,    &setv_method,        &getv_method,
        &broken_method, &apperr_method, &apperr2_method, &errdata_method,     &errtext_method,
        &badraw_method, &lines_method,  &badtext_method, &badresult_method,   &unfinished_method,
        &twice_method,  &silent_method, &shape_method,   &describe_id_method, &idparam_method,
        &nested_method, &deeper_method};
    return jrpc_service_add(service, methods, sizeof methods / sizeof methods[0], state);
}
