/* SPDX-License-Identifier: MIT */
/* Long arithmetic for the few numbers of 20 and more digits that lie next to the middle of two binary values.
 */
#include "number_nearest.h"
#include "number_wide.h"

/* No middle of two doubles has more digits than 768; what comes after this many can only break a tie. */
#define DIGITS_MAX 800

/* Both sides of the comparison are near 10^800 or 5^1143 (800 digits below the least double) times 2^54:
 * under 2,800 bits. */
#define LIMBS_MAX 48

typedef struct big {
    uint64_t limbs[LIMBS_MAX]; /* the lowest first; those from count on are not set */
    int count;
} big;

static void big_multiply_add(big *value, uint64_t factor, uint64_t addend) {
    for (int i = 0; i < value->count; i++) {
        jrpci_wide product = jrpci_wide_multiply(value->limbs[i], factor);
        product.low += addend;
        product.high += product.low < addend;
        value->limbs[i] = product.low;
        addend = product.high;
    }
    if (addend) value->limbs[value->count++] = addend;
}

static void big_multiply_by_power_of_five(big *value, int exponent) {
    const uint64_t five_to_27 = UINT64_C(7450580596923828125);
    for (; exponent >= 27; exponent -= 27) big_multiply_add(value, five_to_27, 0);
    for (; exponent > 0; exponent--) big_multiply_add(value, 5, 0);
}

static void big_shift_left(big *value, int bits) {
    int limbs = bits / 64;
    for (int i = value->count - 1; i >= 0; i--) value->limbs[i + limbs] = value->limbs[i];
    for (int i = 0; i < limbs; i++) value->limbs[i] = 0;
    value->count += limbs;
    big_multiply_add(value, UINT64_C(1) << bits % 64, 0);
}

static int big_compare(const big *a, const big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
    return 0;
}

/* Reads the first digits of a text, from the first that is not 0. Returns how many it kept; *rest: whether
 * one that is not 0 was left out. */
static int big_read(big *value, const jrpci_number *number, bool *rest) {
    const char *end = number->text + number->length;
    int kept = 0;
    value->count = 0;
    *rest = false;
    for (const char *at = number->text; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at < '0' || (*at == '0' && kept == 0)) continue; /* the sign, the point, leading zeros */
        if (kept < DIGITS_MAX) {
            big_multiply_add(value, 10, (uint64_t)(*at - '0'));
            kept++;
        } else if (*at != '0') {
            *rest = true;
            break;
        }
    }
    return kept;
}

/* The middle above a magnitude is significand * 2^exponent, the significand being odd. */
static uint64_t middle_above(uint64_t bits, const jrpci_binary *format, int *exponent) {
    uint64_t fraction = bits & ((UINT64_C(1) << format->fraction_bits) - 1);
    int stored = (int)(bits >> format->fraction_bits);
    if (stored) {
        fraction |= UINT64_C(1) << format->fraction_bits;
    } else {
        stored = 1; /* subnormal: the exponent of the smallest normal values, without their leading bit */
    }
    *exponent = stored - format->bias - format->fraction_bits - 1;
    return 2 * fraction + 1;
}

int jrpci_compare_with_middle(const jrpci_number *number, uint64_t lower, const jrpci_binary *format) {
    big decimal;
    bool rest;
    int ten = number->exponent + JRPCI_NUMBER_DIGITS - big_read(&decimal, number, &rest);
    int two;
    big middle = {.count = 1};
    middle.limbs[0] = middle_above(lower, format, &two);
    /* decimal * 10^ten against middle * 2^two: whichever factor is below one goes to the other side. */
    if (ten >= 0) {
        big_multiply_by_power_of_five(&decimal, ten);
    } else {
        big_multiply_by_power_of_five(&middle, -ten);
    }
    two -= ten;
    if (two >= 0) {
        big_shift_left(&middle, two);
    } else {
        big_shift_left(&decimal, -two);
    }
    int side = big_compare(&decimal, &middle);
    return side == 0 && rest ? 1 : side;
}
