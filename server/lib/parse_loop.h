/* SPDX-License-Identifier: MIT */
/* The parser, for one set of instructions. Included once by each parse_*.c, which defines before:
 *   TARGET                what a function needs to be compiled for that set
 *   plain_end(text, at)   the index, from `at` on, of the first byte that is a quote, a backslash, a control character or
 *                         not ASCII
 * Positions are indices into the text. A reader that finds a byte wrong notes where and goes to the zeros behind the text:
 * they are wrong in every state, so what comes next ends it, and what was noted first is told. Most requests come without
 * white space, so it is looked for only where the expected byte is not there. Nothing recurses: an open container's
 * `span` is its distance to the one around it. */
#include "envelope.h"
#include "escape.h"
#include "memory.h"
#include "number_read.h"
#include "parse.h"
#include "utf8.h"

#define INLINE static inline __attribute__((always_inline)) TARGET
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

INLINE unsigned digit_of(char c) {
    return (unsigned)(unsigned char)c - '0'; /* above 9: it is no digit */
}

static JRPCI_RARE size_t skip_space(const char *text, size_t at) {
    while (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') at++;
    return at;
}

/* What a parser keeps beside its position. */
typedef struct reading {
    const char *text;
    size_t length;
    size_t wrong; /* the first byte that was found wrong; SIZE_MAX: none */
} reading;

/* Where to go on from a byte that is wrong: behind the end, where a root does not end either. */
static size_t give_up(reading *r, size_t wrong) {
    r->wrong = wrong;
    return r->length + 1;
}

/* From a backslash or a byte that is not ASCII on to the next byte that is neither. */
static JRPCI_RARE size_t skip_special(reading *r, size_t at, uint8_t *flags) {
    const char *text = r->text;
    for (;;) {
        if (text[at] == '\\') {
            const char *bad;
            const char *next = jrpci_escape_skip(text + at, &bad);
            if (!next) return give_up(r, (size_t)(bad - text));
            *flags = JRPC_FLAG_ESCAPED;
            at = (size_t)(next - text);
        } else if ((signed char)text[at] < 0) {
            int sequence = jrpci_utf8_sequence(text + at, text + r->length);
            if (sequence < 0) return give_up(r, at + (size_t)(-1 - sequence));
            at += (size_t)sequence;
        } else {
            return at;
        }
    }
}

/* The rest of a String from its first byte that is not plain on. */
static JRPCI_RARE TARGET size_t read_special(reading *r, size_t begin, size_t at, jrpc_value *v) {
    uint8_t flags = 0;
    while (r->text[at] != '"') {
        if (at > r->length) return at;
        if ((unsigned char)r->text[at] < ' ') return give_up(r, at);
        at = skip_special(r, at, &flags);
        at = plain_end(r->text, at);
    }
    v->flags = flags;
    v->length = (uint32_t)(at - begin);
    return at + 1;
}

INLINE void put(jrpc_value *v, jrpc_kind kind, jrpci_member member, size_t offset, size_t length) {
    v->kind = (uint8_t)kind;
    v->flags = 0;
    v->member = (uint16_t)member;
    v->offset = (uint32_t)offset;
    v->length = (uint32_t)length;
}

/* A String, from behind its first quote on. */
INLINE size_t read_string(const char *text, reading *r, size_t begin, jrpc_value *v) {
    size_t end = plain_end(text, begin);
    put(v, JRPC_STRING, JRPCI_MEMBER_OTHER, begin, end - begin);
    return UNLIKELY(text[end] != '"') ? read_special(r, begin, end, v) : end + 1;
}

/* The rest of a number that has an exponent or more digits than fit, from behind its digits so far. */
static JRPCI_RARE size_t read_long_number(reading *r, size_t begin, size_t at, jrpc_value *v) {
    const char *text = r->text;
    if ((text[at] | 0x20) == 'e') {
        at++;
        if (text[at] == '+' || text[at] == '-') at++;
        if ((unsigned char)(text[at] - '0') > 9) return give_up(r, at);
        while ((unsigned char)(text[at] - '0') <= 9) at++;
    }
    jrpci_number number;
    jrpci_number_decode(text + begin, at - begin, &number);
    v->digits = number.significand;
    v->as.exponent = number.exponent;
    v->flags =
        (uint8_t)((number.negative ? JRPC_FLAG_NEGATIVE : 0) | (number.truncated ? JRPC_FLAG_LONG : 0));
    v->length = (uint32_t)(at - begin);
    return at;
}

/* Eight characters as digits, 0 to 9 where they are any; and the highest bit of the first byte that is none, among others
 * above it: what carries out of that byte touches none below. */
INLINE uint64_t load_digits(const char *at) {
    return jrpci_load8(at) ^ UINT64_C(0x3030303030303030);
}

INLINE uint64_t not_digits(uint64_t word) {
    return ((word + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
}

/* The number that eight digits are: pairs, fours, all of them (D. Lemire, "Number parsing at a gigabyte per second",
 * 2021). */
INLINE uint64_t eight_digits(uint64_t word) {
    word = word * (10 << 8 | 1) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    word = word * (100 << 16 | 1) >> 16 & UINT64_C(0x0000ffff0000ffff);
    return word * (UINT64_C(10000) << 32 | 1) >> 32;
}

/* The digits that come before the first other byte, shifted up behind zeros, so that no branch depends on how many there
 * are. others: not 0. */
INLINE uint64_t leading_digits(uint64_t word, uint64_t others, size_t *count) {
    unsigned bit = (unsigned)__builtin_ctzll(others);
    *count = bit >> 3;
    return eight_digits(word << ((7 - bit) & 63));
}

/* Appends the digits from `at` on, at least one, to *digits. The index behind them. */
INLINE size_t read_digits(const char *text, size_t at, uint64_t *digits) {
    static const uint32_t tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    uint64_t word = load_digits(text + at);
    uint64_t others = not_digits(word);
    while (UNLIKELY(!others)) {
        *digits = *digits * 100000000 + eight_digits(word);
        at += 8;
        if (digit_of(text[at]) > 9) return at;
        word = load_digits(text + at);
        others = not_digits(word);
    }
    size_t count;
    uint64_t number = leading_digits(word, others, &count);
    *digits = *digits * tens[count] + number;
    return at + count;
}

/* The digits before a number's point, likewise, the first of which has been looked at. */
INLINE size_t read_whole(const char *text, size_t at, unsigned digit, uint64_t *digits) {
    *digits = digit;
    if (digit_of(text[at + 1]) > 9 || !digit)
        return at + 1; /* what follows a leading zero will be found wrong */
    uint64_t word = load_digits(text + at);
    uint64_t others = not_digits(word);
    if (UNLIKELY(!others)) {
        *digits = 0;
        return read_digits(text, at, digits);
    }
    size_t count;
    *digits = leading_digits(word, others, &count);
    return at + count;
}

/* A number that begins at `begin`, from its first digit on, which is at `at`. Its exponent is left to after_value. */
INLINE size_t read_number(const char *text, reading *r, size_t begin, size_t at, unsigned digit,
                          bool negative, jrpc_value *v) {
    uint64_t digits;
    int32_t exponent = 0;
    at = read_whole(text, at, digit, &digits);
    if (text[at] == '.') {
        size_t fraction = ++at;
        if (UNLIKELY(digit_of(text[at]) > 9)) return give_up(r, at);
        at = read_digits(text, at, &digits);
        exponent = (int32_t)(fraction - at);
    }
    size_t length = at - begin;
    v->kind = JRPC_NUMBER;
    v->flags = negative ? JRPC_FLAG_NEGATIVE : 0;
    v->offset = (uint32_t)begin;
    v->length = (uint32_t)length;
    v->as.exponent = exponent;
    v->digits = digits;
    return UNLIKELY(length > JRPCI_NUMBER_DIGITS) ? read_long_number(r, begin, at, v) : at;
}

/* Where to go on where a value is not followed by what usually comes: behind its exponent, if it is a number that has one,
 * or behind white space. `last` is the last value before. */
static JRPCI_RARE size_t after_value(reading *r, size_t at, jrpc_value *last) {
    bool exponent = (r->text[at] | 0x20) == 'e';
    if (!exponent || last->kind != JRPC_NUMBER || last->offset + (size_t)last->length != at)
        return skip_space(r->text, at);
    return read_long_number(r, last->offset, at, last);
}

/* word: eight bytes. */
static JRPCI_RARE size_t read_word(reading *r, size_t at, const char *word, unsigned length, jrpc_kind kind,
                                   jrpc_value *v) {
    const char *text = r->text;
    if ((jrpci_load8(text + at) ^ jrpci_load8(word)) & jrpci_first_bytes(length)) {
        while (text[at] == *word) at++, word++;
        return give_up(r, at);
    }
    *v = (jrpc_value){.kind = (uint8_t)kind, .offset = (uint32_t)at, .length = length};
    return at + length;
}

/* true, false and null. */
INLINE size_t read_literal(reading *r, size_t at, char first, jrpc_value *v) {
    switch (first) {
    case 't': return read_word(r, at, "true\0\0\0", 4, JRPC_TRUE, v);
    case 'f': return read_word(r, at, "false\0\0", 5, JRPC_FALSE, v);
    case 'n': return read_word(r, at, "null\0\0\0", 4, JRPC_NULL, v);
    default: return give_up(r, at);
    }
}

/* Behind the last value that there is room for, before something has to be done about it. */
INLINE jrpc_value *stop_at(const jrpci_document *document, const jrpci_parse_limits *limits) {
    size_t capacity = document->value_capacity;
    return document->values + (capacity < limits->values ? capacity : limits->values);
}

/* Room for more values where there was not enough: `count` there are, `more` there will be. */
static JRPCI_RARE jrpci_parse_status make_room(jrpci_document *document, size_t count, size_t more,
                                               size_t limit) {
    if (count + more > limit) return JRPCI_PARSE_VALUES;
    return jrpci_document_grow(document, limit) ? JRPCI_PARSE_OK : JRPCI_PARSE_MEMORY;
}

#define ENSURE_ROOM(more)                                                                                    \
    do {                                                                                                     \
        if (UNLIKELY(v + ((more)-1) >= stop)) {                                                              \
            size_t done = (size_t)(v - document->values);                                                    \
            size_t open = (size_t)(container - document->values);                                            \
            jrpci_parse_status status = make_room(document, done, more, limits->values);                     \
            if (status != JRPCI_PARSE_OK) return status;                                                     \
            v = document->values + done;                                                                     \
            container = document->values + open;                                                             \
            stop = stop_at(document, limits);                                                                \
        }                                                                                                    \
    } while (0)

/* A value at `at`, for which there is room: goes to `done` behind a scalar, to open_object or open_array. Members and
 * elements each have their own copy, because each goes on in its own way. */
#define READ_VALUE(again, done)                                                                              \
    do {                                                                                                     \
        char first = text[at];                                                                               \
        if (first == '"') {                                                                                  \
            at = read_string(text, &r, at + 1, v++);                                                         \
            goto done;                                                                                       \
        }                                                                                                    \
        bool negative = first == '-';                                                                        \
        unsigned digit = digit_of(text[at + negative]);                                                      \
        if (digit <= 9) {                                                                                    \
            at = read_number(text, &r, at, at + negative, digit, negative, v++);                             \
            goto done;                                                                                       \
        }                                                                                                    \
        if (first == '{') goto open_object;                                                                  \
        if (first == '[') goto open_array;                                                                   \
        if ((unsigned char)first <= ' ') {                                                                   \
            size_t begin = at;                                                                               \
            at = skip_space(text, at);                                                                       \
            if (at == begin) goto wrong;                                                                     \
            goto again;                                                                                      \
        }                                                                                                    \
        at += negative;                                                                                      \
        at = read_literal(&r, at, negative ? 0 : first, v++);                                                \
        goto done;                                                                                           \
    } while (0)

/* Begins a container whose bracket is at `at`; the one around it is found back by the distance. */
#define OPEN(sort, mark)                                                                                     \
    do {                                                                                                     \
        if (UNLIKELY(depth == limits->depth)) return JRPCI_PARSE_DEPTH;                                      \
        depth++;                                                                                             \
        put(v, sort, mark, at, 0);                                                                           \
        v->as.span = (uint32_t)(v - container);                                                              \
        v->digits = 1;                                                                                       \
        container = v++;                                                                                     \
    } while (0)

static TARGET jrpci_parse_status parse(jrpci_document *document, const jrpci_parse_limits *limits,
                                       size_t *offset) {
    const char *const text = document->text;
    reading r = {text, document->length, SIZE_MAX};
    size_t at = 0;
    jrpc_value *v = document->values;
    jrpc_value *stop = stop_at(document, limits);
    jrpc_value *container = v;
    size_t depth = 0;
    ENSURE_ROOM(1);
    if (text[0] == '{') goto open_object;

root:
    READ_VALUE(root, root_done);

open_object:
    /* Most requests begin alike. */
    if (jrpci_load8(text + at) == JRPCI_WORD_BEGIN_1 && jrpci_load8(text + at + 8) == JRPCI_WORD_BEGIN_2 &&
        v + 2 < stop) {
        OPEN(JRPC_OBJECT, JRPCI_MEMBER_VERSION);
        put(v++, JRPC_STRING, JRPCI_MEMBER_VERSION, at + 2, 7);
        put(v++, JRPC_STRING, JRPCI_MEMBER_OTHER, at + 12, 3);
        at += 16;
        goto member_done;
    }
    OPEN(JRPC_OBJECT, JRPCI_MEMBER_OTHER);
    at++;
    if ((unsigned char)text[at] <= ' ') at = skip_space(text, at);
    if (text[at] != '}') goto name;
    container->digits = 0;
    goto close;

name : {
    ENSURE_ROOM(2);
    if (UNLIKELY(text[at] != '"')) {
        at = skip_space(text, at);
        if (text[at] != '"') goto wrong;
    }
    /* Those of a request are told by one comparison each. */
    uint64_t word = jrpci_load8(text + at);
    if (word == JRPCI_WORD_METHOD) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_METHOD, at + 1, 6);
        at += 8;
        if (text[at] != ':' || text[at + 1] != '"') goto colon;
        at += 2;
        goto member_string;
    }
    if (word == JRPCI_WORD_PARAMS) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_PARAMS, at + 1, 6);
        at += 8;
        if (text[at] != ':' || text[at + 1] != '[') goto colon;
        at++;
        goto open_array;
    }
    if ((uint32_t)word == JRPCI_WORD_ID) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_ID, at + 1, 2);
        at += 4;
        goto colon;
    }
    if (word == JRPCI_WORD_JSONRPC && text[at + 8] == '"') {
        put(v++, JRPC_STRING, JRPCI_MEMBER_VERSION, at + 1, 7);
        at += 9;
        goto colon;
    }
    at = read_string(text, &r, at + 1, v++);
}

colon:
    if (UNLIKELY(text[at] != ':')) {
        at = skip_space(text, at);
        if (text[at] != ':') goto wrong;
    }
    at++;

member:
    READ_VALUE(member, member_done);

member_string:
    at = read_string(text, &r, at, v++);

member_done:
    if (text[at] == ',') {
        container->digits++;
        at++;
        goto name;
    }
    if (text[at] == '}') goto close;
    {
        size_t begin = at;
        at = after_value(&r, at, v - 1);
        if (at == begin) goto wrong;
    }
    goto member_done;

open_array:
    OPEN(JRPC_ARRAY, JRPCI_MEMBER_OTHER);
    at++;
    if ((unsigned char)text[at] <= ' ') at = skip_space(text, at);
    if (text[at] != ']') goto element;
    container->digits = 0;
    goto close;

element:
    ENSURE_ROOM(1);

element_here:
    READ_VALUE(element_here, element_done);

element_done:
    if (text[at] == ',') {
        container->digits++;
        at++;
        goto element;
    }
    if (text[at] == ']') goto close;
    {
        size_t begin = at;
        at = after_value(&r, at, v - 1);
        if (at == begin) goto wrong;
    }
    goto element_done;

close:
    at++;
    container->length = (uint32_t)at - container->offset;
    {
        size_t distance = container->as.span;
        container->as.span = (uint32_t)(v - container);
        container -= distance;
        depth--;
        if (!distance) goto root_done;
    }
    if (container->kind == JRPC_OBJECT) goto member_done;
    goto element_done;

root_done:
    if (at != r.length) {
        at = skip_space(text, after_value(&r, at, v - 1));
        if (at != r.length) goto wrong;
    }
    return JRPCI_PARSE_OK;

wrong:
    *offset = r.wrong < at ? r.wrong : at;
    return JRPCI_PARSE_SYNTAX;
}
