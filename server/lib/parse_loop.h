/* SPDX-License-Identifier: MIT */
/* The parser, for one set of instructions. Included once by each parse_*.c, which defines before:
 *   TARGET                what a function needs to be compiled for that set
 *   plain_end(p)          the first byte from p on that is a quote, a backslash, a control character or not ASCII
 * It does not recurse: an open container's `span` is its distance to the one around it. */
#include "escape.h"
#include "memory.h"
#include "number_read.h"
#include "parse.h"
#include "utf8.h"

#define INLINE static inline __attribute__((always_inline)) TARGET
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

INLINE unsigned digit_at(const char *p) {
    return (unsigned)(unsigned char)*p - '0'; /* above 9: it is no digit */
}

INLINE bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

INLINE const char *skip_space(const char *p) {
    if (UNLIKELY((unsigned char)*p <= ' ')) {
        while (is_space(*p)) p++;
    }
    return p;
}

/* The byte that is wrong where a text is not the expected word. */
static const char *first_difference(const char *p, const char *word) {
    while (*p == *word) p++, word++;
    return p;
}

/* From a backslash or a byte that is not ASCII to the next byte that is neither; NULL: *bad is wrong. */
static const char *skip_special(const char *p, const char *end, uint8_t *flags, const char **bad) {
    for (;;) {
        if (*p == '\\') {
            *flags = JRPC_FLAG_ESCAPED;
            p = jrpci_escape_skip(p, bad);
            if (!p) return NULL;
        } else if ((signed char)*p < 0) {
            int length = jrpci_utf8_sequence(p, end);
            if (length < 0) return *bad = p - length - 1, NULL;
            p += length;
        } else {
            return p;
        }
    }
}

/* A String from behind its first quote on. The byte behind its last; NULL: *bad is wrong. */
INLINE const char *read_string(const char *p, const char *text, size_t length, jrpc_value *v,
                               const char **bad) {
    const char *begin = p;
    uint8_t flags = 0;
    p = plain_end(p);
    while (UNLIKELY(*p != '"')) {
        if ((unsigned char)*p < ' ') return *bad = p, NULL;
        p = skip_special(p, text + length, &flags, bad);
        if (!p) return NULL;
        p = plain_end(p);
    }
    v->kind = JRPC_STRING;
    v->flags = flags;
    v->offset = (uint32_t)(begin - text);
    v->length = (uint32_t)(p - begin);
    return p + 1;
}

/* The rest of a number that has an exponent or more digits than fit, from behind its last digit so far. */
static TARGET const char *read_long_number(const char *begin, const char *p, jrpc_value *v,
                                           const char **bad) {
    if ((*p | 0x20) == 'e') {
        p++;
        if (*p == '+' || *p == '-') p++;
        if (digit_at(p) > 9) return *bad = p, NULL;
        while (digit_at(p) <= 9) p++;
    }
    jrpci_number number;
    jrpci_number_decode(begin, (size_t)(p - begin), &number);
    v->digits = number.significand;
    v->as.exponent = number.exponent;
    v->flags =
        (uint8_t)((number.negative ? JRPC_FLAG_NEGATIVE : 0) | (number.truncated ? JRPC_FLAG_LONG : 0));
    return p;
}

INLINE const char *read_number(const char *p, const char *text, jrpc_value *v, const char **bad) {
    const char *begin = p;
    v->kind = JRPC_NUMBER;
    v->flags = 0;
    v->offset = (uint32_t)(begin - text);
    v->as.exponent = 0;
    if (*p == '-') {
        v->flags = JRPC_FLAG_NEGATIVE;
        p++;
    }
    unsigned digit = digit_at(p);
    if (UNLIKELY(digit > 9)) return *bad = p, NULL;
    uint64_t digits = digit;
    p++;
    if (digit) { /* nothing may follow a leading zero; what comes next will say so */
        for (; (digit = digit_at(p)) <= 9; p++) digits = digits * 10 + digit;
    }
    if (*p == '.') {
        const char *fraction = ++p;
        if (UNLIKELY(digit_at(p) > 9)) return *bad = p, NULL;
        for (; (digit = digit_at(p)) <= 9; p++) digits = digits * 10 + digit;
        v->as.exponent = (int32_t)(fraction - p);
    }
    v->digits = digits;
    if (UNLIKELY((*p | 0x20) == 'e' || p - begin > JRPCI_NUMBER_DIGITS)) {
        p = read_long_number(begin, p, v, bad);
        if (!p) return NULL;
    }
    v->length = (uint32_t)(p - begin);
    return p;
}

INLINE const char *read_word(const char *p, const char *text, const char *word, unsigned length,
                             jrpc_kind kind, jrpc_value *v, const char **bad) {
    if (UNLIKELY((jrpci_load8(p) ^ jrpci_load8(word)) & jrpci_first_bytes(length))) {
        return *bad = first_difference(p, word), NULL;
    }
    v->kind = (uint8_t)kind;
    v->flags = 0;
    v->offset = (uint32_t)(p - text);
    v->length = length;
    return p + length;
}

/* How many values there may be before something has to be done about it. */
INLINE jrpc_value *stop_at(const jrpci_document *document, const jrpci_parse_limits *limits) {
    size_t capacity = document->value_capacity;
    return document->values + (capacity < limits->values ? capacity : limits->values);
}

/* Room for one more value where there was none. */
static jrpci_parse_status make_room(jrpci_document *document, size_t count, size_t limit) {
    if (count >= limit) return JRPCI_PARSE_VALUES;
    return jrpci_document_grow(document, limit) ? JRPCI_PARSE_OK : JRPCI_PARSE_MEMORY;
}

#define ENSURE_ROOM()                                                                                        \
    do {                                                                                                     \
        if (UNLIKELY(v == stop)) {                                                                           \
            size_t done = (size_t)(v - document->values);                                                    \
            size_t open = depth ? (size_t)(container - document->values) : 0;                                \
            jrpci_parse_status status = make_room(document, done, limits->values);                           \
            if (status != JRPCI_PARSE_OK) return status;                                                     \
            v = document->values + done;                                                                     \
            if (depth) container = document->values + open;                                                  \
            stop = stop_at(document, limits);                                                                \
        }                                                                                                    \
    } while (0)

static TARGET jrpci_parse_status parse(jrpci_document *document, const jrpci_parse_limits *limits,
                                       size_t *offset) {
    const char *const text = document->text;
    const size_t length = document->length;
    const char *p = text;
    const char *bad = NULL;
    jrpc_value *v = document->values;
    jrpc_value *stop = stop_at(document, limits);
    jrpc_value outside = {.kind = JRPC_NULL}; /* what is around the root */
    jrpc_value *container = &outside;
    size_t depth = 0;

value:
    p = skip_space(p);
    ENSURE_ROOM();
    switch (*p) {
    case '"': p = read_string(p + 1, text, length, v, &bad); break;
    case '{':
    case '[': goto open;
    case 't': p = read_word(p, text, "true\0\0\0", 4, JRPC_TRUE, v, &bad); break;
    case 'f': p = read_word(p, text, "false\0\0", 5, JRPC_FALSE, v, &bad); break;
    case 'n': p = read_word(p, text, "null\0\0\0", 4, JRPC_NULL, v, &bad); break;
    default: p = read_number(p, text, v, &bad); break;
    }
    if (UNLIKELY(!p)) goto wrong;
    v++;

after_value:
    p = skip_space(p);
    if (container->kind == JRPC_OBJECT) {
        if (*p == ',') {
            container->digits++;
            p = skip_space(p + 1);
            goto name;
        }
        if (*p == '}') goto close;
    } else if (container->kind == JRPC_ARRAY) {
        if (*p == ',') {
            container->digits++;
            p++;
            goto value;
        }
        if (*p == ']') goto close;
    } else if (p == text + length) {
        document->count = (size_t)(v - document->values);
        return JRPCI_PARSE_OK;
    }
    bad = p;
    goto wrong;

open:
    if (UNLIKELY(depth == limits->depth)) return JRPCI_PARSE_DEPTH;
    v->kind = *p == '{' ? JRPC_OBJECT : JRPC_ARRAY;
    v->flags = 0;
    v->offset = (uint32_t)(p - text);
    v->as.span = depth ? (uint32_t)(v - container) : 0;
    v->digits = 0;
    depth++;
    container = v++;
    p = skip_space(p + 1);
    if (container->kind == JRPC_OBJECT) {
        if (*p != '}') goto name;
    } else if (*p != ']') {
        goto value;
    }
    container->digits--; /* close counts the element before it */

close:
    p++;
    container->digits++;
    container->length = (uint32_t)(p - text) - container->offset;
    {
        jrpc_value *around = container->as.span ? container - container->as.span : &outside;
        container->as.span = (uint32_t)(v - container);
        container = around;
    }
    depth--;
    goto after_value;

name:
    ENSURE_ROOM();
    bad = p;
    if (UNLIKELY(*p != '"')) goto wrong;
    p = read_string(p + 1, text, length, v, &bad);
    if (UNLIKELY(!p)) goto wrong;
    v++;
    p = skip_space(p);
    bad = p;
    if (UNLIKELY(*p != ':')) goto wrong;
    p++;
    goto value;

wrong:
    *offset = (size_t)(bad - text);
    return JRPCI_PARSE_SYNTAX;
}
