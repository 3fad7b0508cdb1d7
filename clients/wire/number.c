/* SPDX-License-Identifier: MIT */
#include "reader.h"

/* Exact comparison of decimal texts. A number is brought to the form 0.d1d2..dn * 10^e with d1 and dn not
 * 0, which is unique; only the exponent needs care, for it may have any number of digits itself. */

struct decimal {
    bool negative;
    wire_slice digits;  /* d1 to dn, a point among them possible; empty for zero */
    bool tens_negative; /* the exponent as written: sign */
    wire_slice tens;    /* and digits, leading zeros left out */
    int64_t shift;      /* what the point's place adds to it */
};

static bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

static bool is_nothing(char character) {
    return character == '0' || character == '.';
}

static wire_slice trim_zeros(const char *from, const char *to) {
    while (from < to && is_nothing(*from)) from++;
    while (to > from && is_nothing(to[-1])) to--;
    return (wire_slice){from, (size_t)(to - from)};
}

static struct decimal decimal_of(wire_slice text) {
    const char *at = text.bytes, *end = text.bytes + text.length;
    struct decimal decimal = {.negative = *at == '-'};
    at += decimal.negative;
    const char *first = at;
    while (at < end && is_digit(*at)) at++;
    const char *point = at;
    while (at < end && (is_digit(*at) || *at == '.')) at++;
    decimal.digits = trim_zeros(first, at);
    /* 0.d1d2..: how far the point stands behind d1, or (negative) how many zeros stand between the two. */
    const char *d1 = decimal.digits.bytes;
    decimal.shift = d1 < point ? point - d1 : point + 1 - d1;
    if (at == end) return decimal;
    at++; /* the e */
    decimal.tens_negative = *at == '-';
    if (!is_digit(*at)) at++;
    while (at < end && *at == '0') at++;
    decimal.tens = (wire_slice){at, (size_t)(end - at)};
    return decimal;
}

/* Skips the point. */
static bool digits_equal(wire_slice a, wire_slice b) {
    size_t i = 0, j = 0;
    for (;;) {
        if (i < a.length && a.bytes[i] == '.') i++;
        if (j < b.length && b.bytes[j] == '.') j++;
        if (i == a.length || j == b.length) return i == a.length && j == b.length;
        if (a.bytes[i++] != b.bytes[j++]) return false;
    }
}

/* The digit of 10^place in an exponent, with its sign. */
static int64_t signed_digit(wire_slice digits, bool negative, size_t place) {
    if (place >= digits.length) return 0;
    int64_t digit = digits.bytes[digits.length - 1 - place] - '0';
    return negative ? -digit : digit;
}

/* a's exponent as written, less b's. From the highest digit down: once the difference is 3 or more, no
 * later pair of digits (at most 18 apart) can bring it back, so it may stop counting where no text is long
 * enough to make it up. */
static int64_t tens_difference(const struct decimal *a, const struct decimal *b) {
    const int64_t enough = INT64_MAX / 100;
    int64_t difference = 0;
    size_t places = a->tens.length > b->tens.length ? a->tens.length : b->tens.length;
    for (size_t place = places; place-- > 0;) {
        if (difference > enough || difference < -enough) break;
        difference = difference * 10 + signed_digit(a->tens, a->tens_negative, place) -
                     signed_digit(b->tens, b->tens_negative, place);
    }
    return difference;
}

bool wire_number_equal(wire_slice a, wire_slice b) {
    struct decimal x = decimal_of(a), y = decimal_of(b);
    if (x.digits.length == 0 || y.digits.length == 0) return x.digits.length == y.digits.length;
    return x.negative == y.negative && digits_equal(x.digits, y.digits) &&
           tens_difference(&x, &y) == y.shift - x.shift;
}
