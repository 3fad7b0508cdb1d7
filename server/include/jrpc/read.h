/* SPDX-License-Identifier: MIT */
#ifndef JRPC_READ_H
#define JRPC_READ_H

#include <jrpc/serializer.h>
#include <jrpc/value.h>

/* jrpc_read_T reads a value into a C type and returns whether it fits: no coercion between JSON types,
 * exactly, in range. Where it does not, *out is left alone and nothing else happens; the method decides
 * (jrpc_call_fail). Methods that are declared by JRPC_METHOD have their parameters read by these.
 *
 *   T                        | takes
 *   bool                     | true, false
 *   int8_t .. uint64_t       | any spelling of an integral value in range: 1, 1.0, 1e2
 *   double                   | any Number up to its range, rounded to the nearest;
 *                            | "NaN", "Infinity", "-Infinity"
 *   float                    | the same, rounded once
 *   jrpc_decimal             | a Number of at most nine fraction digits that matter, units within int64_t
 *   jrpc_string              | a String, unescaped
 *   jrpc_raw                 | anything; the slice of the request
 *   jrpc_opt_T               | null, or what T takes
 *
 * Pointers that are read live until the method returns. */

/* The part of a call that the inline functions here need. Not for use by name. */
struct jrpc_call {
    const char *text;                         /* the document; offsets of values count from here */
    const struct jrpc_serializer *serializer; /* NULL: the built-in functions */
    bool failed;
};

/* The general halves of the inline readers below. */
bool jrpc_read_signed_slow(const jrpc_call *call, const jrpc_value *value, int64_t minimum, int64_t maximum,
                           int64_t *out);
bool jrpc_read_unsigned_slow(const jrpc_call *call, const jrpc_value *value, uint64_t maximum, uint64_t *out);
bool jrpc_read_double_slow(const jrpc_call *call, const jrpc_value *value, double *out);
bool jrpc_read_string_slow(jrpc_call *call, const jrpc_value *value, jrpc_string *out);

static inline bool jrpc_read__Bool(jrpc_call *call, const jrpc_value *value, bool *out) {
    (void)call;
    if (value->kind != JRPC_TRUE && value->kind != JRPC_FALSE) return false;
    *out = value->kind == JRPC_TRUE;
    return true;
}

static inline bool jrpc_read_signed(const jrpc_call *call, const jrpc_value *value, int64_t minimum,
                                    int64_t maximum, int64_t *out) {
    if (value->kind != JRPC_NUMBER || (value->flags & JRPC_FLAG_LONG) || value->as.exponent ||
        value->digits > INT64_MAX) {
        return jrpc_read_signed_slow(call, value, minimum, maximum, out);
    }
    int64_t number = (int64_t)value->digits;
    if (value->flags & JRPC_FLAG_NEGATIVE) number = -number;
    if (number < minimum || number > maximum) return false;
    *out = number;
    return true;
}

static inline bool jrpc_read_unsigned(const jrpc_call *call, const jrpc_value *value, uint64_t maximum,
                                      uint64_t *out) {
    if (value->kind != JRPC_NUMBER || value->flags || value->as.exponent) {
        return jrpc_read_unsigned_slow(call, value, maximum, out);
    }
    if (value->digits > maximum) return false;
    *out = value->digits;
    return true;
}

#define JRPC_READ_INTEGER(T, wide, reader, ...)                                                              \
    static inline bool jrpc_read_##T(jrpc_call *call, const jrpc_value *value, T *out) {                     \
        wide number;                                                                                         \
        if (!reader(call, value, __VA_ARGS__, &number)) return false;                                        \
        *out = (T)number;                                                                                    \
        return true;                                                                                         \
    }
JRPC_READ_INTEGER(int8_t, int64_t, jrpc_read_signed, INT8_MIN, INT8_MAX)
JRPC_READ_INTEGER(int16_t, int64_t, jrpc_read_signed, INT16_MIN, INT16_MAX)
JRPC_READ_INTEGER(int32_t, int64_t, jrpc_read_signed, INT32_MIN, INT32_MAX)
JRPC_READ_INTEGER(int64_t, int64_t, jrpc_read_signed, INT64_MIN, INT64_MAX)
JRPC_READ_INTEGER(uint8_t, uint64_t, jrpc_read_unsigned, UINT8_MAX)
JRPC_READ_INTEGER(uint16_t, uint64_t, jrpc_read_unsigned, UINT16_MAX)
JRPC_READ_INTEGER(uint32_t, uint64_t, jrpc_read_unsigned, UINT32_MAX)
JRPC_READ_INTEGER(uint64_t, uint64_t, jrpc_read_unsigned, UINT64_MAX)

static inline bool jrpc_read_double(jrpc_call *call, const jrpc_value *value, double *out) {
    /* An integer below 2^53 is its own nearest double. -0 is not, as an integer. */
    if (value->kind != JRPC_NUMBER || value->flags || value->as.exponent || value->digits >> 53) {
        return jrpc_read_double_slow(call, value, out);
    }
    *out = (double)value->digits;
    return true;
}

bool jrpc_read_float(jrpc_call *call, const jrpc_value *value, float *out);
bool jrpc_read_jrpc_decimal(jrpc_call *call, const jrpc_value *value, jrpc_decimal *out);

/* A String with escapes is unescaped into the call's memory; false also where there is none, and then the
 * call has failed with -32603. */
static inline bool jrpc_read_jrpc_string(jrpc_call *call, const jrpc_value *value, jrpc_string *out) {
    if (value->kind != JRPC_STRING || value->flags) return jrpc_read_string_slow(call, value, out);
    *out = (jrpc_string){call->text + value->offset, value->length};
    return true;
}

static inline bool jrpc_read_jrpc_raw(jrpc_call *call, const jrpc_value *value, jrpc_raw *out) {
    size_t quotes = value->kind == JRPC_STRING;
    *out = (jrpc_raw){call->text + value->offset - quotes, value->length + 2 * quotes};
    return true;
}

#define JRPC_READ_OPTIONAL(T, optional)                                                                      \
    static inline bool jrpc_read_##optional(jrpc_call *call, const jrpc_value *value, optional *out) {       \
        bool has = value->kind != JRPC_NULL;                                                                 \
        if (has && !jrpc_read_##T(call, value, &out->value)) return false;                                   \
        out->has = has;                                                                                      \
        return true;                                                                                         \
    }
JRPC_READ_OPTIONAL(int8_t, jrpc_opt_int8_t)
JRPC_READ_OPTIONAL(int16_t, jrpc_opt_int16_t)
JRPC_READ_OPTIONAL(int32_t, jrpc_opt_int32_t)
JRPC_READ_OPTIONAL(int64_t, jrpc_opt_int64_t)
JRPC_READ_OPTIONAL(uint8_t, jrpc_opt_uint8_t)
JRPC_READ_OPTIONAL(uint16_t, jrpc_opt_uint16_t)
JRPC_READ_OPTIONAL(uint32_t, jrpc_opt_uint32_t)
JRPC_READ_OPTIONAL(uint64_t, jrpc_opt_uint64_t)
JRPC_READ_OPTIONAL(float, jrpc_opt_float)
JRPC_READ_OPTIONAL(double, jrpc_opt_double)
JRPC_READ_OPTIONAL(jrpc_decimal, jrpc_opt_decimal)
JRPC_READ_OPTIONAL(jrpc_string, jrpc_opt_string)
JRPC_READ_OPTIONAL(jrpc_raw, jrpc_opt_raw)
JRPC_READ_OPTIONAL(bool, jrpc_opt_bool)

#endif
