/* SPDX-License-Identifier: MIT */
/* Values that have no others within, for one set of instructions. Included by parse_loop.h, whose comment tells what for and
 * what is defined before. Readers return the index behind what they have read. */
#include "envelope.h"
#include "escape.h"
#include "memory.h"
#include "number_read.h"
#include "parse.h"
#include "utf8.h"

#define INLINE static inline __attribute__((always_inline)) TARGET
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)

INLINE unsigned digit_of(char c) {
    return (unsigned)(unsigned char)c - '0'; /* above 9: it is no digit */
}

static JRPCI_RARE size_t skip_space(const char *text, size_t at) {
    while (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') at++;
    return at;
}

/* Where to go on from a byte that is wrong: behind the end, where a root does not end either. */
static inline size_t give_up(jrpci_document *document, size_t wrong) {
    document->wrong = wrong;
    return document->length + 1;
}

/* From a backslash or a byte that is not ASCII on to the next byte that is neither. */
static JRPCI_RARE size_t skip_special(jrpci_document *document, size_t at, uint8_t *flags) {
    const char *text = document->text;
    for (;;) {
        if (text[at] == '\\') {
            const char *bad;
            const char *next = jrpci_escape_skip(text + at, &bad);
            if (!next) return give_up(document, (size_t)(bad - text));
            *flags = JRPC_FLAG_ESCAPED;
            at = (size_t)(next - text);
        } else if ((signed char)text[at] < 0) {
            int sequence = jrpci_utf8_sequence(text + at, text + document->length);
            if (sequence < 0) return give_up(document, at + (size_t)(-1 - sequence));
            at += (size_t)sequence;
        } else {
            return at;
        }
    }
}

/* The rest of a String from its first byte that is not plain on. */
static JRPCI_RARE TARGET size_t read_special(jrpci_document *document, size_t begin, size_t at,
                                             jrpc_value *v) {
    uint8_t flags = 0;
    while (document->text[at] != '"') {
        if (at > document->length) return at;
        if ((unsigned char)document->text[at] < ' ') return give_up(document, at);
        at = skip_special(document, at, &flags);
        at = plain_end(document->text, at);
    }
    v->flags = flags;
    v->member = flags ? JRPCI_MEMBER_ESCAPED : JRPCI_MEMBER_OTHER;
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
INLINE size_t read_string(const char *text, jrpci_document *document, size_t begin, jrpc_value *v) {
    size_t end = plain_end(text, begin);
    put(v, JRPC_STRING, JRPCI_MEMBER_OTHER, begin, end - begin);
    return UNLIKELY(text[end] != '"') ? read_special(document, begin, end, v) : end + 1;
}

/* The rest of a number that has an exponent or more digits than fit, from behind its digits so far. */
static JRPCI_RARE size_t read_long_number(jrpci_document *document, size_t begin, size_t at, jrpc_value *v) {
    const char *text = document->text;
    if ((text[at] | 0x20) == 'e') {
        at++;
        if (text[at] == '+' || text[at] == '-') at++;
        if ((unsigned char)(text[at] - '0') > 9) return give_up(document, at);
        while ((unsigned char)(text[at] - '0') <= 9) at++;
        /* What comes behind the value would take another one for its first. */
        if ((text[at] | 0x20) == 'e') return give_up(document, at);
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
INLINE size_t read_number(const char *text, jrpci_document *document, size_t begin, size_t at, unsigned digit,
                          size_t negative, jrpc_value *v) {
    v->kind = JRPC_NUMBER;
    v->flags = (uint8_t)(negative * JRPC_FLAG_NEGATIVE);
    v->offset = (uint32_t)begin;
    uint64_t digits;
    int32_t exponent = 0;
    at = read_whole(text, at, digit, &digits);
    if (text[at] == '.') {
        size_t fraction = ++at;
        if (UNLIKELY(digit_of(text[at]) > 9)) return give_up(document, at);
        at = read_digits(text, at, &digits);
        exponent = (int32_t)(fraction - at);
    }
    size_t length = at - begin;
    v->length = (uint32_t)length;
    v->as.exponent = exponent;
    v->digits = digits;
    return UNLIKELY(length > JRPCI_NUMBER_DIGITS) ? read_long_number(document, begin, at, v) : at;
}

/* Where to go on where a value is not followed by what usually comes: behind its exponent, if it is a number that has one,
 * or behind white space. `last` is the last value before. */
static JRPCI_RARE size_t after_value(jrpci_document *document, size_t at, jrpc_value *last) {
    bool exponent = (document->text[at] | 0x20) == 'e';
    if (!exponent || last->kind != JRPC_NUMBER || last->offset + (size_t)last->length != at)
        return skip_space(document->text, at);
    return read_long_number(document, last->offset, at, last);
}

/* word: eight bytes. */
static JRPCI_RARE size_t read_word(jrpci_document *document, size_t at, const char *word, unsigned length,
                                   jrpc_kind kind, jrpc_value *v) {
    const char *text = document->text;
    if ((jrpci_load8(text + at) ^ jrpci_load8(word)) & jrpci_first_bytes(length)) {
        while (text[at] == *word) at++, word++;
        return give_up(document, at);
    }
    *v = (jrpc_value){.kind = (uint8_t)kind, .offset = (uint32_t)at, .length = length};
    return at + length;
}

/* true, false and null. */
INLINE size_t read_literal(jrpci_document *document, size_t at, char first, jrpc_value *v) {
    switch (first) {
    case 't': return read_word(document, at, "true\0\0\0", 4, JRPC_TRUE, v);
    case 'f': return read_word(document, at, "false\0\0", 5, JRPC_FALSE, v);
    case 'n': return read_word(document, at, "null\0\0\0", 4, JRPC_NULL, v);
    default: return give_up(document, at);
    }
}
