/* SPDX-License-Identifier: MIT */
#include <jrpc/types.h>

#define TYPE(T, name, kind) const jrpc_type jrpc_type_##T = {name, sizeof(T), kind, NULL, 0}

TYPE(_Bool, "boolean", JRPC_TYPE_BOOL);
TYPE(int8_t, "int8", JRPC_TYPE_SIGNED);
TYPE(int16_t, "int16", JRPC_TYPE_SIGNED);
TYPE(int32_t, "int32", JRPC_TYPE_SIGNED);
TYPE(int64_t, "int64", JRPC_TYPE_SIGNED);
TYPE(uint8_t, "uint8", JRPC_TYPE_UNSIGNED);
TYPE(uint16_t, "uint16", JRPC_TYPE_UNSIGNED);
TYPE(uint32_t, "uint32", JRPC_TYPE_UNSIGNED);
TYPE(uint64_t, "uint64", JRPC_TYPE_UNSIGNED);
TYPE(float, "float", JRPC_TYPE_FLOAT);
TYPE(double, "double", JRPC_TYPE_DOUBLE);
TYPE(jrpc_decimal, "decimal", JRPC_TYPE_DECIMAL);
TYPE(jrpc_string, "string", JRPC_TYPE_STRING);
TYPE(jrpc_raw, "any", JRPC_TYPE_RAW);

#define OPTIONAL(T, name, of)                                                                                \
    const jrpc_type jrpc_type_##T = {name, sizeof(T), JRPC_TYPE_OPTIONAL, &jrpc_type_##of, offsetof(T, value)}

OPTIONAL(jrpc_opt_bool, "boolean?", _Bool);
OPTIONAL(jrpc_opt_int8_t, "int8?", int8_t);
OPTIONAL(jrpc_opt_int16_t, "int16?", int16_t);
OPTIONAL(jrpc_opt_int32_t, "int32?", int32_t);
OPTIONAL(jrpc_opt_int64_t, "int64?", int64_t);
OPTIONAL(jrpc_opt_uint8_t, "uint8?", uint8_t);
OPTIONAL(jrpc_opt_uint16_t, "uint16?", uint16_t);
OPTIONAL(jrpc_opt_uint32_t, "uint32?", uint32_t);
OPTIONAL(jrpc_opt_uint64_t, "uint64?", uint64_t);
OPTIONAL(jrpc_opt_float, "float?", float);
OPTIONAL(jrpc_opt_double, "double?", double);
OPTIONAL(jrpc_opt_decimal, "decimal?", jrpc_decimal);
OPTIONAL(jrpc_opt_string, "string?", jrpc_string);
OPTIONAL(jrpc_opt_raw, "any?", jrpc_raw);
