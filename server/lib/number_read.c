/* SPDX-License-Identifier: MIT */
#include "number_read.h"

#include "memory.h"

#define NANO_DIGITS 9

static const uint64_t tens[] = {UINT64_C(1),
                                UINT64_C(10),
                                UINT64_C(100),
                                UINT64_C(1000),
                                UINT64_C(10000),
                                UINT64_C(100000),
                                UINT64_C(1000000),
                                UINT64_C(10000000),
                                UINT64_C(100000000),
                                UINT64_C(1000000000),
                                UINT64_C(10000000000),
                                UINT64_C(100000000000),
                                UINT64_C(1000000000000),
                                UINT64_C(10000000000000),
                                UINT64_C(100000000000000),
                                UINT64_C(1000000000000000),
                                UINT64_C(10000000000000000),
                                UINT64_C(100000000000000000),
                                UINT64_C(1000000000000000000),
                                UINT64_C(10000000000000000000)};
#define TENS_MAX 19

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The exponent after its `e`. Held at a bound that still outweighs any count of digits a text can have. */
static int64_t decode_exponent(const char *at, const char *end) {
    bool negative = *at == '-';
    if (!is_digit(*at)) at++;
    int64_t exponent = 0;
    for (; at < end; at++) {
        if (exponent < INT64_MAX / 100) exponent = exponent * 10 + (*at - '0');
    }
    return negative ? -exponent : exponent;
}

static int32_t hold_exponent(int64_t exponent) {
    if (exponent > JRPCI_NUMBER_EXPONENT) return JRPCI_NUMBER_EXPONENT;
    if (exponent < -JRPCI_NUMBER_EXPONENT) return -JRPCI_NUMBER_EXPONENT;
    return (int32_t)exponent;
}

void jrpci_number_decode(const char *text, size_t length, jrpci_number *number) {
    const char *end = text + length;
    const char *at = text;
    bool negative = *at == '-';
    if (negative) at++;
    uint64_t significand = 0;
    unsigned kept = 0;
    int64_t exponent = 0;
    bool fraction = false;
    bool truncated = false;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (kept < JRPCI_NUMBER_DIGITS) {
            significand = significand * 10 + (uint64_t)(*at - '0');
            kept += significand != 0;
            exponent -= fraction;
        } else {
            truncated = true;
            exponent += !fraction;
        }
    }
    if (at < end) exponent += decode_exponent(at + 1, end);
    *number = (jrpci_number){significand, hold_exponent(exponent), negative, truncated, text, length};
}

/* A number's absolute value around the decimal point. */
typedef struct fixed {
    uint64_t whole;
    uint32_t nanos;
} fixed;

static bool append_digit(uint64_t *whole, unsigned digit) {
    return !__builtin_mul_overflow(*whole, 10, whole) && !__builtin_add_overflow(*whole, digit, whole);
}

/* One digit at its place: 0 is the units', -1 the tenths'. False where the parts cannot hold it. */
static bool place_digit(fixed *parts, int place, unsigned digit) {
    if (place >= 0) return append_digit(&parts->whole, digit);
    if (place >= -NANO_DIGITS) {
        parts->nanos += digit * (uint32_t)tens[NANO_DIGITS + place];
        return true;
    }
    return digit == 0;
}

/* Of a truncated number: from its text, digit by digit. */
static JRPCI_RARE bool split_text(const jrpci_number *number, fixed *parts) {
    int place = JRPCI_NUMBER_DIGITS - 1 + number->exponent; /* of the first digit that is not 0 */
    if (place > TENS_MAX || place < -NANO_DIGITS) return false;
    const char *end = number->text + number->length;
    bool leading = true;
    for (const char *at = number->text; at < end && *at != 'e' && *at != 'E'; at++) {
        if (!is_digit(*at) || (leading && *at == '0')) continue;
        leading = false;
        if (!place_digit(parts, place, (unsigned)(*at - '0'))) return false;
        if (place >= -NANO_DIGITS) place--;
    }
    for (; place >= 0; place--) {
        if (!append_digit(&parts->whole, 0)) return false;
    }
    return true;
}

/* Below the point: exponent is negative. */
static bool split_fraction(uint64_t significand, int exponent, fixed *parts) {
    while (exponent < -NANO_DIGITS && significand % 10 == 0) {
        significand /= 10;
        exponent++;
    }
    if (exponent < -NANO_DIGITS) return false;
    parts->whole = significand / tens[-exponent];
    parts->nanos = (uint32_t)(significand % tens[-exponent] * tens[NANO_DIGITS + exponent]);
    return true;
}

static bool split(const jrpci_number *number, fixed *parts) {
    *parts = (fixed){0, 0};
    if (number->truncated) return split_text(number, parts);
    if (number->significand == 0) return true;
    if (number->exponent < 0) return split_fraction(number->significand, number->exponent, parts);
    if (number->exponent > TENS_MAX) return false;
    return !__builtin_mul_overflow(number->significand, tens[number->exponent], &parts->whole);
}

bool jrpci_read_magnitude(const jrpci_number *number, uint64_t *magnitude) {
    fixed parts;
    if (!split(number, &parts) || parts.nanos) return false;
    *magnitude = parts.whole;
    return true;
}

bool jrpci_read_decimal(const jrpci_number *number, int64_t *units, int32_t *nanos) {
    fixed parts;
    if (!split(number, &parts) || parts.whole > (uint64_t)INT64_MAX + number->negative) return false;
    *units = (int64_t)(number->negative ? 0 - parts.whole : parts.whole);
    *nanos = number->negative ? -(int32_t)parts.nanos : (int32_t)parts.nanos;
    return true;
}
