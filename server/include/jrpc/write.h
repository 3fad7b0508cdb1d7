/* SPDX-License-Identifier: MIT */
#ifndef JRPC_WRITE_H
#define JRPC_WRITE_H

#include <jrpc/types.h>

/* A method's result is exactly one value. Methods declared by JRPC_METHOD have it written from what they
 * return; those that handle params by hand write it with these functions. Each returns false, and the call is
 * answered -32603, where the value cannot be written: no memory, past maxReplyBytes, text that is not UTF-8,
 * raw JSON that is none, or a value where none may be (a second result, a member without a name). What was
 * written of a failed call is taken back.
 *
 * Numbers are the shortest text that reads back; a double or decimal that is whole has .0; NaN and the
 * infinities are the Strings "NaN", "Infinity", "-Infinity". No reply holds a line end. */

bool jrpc_write_null(jrpc_call *call);
bool jrpc_write__Bool(jrpc_call *call, bool value);
bool jrpc_write_int64_t(jrpc_call *call, int64_t value);
bool jrpc_write_uint64_t(jrpc_call *call, uint64_t value);
bool jrpc_write_float(jrpc_call *call, float value);
bool jrpc_write_double(jrpc_call *call, double value);
bool jrpc_write_jrpc_decimal(jrpc_call *call, jrpc_decimal value);
bool jrpc_write_jrpc_string(jrpc_call *call, jrpc_string value);
bool jrpc_write_jrpc_raw(jrpc_call *call, jrpc_raw value);

/* Containers, at most 64 deep: begin, the elements (or a name and a value for each member), end. */
bool jrpc_write_array_begin(jrpc_call *call);
bool jrpc_write_array_end(jrpc_call *call);
bool jrpc_write_object_begin(jrpc_call *call);
bool jrpc_write_name(jrpc_call *call, const char *name, size_t length);
bool jrpc_write_object_end(jrpc_call *call);

#define JRPC_WRITE_INTEGER(T, wide)                                                                          \
    static inline bool jrpc_write_##T(jrpc_call *call, T value) {                                            \
        return jrpc_write_##wide(call, value);                                                               \
    }
JRPC_WRITE_INTEGER(int8_t, int64_t)
JRPC_WRITE_INTEGER(int16_t, int64_t)
JRPC_WRITE_INTEGER(int32_t, int64_t)
JRPC_WRITE_INTEGER(uint8_t, uint64_t)
JRPC_WRITE_INTEGER(uint16_t, uint64_t)
JRPC_WRITE_INTEGER(uint32_t, uint64_t)

#define JRPC_WRITE_OPTIONAL(T, optional)                                                                     \
    static inline bool jrpc_write_##optional(jrpc_call *call, optional value) {                              \
        return value.has ? jrpc_write_##T(call, value.value) : jrpc_write_null(call);                        \
    }
JRPC_WRITE_OPTIONAL(int8_t, jrpc_opt_int8_t)
JRPC_WRITE_OPTIONAL(int16_t, jrpc_opt_int16_t)
JRPC_WRITE_OPTIONAL(int32_t, jrpc_opt_int32_t)
JRPC_WRITE_OPTIONAL(int64_t, jrpc_opt_int64_t)
JRPC_WRITE_OPTIONAL(uint8_t, jrpc_opt_uint8_t)
JRPC_WRITE_OPTIONAL(uint16_t, jrpc_opt_uint16_t)
JRPC_WRITE_OPTIONAL(uint32_t, jrpc_opt_uint32_t)
JRPC_WRITE_OPTIONAL(uint64_t, jrpc_opt_uint64_t)
JRPC_WRITE_OPTIONAL(float, jrpc_opt_float)
JRPC_WRITE_OPTIONAL(double, jrpc_opt_double)
JRPC_WRITE_OPTIONAL(jrpc_decimal, jrpc_opt_decimal)
JRPC_WRITE_OPTIONAL(jrpc_string, jrpc_opt_string)
JRPC_WRITE_OPTIONAL(jrpc_raw, jrpc_opt_raw)
JRPC_WRITE_OPTIONAL(bool, jrpc_opt_bool)

#endif
