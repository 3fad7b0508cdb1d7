/* SPDX-License-Identifier: MIT */
#ifndef JRPC_VALUE_H
#define JRPC_VALUE_H

#include <jrpc/types.h>

typedef enum jrpc_kind {
    JRPC_NULL,
    JRPC_FALSE,
    JRPC_TRUE,
    JRPC_NUMBER,
    JRPC_STRING,
    JRPC_ARRAY,
    JRPC_OBJECT
} jrpc_kind;

/* One value of a parsed request. Values lie one behind another in the order of the text: an Array before its
 * elements, an Object before its members, each a name (a String) and then its value. The fields are for the
 * inline functions of these headers; others call those functions. A value lives until its method returns. */
typedef struct jrpc_value {
    uint8_t kind;    /* jrpc_kind */
    uint8_t flags;   /* JRPC_FLAG_ */
    uint16_t member; /* a name: which member of a request it may be; an Object: whether it begins like one */
    uint32_t offset; /* of its first byte in the document; a String's is behind the quote */
    uint32_t length; /* of its text in bytes; a String's without the quotes */
    union {
        uint32_t span;    /* containers: how many values they are, themselves and all within */
        int32_t exponent; /* numbers: of ten */
    } as;
    uint64_t digits; /* numbers: their digits; containers: how many elements or members */
} jrpc_value;

enum {
    JRPC_FLAG_ESCAPED = 1,  /* String: there is a backslash in it */
    JRPC_FLAG_NEGATIVE = 2, /* Number: there is a minus sign, -0 too */
    JRPC_FLAG_LONG = 4      /* Number: there are more digits than `digits` holds */
};

static inline jrpc_kind jrpc_value_kind(const jrpc_value *value) {
    return (jrpc_kind)value->kind;
}

/* How many elements an Array or members an Object has; anything else has 0. */
static inline size_t jrpc_value_count(const jrpc_value *value) {
    return value->kind >= JRPC_ARRAY ? (size_t)value->digits : 0;
}

/* The value behind this one and all within it. Of an Array's last element that is the Array's end. */
static inline const jrpc_value *jrpc_value_after(const jrpc_value *value) {
    return value->kind >= JRPC_ARRAY ? value + value->as.span : value + 1;
}

/* The range of an Array's elements, walked with jrpc_value_after:
 *     for (const jrpc_value *e = jrpc_value_begin(a); e != jrpc_value_end(a); e = jrpc_value_after(e))
 * and of an Object's members, where `m` is the name and m + 1 its value:
 *     for (const jrpc_value *m = jrpc_value_begin(o); m != jrpc_value_end(o); m = jrpc_value_after(m + 1))
 * A value that is neither has an empty range. */
static inline const jrpc_value *jrpc_value_begin(const jrpc_value *value) {
    return value + 1;
}
static inline const jrpc_value *jrpc_value_end(const jrpc_value *value) {
    return jrpc_value_after(value);
}

/* The value of an Object's first member of that name, names being compared after unescaping. NULL: it has
 * none, or is no Object. `name` is `length` bytes of UTF-8. */
const jrpc_value *jrpc_value_member(const jrpc_call *call, const jrpc_value *object, const char *name,
                                    size_t length);

/* Whether a String, unescaped, is these `length` bytes. False for what is no String. */
bool jrpc_value_equals(const jrpc_call *call, const jrpc_value *string, const char *text, size_t length);

#endif
