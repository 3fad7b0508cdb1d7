/* SPDX-License-Identifier: MIT */
#ifndef JRPC_TYPES_H
#define JRPC_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One request while its method runs; see call.h. */
typedef struct jrpc_call jrpc_call;

/* Text: `length` bytes of UTF-8 at `data`, no terminator. As a parameter it lives until the method returns;
 * as a result it is read right after. It may hold U+0000. */
typedef struct jrpc_string {
    const char *data;
    size_t length;
} jrpc_string;

/* One JSON value as text. As a parameter it is the slice of the request, checked; as a result it is checked
 * before it is written, and its white space outside of strings is dropped. */
typedef struct jrpc_raw {
    const char *data;
    size_t length;
} jrpc_raw;

/* An exact decimal number: units + nanos / 10^9, as in google.type.Money. Read ones have both of one sign or
 * 0. */
typedef struct jrpc_decimal {
    int64_t units;
    int32_t nanos;
} jrpc_decimal;

/* Optional values. Null and an absent parameter are the same: `has` is false. */
typedef struct jrpc_opt_bool {
    bool has, value;
} jrpc_opt_bool;
#define JRPC_OPTIONAL_STRUCT(T, name)                                                                        \
    typedef struct name {                                                                                    \
        bool has;                                                                                            \
        T value;                                                                                             \
    } name
JRPC_OPTIONAL_STRUCT(int8_t, jrpc_opt_int8_t);
JRPC_OPTIONAL_STRUCT(int16_t, jrpc_opt_int16_t);
JRPC_OPTIONAL_STRUCT(int32_t, jrpc_opt_int32_t);
JRPC_OPTIONAL_STRUCT(int64_t, jrpc_opt_int64_t);
JRPC_OPTIONAL_STRUCT(uint8_t, jrpc_opt_uint8_t);
JRPC_OPTIONAL_STRUCT(uint16_t, jrpc_opt_uint16_t);
JRPC_OPTIONAL_STRUCT(uint32_t, jrpc_opt_uint32_t);
JRPC_OPTIONAL_STRUCT(uint64_t, jrpc_opt_uint64_t);
JRPC_OPTIONAL_STRUCT(float, jrpc_opt_float);
JRPC_OPTIONAL_STRUCT(double, jrpc_opt_double);
JRPC_OPTIONAL_STRUCT(jrpc_decimal, jrpc_opt_decimal);
JRPC_OPTIONAL_STRUCT(jrpc_string, jrpc_opt_string);
JRPC_OPTIONAL_STRUCT(jrpc_raw, jrpc_opt_raw);

typedef enum jrpc_type_kind {
    JRPC_TYPE_BOOL,
    JRPC_TYPE_SIGNED,
    JRPC_TYPE_UNSIGNED,
    JRPC_TYPE_FLOAT,
    JRPC_TYPE_DOUBLE,
    JRPC_TYPE_DECIMAL,
    JRPC_TYPE_STRING,
    JRPC_TYPE_RAW,
    JRPC_TYPE_OPTIONAL
} jrpc_type_kind;

/* What is known of a C type at run time: for error data, for discovery and for serializers. Constant. */
typedef struct jrpc_type {
    const char *name; /* as error data tells it: "int32", "boolean", "decimal?" */
    size_t size;      /* in bytes */
    jrpc_type_kind kind;
    const struct jrpc_type *of; /* what an optional may hold; else NULL */
    size_t value_offset;        /* where in an optional its value is; `has` is at 0 */
} jrpc_type;

/* One for each type a method may take or return: jrpc_type_T, with T as the method's line spells it. */
extern const jrpc_type jrpc_type__Bool;
extern const jrpc_type jrpc_type_int8_t, jrpc_type_int16_t, jrpc_type_int32_t, jrpc_type_int64_t;
extern const jrpc_type jrpc_type_uint8_t, jrpc_type_uint16_t, jrpc_type_uint32_t, jrpc_type_uint64_t;
extern const jrpc_type jrpc_type_float, jrpc_type_double, jrpc_type_jrpc_decimal;
extern const jrpc_type jrpc_type_jrpc_string, jrpc_type_jrpc_raw;
extern const jrpc_type jrpc_type_jrpc_opt_bool;
extern const jrpc_type jrpc_type_jrpc_opt_int8_t, jrpc_type_jrpc_opt_int16_t;
extern const jrpc_type jrpc_type_jrpc_opt_int32_t, jrpc_type_jrpc_opt_int64_t;
extern const jrpc_type jrpc_type_jrpc_opt_uint8_t, jrpc_type_jrpc_opt_uint16_t;
extern const jrpc_type jrpc_type_jrpc_opt_uint32_t, jrpc_type_jrpc_opt_uint64_t;
extern const jrpc_type jrpc_type_jrpc_opt_float, jrpc_type_jrpc_opt_double, jrpc_type_jrpc_opt_decimal;
extern const jrpc_type jrpc_type_jrpc_opt_string, jrpc_type_jrpc_opt_raw;

/* <stdbool.h> makes `bool` a macro for _Bool, later standards a keyword: both spellings lead to the same
 * place. */
#define jrpc_type_bool jrpc_type__Bool
#define jrpc_read_bool jrpc_read__Bool
#define jrpc_write_bool jrpc_write__Bool

#endif
