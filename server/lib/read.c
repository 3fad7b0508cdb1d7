/* SPDX-License-Identifier: MIT */
#include <jrpc/read.h>

#include "call.h"
#include "escape.h"
#include "memory.h"
#include "number_read.h"

/* False: the value is no Number. */
static bool number_of(const jrpc_call *call, const jrpc_value *value, jrpci_number *number) {
    if (value->kind != JRPC_NUMBER) return false;
    *number = (jrpci_number){value->digits,
                             value->as.exponent,
                             (value->flags & JRPC_FLAG_NEGATIVE) != 0,
                             (value->flags & JRPC_FLAG_LONG) != 0,
                             call->text + value->offset,
                             value->length};
    return true;
}

bool jrpc_read_signed_slow(const jrpc_call *call, const jrpc_value *value, int64_t minimum, int64_t maximum,
                           int64_t *out) {
    jrpci_number number;
    return number_of(call, value, &number) && jrpci_read_signed(&number, minimum, maximum, out);
}

bool jrpc_read_unsigned_slow(const jrpc_call *call, const jrpc_value *value, uint64_t maximum,
                             uint64_t *out) {
    jrpci_number number;
    return number_of(call, value, &number) && jrpci_read_unsigned(&number, maximum, out);
}

/* The Strings that stand for what JSON has no Numbers for. */
static bool read_special(const jrpc_call *call, const jrpc_value *value, double *out) {
    if (jrpc_value_equals(call, value, "NaN", 3)) return *out = __builtin_nan(""), true;
    if (jrpc_value_equals(call, value, "Infinity", 8)) return *out = __builtin_inf(), true;
    if (jrpc_value_equals(call, value, "-Infinity", 9)) return *out = -__builtin_inf(), true;
    return false;
}

/* Whether a value is a Number all of whose digits are at hand. */
static bool is_short(const jrpc_value *value) {
    return value->kind == JRPC_NUMBER && !(value->flags & JRPC_FLAG_LONG);
}

static bool is_negative(const jrpc_value *value) {
    return value->flags & JRPC_FLAG_NEGATIVE;
}

static JRPCI_RARE bool read_any_double(const jrpc_call *call, const jrpc_value *value, double *out) {
    jrpci_number number;
    if (!number_of(call, value, &number)) return read_special(call, value, out);
    return jrpci_read_double(&number, out);
}

bool jrpc_read_double_slow(const jrpc_call *call, const jrpc_value *value, double *out) {
    if (is_short(value) && jrpci_exact_double(value->digits, value->as.exponent, is_negative(value), out))
        return true;
    return read_any_double(call, value, out);
}

static JRPCI_RARE bool read_any_float(const jrpc_call *call, const jrpc_value *value, float *out) {
    jrpci_number number;
    if (number_of(call, value, &number)) return jrpci_read_float(&number, out);
    double special;
    if (!read_special(call, value, &special)) return false;
    *out = (float)special;
    return true;
}

bool jrpc_read_float(jrpc_call *call, const jrpc_value *value, float *out) {
    if (is_short(value) && jrpci_exact_float(value->digits, value->as.exponent, is_negative(value), out))
        return true;
    return read_any_float(call, value, out);
}

static JRPCI_RARE bool read_any_decimal(const jrpc_call *call, const jrpc_value *value, jrpc_decimal *out) {
    jrpci_number number;
    return number_of(call, value, &number) && jrpci_read_decimal(&number, &out->units, &out->nanos);
}

bool jrpc_read_jrpc_decimal(jrpc_call *call, const jrpc_value *value, jrpc_decimal *out) {
    if (is_short(value) && jrpci_exact_decimal(value->digits, value->as.exponent, is_negative(value),
                                               &out->units, &out->nanos)) {
        return true;
    }
    return read_any_decimal(call, value, out);
}

bool jrpc_read_string_slow(jrpc_call *call, const jrpc_value *value, jrpc_string *out) {
    if (value->kind != JRPC_STRING) return false;
    char *text = jrpc_call_alloc(call, value->length);
    if (!text) return false;
    *out = (jrpc_string){text, jrpci_unescape(call->text + value->offset, value->length, text)};
    return true;
}

bool jrpc_call_read(jrpc_call *call, const jrpc_value *value, const jrpc_type *type, void *out) {
    jrpc_raw raw;
    (void)jrpc_read_jrpc_raw(call, value, &raw);
    return call->serializer->read(call->serializer, call, type, raw.data, raw.length, out);
}
