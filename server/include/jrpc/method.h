/* SPDX-License-Identifier: MIT */
#ifndef JRPC_METHOD_H
#define JRPC_METHOD_H

#include <jrpc/call.h>
#include <jrpc/read.h>
#include <jrpc/write.h>

/* A method is one plain C function and one line that describes it:
 *
 *     static double add(double l, double r) { return l + r; }
 *     JRPC_METHOD(add, double, (double, "l"), (double, "r"));
 *
 * defines `static const jrpc_method add_method`. A parameter is (type, "wire name") or (type, "wire name",
 * default..), the default being an initializer of the type. The type is one identifier T for which
 * jrpc_type_T, jrpc_read_T and, for results, jrpc_write_T exist; `void` as a result is answered null. An
 * optional needs no default. Up to 16 parameters. The compiler checks the line against the function.
 *
 *     JRPC_METHOD(f, R, params..)                wire name "f"
 *     JRPC_METHOD_AS(f, "name", R, params..)     another wire name
 *     JRPC_METHOD_CALL(f, R, params..)           f takes a jrpc_call * first
 *     JRPC_METHOD_CALL_AS(f, "name", R, params..)
 *     JRPC_METHOD_BY_HAND(f, "name")             bool f(jrpc_call *call, const jrpc_value *params)
 *
 * With its call a method may fail, allocate, and see id and context. One by hand reads params itself (NULL:
 * absent) and writes the result; true having written nothing answers null, false without an error answers
 * -32603. */

typedef struct jrpc_param {
    const char *name; /* the wire name, UTF-8 */
    size_t length;    /* of name, in bytes */
    const jrpc_type *type;
    const void
        *default_value; /* a value of the type; NULL: the parameter must be there, unless it is optional */
} jrpc_param;

/* Made by the macros; a hand-made one is as good. Kept by pointer: it must outlive the services it is added
 * to. */
typedef struct jrpc_method {
    size_t size;              /* sizeof(jrpc_method), so that later versions can tell */
    const char *name;         /* the wire name, UTF-8 */
    const char *description;  /* for people; NULL is none */
    const jrpc_type *result;  /* NULL: void, or written by hand */
    const jrpc_param *params; /* `count` of them */
    size_t count;
    /* One of the two is set. `invoke` gets a pointer to a value for each parameter, NULL for an absent one;
     * both return false where the call has not been answered with a result. */
    bool (*invoke)(jrpc_call *call, const jrpc_value *const *arguments);
    bool (*by_hand)(jrpc_call *call, const jrpc_value *params);
} jrpc_method;

/* Called by the invokers: a parameter that did not fit, and a value that goes through the service's
 * serializer. */
bool jrpc_call_mismatch(jrpc_call *call, size_t index, const jrpc_value *value);
bool jrpc_call_read(jrpc_call *call, const jrpc_value *value, const jrpc_type *type, void *out);
bool jrpc_call_write(jrpc_call *call, const jrpc_type *type, const void *value);

#define JRPC_METHOD(f, ...) JRPC_M_DO(JRPC_M_PLAIN, JRPC_M_N(f, __VA_ARGS__), #f, f, __VA_ARGS__)
#define JRPC_METHOD_AS(f, wire, ...) JRPC_M_DO(JRPC_M_PLAIN, JRPC_M_N(f, __VA_ARGS__), wire, f, __VA_ARGS__)
#define JRPC_METHOD_CALL(f, ...) JRPC_M_DO(JRPC_M_CALL, JRPC_M_N(f, __VA_ARGS__), #f, f, __VA_ARGS__)
#define JRPC_METHOD_CALL_AS(f, wire, ...)                                                                    \
    JRPC_M_DO(JRPC_M_CALL, JRPC_M_N(f, __VA_ARGS__), wire, f, __VA_ARGS__)
#define JRPC_METHOD_BY_HAND(f, wire)                                                                         \
    _Static_assert(_Generic(&f, bool (*)(jrpc_call *, const jrpc_value *) : 1, default : 0),                 \
                   #f " is not bool (jrpc_call *, const jrpc_value *)");                                     \
    static const jrpc_method f##_method = {.size = sizeof(jrpc_method), .name = wire, .by_hand = f}

/* What follows is how they do it. Lists are walked by counting the parameters (JRPC_M_N) and pasting the
 * count to a name; every list ends in a ~ that nobody reads, because a `...` must not be empty in C11. */
/* clang-format off */
#define JRPC_M_CAT(a, b) JRPC_M_CAT_(a, b)
#define JRPC_M_CAT_(a, b) a##b
#define JRPC_M_DO(m, ...) m(__VA_ARGS__, ~)
#define JRPC_M_BARE(...) __VA_ARGS__
#define JRPC_M_1ST(a, ...) a
#define JRPC_M_2ND(a, ...) JRPC_M_1ST(__VA_ARGS__, ~)
#define JRPC_M_IS_VOID(...) JRPC_M_2ND(__VA_ARGS__)
#define JRPC_M_VOID_void ~, 1
/* Parameters behind f and R. */
#define JRPC_M_N(...) JRPC_M_N_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ~)
#define JRPC_M_N_(f, R, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n, ...) n
/* Has (T, "name", ..) a default? Its initializer may hold up to eight commas. */
#define JRPC_M_HAS(...) JRPC_M_HAS_(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)
#define JRPC_M_HAS_(T, n, a, b, c, d, e, f, g, h, has, ...) has
/* m(0, p0) s m(1, p1) s .. with the separator in parentheses. */
#define JRPC_M_EACH0(m, s, ...)
#define JRPC_M_EACH1(m, s, a0, ...) m(0, a0)
#define JRPC_M_EACH2(m, s, a0, a1, ...) m(0, a0) JRPC_M_BARE s m(1, a1)
#define JRPC_M_EACH3(m, s, a0, a1, a2, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2)
#define JRPC_M_EACH4(m, s, a0, a1, a2, a3, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3)
#define JRPC_M_EACH5(m, s, a0, a1, a2, a3, a4, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4)
#define JRPC_M_EACH6(m, s, a0, a1, a2, a3, a4, a5, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5)
#define JRPC_M_EACH7(m, s, a0, a1, a2, a3, a4, a5, a6, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6)
#define JRPC_M_EACH8(m, s, a0, a1, a2, a3, a4, a5, a6, a7, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7)
#define JRPC_M_EACH9(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8)
#define JRPC_M_EACH10(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9)
#define JRPC_M_EACH11(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10)
#define JRPC_M_EACH12(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10) JRPC_M_BARE s m(11, a11)
#define JRPC_M_EACH13(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10) JRPC_M_BARE s m(11, a11) JRPC_M_BARE s m(12, a12)
#define JRPC_M_EACH14(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10) JRPC_M_BARE s m(11, a11) JRPC_M_BARE s m(12, a12) JRPC_M_BARE s m(13, a13)
#define JRPC_M_EACH15(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10) JRPC_M_BARE s m(11, a11) JRPC_M_BARE s m(12, a12) JRPC_M_BARE s m(13, a13) JRPC_M_BARE s m(14, a14)
#define JRPC_M_EACH16(m, s, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, ...) m(0, a0) JRPC_M_BARE s m(1, a1) JRPC_M_BARE s m(2, a2) JRPC_M_BARE s m(3, a3) JRPC_M_BARE s m(4, a4) JRPC_M_BARE s m(5, a5) JRPC_M_BARE s m(6, a6) JRPC_M_BARE s m(7, a7) JRPC_M_BARE s m(8, a8) JRPC_M_BARE s m(9, a9) JRPC_M_BARE s m(10, a10) JRPC_M_BARE s m(11, a11) JRPC_M_BARE s m(12, a12) JRPC_M_BARE s m(13, a13) JRPC_M_BARE s m(14, a14) JRPC_M_BARE s m(15, a15)
#define JRPC_M_LIST0 void
#define JRPC_M_LIST1
#define JRPC_M_LIST2
#define JRPC_M_LIST3
#define JRPC_M_LIST4
#define JRPC_M_LIST5
#define JRPC_M_LIST6
#define JRPC_M_LIST7
#define JRPC_M_LIST8
#define JRPC_M_LIST9
#define JRPC_M_LIST10
#define JRPC_M_LIST11
#define JRPC_M_LIST12
#define JRPC_M_LIST13
#define JRPC_M_LIST14
#define JRPC_M_LIST15
#define JRPC_M_LIST16
#define JRPC_M_INIT0(T, n) {0}
#define JRPC_M_INIT1(T, n, ...) {__VA_ARGS__}
#define JRPC_M_DEFAULT0(T, n) NULL
#define JRPC_M_DEFAULT1(T, n, ...) &(const T){__VA_ARGS__}
#define JRPC_M_TYPE(i, p) JRPC_M_1ST p
#define JRPC_M_NEXT_TYPE(i, p) , JRPC_M_1ST p
#define JRPC_M_ARGUMENT(i, p) jrpc_a##i
#define JRPC_M_NEXT_ARGUMENT(i, p) , jrpc_a##i
#define JRPC_M_PARAM(i, p) {JRPC_M_2ND p, sizeof(JRPC_M_2ND p) - 1, &JRPC_M_CAT(jrpc_type_, JRPC_M_1ST p), \
                            JRPC_M_CAT(JRPC_M_DEFAULT, JRPC_M_HAS p) p},
#define JRPC_M_READ(i, p) \
    JRPC_M_1ST p jrpc_a##i = JRPC_M_CAT(JRPC_M_INIT, JRPC_M_HAS p) p; \
    if (jrpc_in[i] && !(jrpc_c->serializer \
                            ? jrpc_call_read(jrpc_c, jrpc_in[i], &JRPC_M_CAT(jrpc_type_, JRPC_M_1ST p), &jrpc_a##i) \
                            : JRPC_M_CAT(jrpc_read_, JRPC_M_1ST p)(jrpc_c, jrpc_in[i], &jrpc_a##i))) \
        return jrpc_call_mismatch(jrpc_c, i, jrpc_in[i]);
#define JRPC_M_RESULT0(R) &JRPC_M_CAT(jrpc_type_, R)
#define JRPC_M_RESULT1(R) NULL
#define JRPC_M_RUN0(R, expression) \
    R jrpc_r = expression; \
    if (jrpc_c->failed) return false; \
    return jrpc_c->serializer ? jrpc_call_write(jrpc_c, &JRPC_M_CAT(jrpc_type_, R), &jrpc_r) \
                              : JRPC_M_CAT(jrpc_write_, R)(jrpc_c, jrpc_r);
#define JRPC_M_RUN1(R, expression) \
    expression; \
    return !jrpc_c->failed && jrpc_write_null(jrpc_c);
#define JRPC_M_DEFINE(n, wire, f, R, types, call_expression, ...) \
    _Static_assert(_Generic(&f, R (*)(JRPC_M_BARE types): 1, default: 0), #f " has not the declared types"); \
    static bool f##_invoke(jrpc_call *jrpc_c, const jrpc_value *const *jrpc_in) { \
        (void)jrpc_in; \
        JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_READ, (), __VA_ARGS__) \
        JRPC_M_CAT(JRPC_M_RUN, JRPC_M_IS_VOID(JRPC_M_CAT(JRPC_M_VOID_, R), 0))(R, JRPC_M_BARE call_expression) \
    } \
    static const jrpc_method f##_method = {sizeof(jrpc_method), wire, NULL, \
        JRPC_M_CAT(JRPC_M_RESULT, JRPC_M_IS_VOID(JRPC_M_CAT(JRPC_M_VOID_, R), 0))(R), \
        (const jrpc_param[]){JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_PARAM, (), __VA_ARGS__) {0}}, n, f##_invoke, NULL}
#define JRPC_M_PLAIN(n, wire, f, R, ...) \
    JRPC_M_DEFINE(n, wire, f, R, \
                  (JRPC_M_CAT(JRPC_M_LIST, n) JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_TYPE, (,), __VA_ARGS__)), \
                  (f(JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_ARGUMENT, (,), __VA_ARGS__))), __VA_ARGS__)
#define JRPC_M_CALL(n, wire, f, R, ...) \
    JRPC_M_DEFINE(n, wire, f, R, (jrpc_call * JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_NEXT_TYPE, (), __VA_ARGS__)), \
                  (f(jrpc_c JRPC_M_CAT(JRPC_M_EACH, n)(JRPC_M_NEXT_ARGUMENT, (), __VA_ARGS__))), __VA_ARGS__)
/* clang-format on */

#endif
