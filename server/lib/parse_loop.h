/* SPDX-License-Identifier: MIT */
/* The parser, for one set of instructions. Included once by each parse_*.c, which defines before:
 *   TARGET                what a function needs to be compiled for that set
 *   plain_end(text, at)   the index, from `at` on, of the first byte that is a quote, a backslash, a control character or
 *                         not ASCII
 * Positions are indices into the text. The readers return the one behind what they read, or 0 with *bad set. Most requests
 * come without white space, so it is looked for only where the expected byte is not there. Nothing recurses: an open
 * container's `span` is its distance to the one around it. */
#include "escape.h"
#include "memory.h"
#include "number_read.h"
#include "parse.h"
#include "utf8.h"

#define INLINE static inline __attribute__((always_inline)) TARGET
#define COLD static __attribute__((noinline, cold))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

INLINE unsigned digit_of(char c) {
    return (unsigned)(unsigned char)c - '0'; /* above 9: it is no digit */
}

COLD size_t skip_space(const char *text, size_t at) {
    while (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') at++;
    return at;
}

/* From a backslash or a byte that is not ASCII on to the next byte that is neither. */
COLD size_t skip_special(const char *text, size_t length, size_t at, uint8_t *flags, size_t *bad) {
    for (;;) {
        if (text[at] == '\\') {
            const char *wrong;
            const char *next = jrpci_escape_skip(text + at, &wrong);
            if (!next) return *bad = (size_t)(wrong - text), 0;
            *flags = JRPC_FLAG_ESCAPED;
            at = (size_t)(next - text);
        } else if ((signed char)text[at] < 0) {
            int sequence = jrpci_utf8_sequence(text + at, text + length);
            if (sequence < 0) return *bad = at + (size_t)(-1 - sequence), 0;
            at += (size_t)sequence;
        } else {
            return at;
        }
    }
}

/* The rest of a String from its first byte that is not plain on, up to its last quote. */
COLD TARGET size_t read_special(const char *text, size_t length, size_t at, uint8_t *flags, size_t *bad) {
    while (text[at] != '"') {
        if ((unsigned char)text[at] < ' ') return *bad = at, 0;
        at = skip_special(text, length, at, flags, bad);
        if (!at) return 0;
        at = plain_end(text, at);
    }
    return at;
}

/* A String, from behind its first quote on. */
INLINE size_t read_string(const char *text, size_t length, size_t begin, jrpc_value *v, size_t *bad) {
    size_t end = plain_end(text, begin);
    v->kind = JRPC_STRING;
    v->flags = 0;
    v->unused = 0;
    if (UNLIKELY(text[end] != '"')) {
        end = read_special(text, length, end, &v->flags, bad);
        if (!end) return 0;
    }
    v->offset = (uint32_t)begin;
    v->length = (uint32_t)(end - begin);
    return end + 1;
}

/* The rest of a number that has an exponent or more digits than fit, from behind its digits so far. */
COLD size_t read_long_number(const char *text, size_t begin, size_t at, jrpc_value *v, size_t *bad) {
    if ((text[at] | 0x20) == 'e') {
        at++;
        if (text[at] == '+' || text[at] == '-') at++;
        if ((unsigned char)(text[at] - '0') > 9) return *bad = at, 0;
        while ((unsigned char)(text[at] - '0') <= 9) at++;
    }
    jrpci_number number;
    jrpci_number_decode(text + begin, at - begin, &number);
    v->digits = number.significand;
    v->as.exponent = number.exponent;
    v->flags =
        (uint8_t)((number.negative ? JRPC_FLAG_NEGATIVE : 0) | (number.truncated ? JRPC_FLAG_LONG : 0));
    return at;
}

INLINE size_t read_number(const char *text, size_t begin, jrpc_value *v, size_t *bad) {
    size_t at = begin;
    v->kind = JRPC_NUMBER;
    v->flags = 0;
    v->unused = 0;
    v->offset = (uint32_t)begin;
    v->as.exponent = 0;
    if (text[at] == '-') {
        v->flags = JRPC_FLAG_NEGATIVE;
        at++;
    }
    unsigned digit = digit_of(text[at]);
    if (UNLIKELY(digit > 9)) return *bad = at, 0;
    uint64_t digits = digit;
    at++;
    if (digit) { /* nothing may follow a leading zero; what comes next will say so */
        for (; (digit = digit_of(text[at])) <= 9; at++) digits = digits * 10 + digit;
    }
    if (text[at] == '.') {
        size_t fraction = ++at;
        if (UNLIKELY(digit_of(text[at]) > 9)) return *bad = at, 0;
        for (; (digit = digit_of(text[at])) <= 9; at++) digits = digits * 10 + digit;
        v->as.exponent = (int32_t)(fraction - at);
    }
    v->digits = digits;
    if (UNLIKELY((text[at] | 0x20) == 'e' || at - begin > JRPCI_NUMBER_DIGITS)) {
        at = read_long_number(text, begin, at, v, bad);
        if (!at) return 0;
    }
    v->length = (uint32_t)(at - begin);
    return at;
}

/* The index of the byte that is wrong where a text is not the expected word. */
static size_t first_difference(const char *text, size_t at, const char *word) {
    while (text[at] == *word) at++, word++;
    return at;
}

/* word: eight bytes. */
COLD size_t read_word(const char *text, size_t at, const char *word, unsigned length, jrpc_kind kind,
                      jrpc_value *v, size_t *bad) {
    if ((jrpci_load8(text + at) ^ jrpci_load8(word)) & jrpci_first_bytes(length)) {
        return *bad = first_difference(text, at, word), 0;
    }
    *v = (jrpc_value){.kind = (uint8_t)kind, .offset = (uint32_t)at, .length = length};
    return at + length;
}

/* How many values there may be before something has to be done about it. */
INLINE jrpc_value *stop_at(const jrpci_document *document, const jrpci_parse_limits *limits) {
    size_t capacity = document->value_capacity;
    return document->values + (capacity < limits->values ? capacity : limits->values);
}

/* Room for more values where there was not enough: `count` there are, `more` there will be. */
COLD jrpci_parse_status make_room(jrpci_document *document, size_t count, size_t more, size_t limit) {
    if (count + more > limit) return JRPCI_PARSE_VALUES;
    return jrpci_document_grow(document, limit) ? JRPCI_PARSE_OK : JRPCI_PARSE_MEMORY;
}

#define ENSURE_ROOM(more)                                                                                    \
    do {                                                                                                     \
        if (UNLIKELY(stop - v < (more))) {                                                                   \
            size_t done = (size_t)(v - document->values);                                                    \
            size_t open = depth ? (size_t)(container - document->values) : 0;                                \
            jrpci_parse_status status = make_room(document, done, more, limits->values);                     \
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
    size_t at = 0;
    size_t bad = 0;
    jrpc_value *v = document->values;
    jrpc_value *stop = stop_at(document, limits);
    jrpc_value outside; /* what is around the root; nothing else of it is looked at */
    outside.kind = JRPC_NULL;
    jrpc_value *container = &outside;
    size_t depth = 0;
    goto element;

name:
    if (UNLIKELY(text[at] != '"')) {
        bad = at = skip_space(text, at);
        if (text[at] != '"') goto wrong;
    }
    ENSURE_ROOM(2);
    at = read_string(text, length, at + 1, v, &bad);
    if (UNLIKELY(!at)) goto wrong;
    v++;
    if (UNLIKELY(text[at] != ':')) {
        bad = at = skip_space(text, at);
        if (text[at] != ':') goto wrong;
    }
    at++;

value: /* there is room for it */
    if (text[at] == '"') {
        at = read_string(text, length, at + 1, v, &bad);
    } else if (digit_of(text[at]) <= 9 || text[at] == '-') {
        at = read_number(text, at, v, &bad);
    } else {
        switch (text[at]) {
        case '{':
        case '[': goto open;
        case 't': at = read_word(text, at, "true\0\0\0", 4, JRPC_TRUE, v, &bad); break;
        case 'f': at = read_word(text, at, "false\0\0", 5, JRPC_FALSE, v, &bad); break;
        case 'n': at = read_word(text, at, "null\0\0\0", 4, JRPC_NULL, v, &bad); break;
        case ' ':
        case '\n':
        case '\r':
        case '\t': at = skip_space(text, at); goto value;
        default: bad = at; goto wrong;
        }
    }
    if (UNLIKELY(!at)) goto wrong;
    v++;

after_value:
    if (container->kind == JRPC_OBJECT) {
        if (text[at] == ',') {
            container->digits++;
            at++;
            goto name;
        }
        if (text[at] == '}') goto close;
    } else if (container->kind == JRPC_ARRAY) {
        if (text[at] == ',') {
            container->digits++;
            at++;
            goto element;
        }
        if (text[at] == ']') goto close;
    } else if (at == length) {
        document->count = (size_t)(v - document->values);
        return JRPCI_PARSE_OK;
    }
    bad = skip_space(text, at);
    if (bad == at) goto wrong;
    at = bad;
    goto after_value;

element:
    ENSURE_ROOM(1);
    goto value;

open:
    if (UNLIKELY(depth == limits->depth)) return JRPCI_PARSE_DEPTH;
    v->kind = text[at] == '{' ? JRPC_OBJECT : JRPC_ARRAY;
    v->flags = 0;
    v->offset = (uint32_t)at;
    v->as.span = depth ? (uint32_t)(v - container) : 0;
    v->digits = 0;
    depth++;
    container = v++;
    at++;
    if (UNLIKELY((unsigned char)text[at] <= ' ')) at = skip_space(text, at);
    if (container->kind == JRPC_OBJECT) {
        if (text[at] != '}') goto name;
    } else if (text[at] != ']') {
        goto element;
    }
    container->digits--; /* close counts the element before it */

close:
    at++;
    container->digits++;
    container->length = (uint32_t)at - container->offset;
    {
        jrpc_value *around = container->as.span ? container - container->as.span : &outside;
        container->as.span = (uint32_t)(v - container);
        container = around;
    }
    depth--;
    goto after_value;

wrong:
    *offset = bad;
    return JRPCI_PARSE_SYNTAX;
}
