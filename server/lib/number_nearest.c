/* SPDX-License-Identifier: MIT */
/* Decimal to the nearest binary value, after D. Lemire, "Number parsing at a gigabyte per second", Software:
 * Practice and Experience 51 (2021). That no case is left undecided for a significand of 64 bits is shown in
 * N. Mushtak and D. Lemire, "Fast number parsing without fallback" (2023). */
#include "number_nearest.h"
#include "power_of_ten.h"

#include <string.h>

const jrpci_binary jrpci_binary64 = {52, 1023, -342, 308, -4, 23};
const jrpci_binary jrpci_binary32 = {23, 127, -65, 38, -17, 10};

static uint64_t infinity_bits(const jrpci_binary *format) {
    return (uint64_t)(2 * format->bias + 1) << format->fraction_bits;
}

/* The method wants powers that are not exact rounded down from 10^0 up and rounded up below. */
static jrpci_wide power_for_reading(int exponent) {
    jrpci_wide power = *jrpci_power_of_ten(exponent);
    if (exponent > JRPCI_POWER_OF_TEN_EXACT) {
        power.high -= power.low == 0;
        power.low--;
    }
    return power;
}

/* The upper 128 bits of significand * 10^exponent; the lower word of the power only where it can matter. */
static jrpci_wide product(uint64_t significand, int exponent, int wanted_bits) {
    jrpci_wide power = power_for_reading(exponent);
    jrpci_wide first = jrpci_wide_multiply(significand, power.high);
    uint64_t undecided = UINT64_MAX >> wanted_bits;
    if ((first.high & undecided) == undecided) {
        uint64_t carry = jrpci_wide_multiply(significand, power.low).high;
        first.low += carry;
        first.high += first.low < carry;
    }
    return first;
}

/* No tie can lie here: one would take more digits than a significand has. Where rounding reaches the smallest
 * normal value the carry lands in the exponent, and the bits are right as they are. */
static uint64_t round_subnormal(uint64_t mantissa, int shift) {
    if (shift >= 64) return 0;
    mantissa >>= shift;
    return (mantissa + (mantissa & 1)) >> 1;
}

/* The bits of the magnitude nearest to significand * 10^exponent; infinity's where that is beyond the range.
 */
static inline uint64_t nearest(uint64_t significand, int exponent, const jrpci_binary *format) {
    if (significand == 0 || exponent < format->smallest_power) return 0;
    if (exponent > format->largest_power) return infinity_bits(format);
    int leading = __builtin_clzll(significand);
    jrpci_wide scaled = product(significand << leading, exponent, format->fraction_bits + 3);
    int upper = (int)(scaled.high >> 63);
    int shift = upper + 64 - format->fraction_bits - 3;
    uint64_t mantissa = scaled.high >> shift; /* with one bit to round by */
    int binary = jrpci_log2_of_power_of_ten(exponent) + 63 + upper - leading + format->bias;
    if (binary <= 0) return round_subnormal(mantissa, 1 - binary);
    bool tie = scaled.low <= 1 && exponent >= format->tie_low && exponent <= format->tie_high &&
               (mantissa & 3) == 1 && mantissa << shift == scaled.high;
    if (tie) mantissa--;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    /* Added, not joined: the leading bit counts one, and a carry out of the fraction is an exponent more. */
    uint64_t bits = ((uint64_t)(binary - 1) << format->fraction_bits) + mantissa;
    return bits < infinity_bits(format) ? bits : infinity_bits(format);
}

static inline uint64_t nearest_of_any(const jrpci_number *number, const jrpci_binary *format) {
    uint64_t lower = nearest(number->significand, number->exponent, format);
    if (!number->truncated) return lower;
    uint64_t upper = nearest(number->significand + 1, number->exponent, format);
    if (lower == upper) return lower;
    /* What was cut off is less than one in the nineteenth digit, so these two are neighbours. */
    int side = jrpci_compare_with_middle(number, lower, format);
    return side > 0 || (side == 0 && (lower & 1)) ? upper : lower;
}

bool jrpci_read_double_slow(const jrpci_number *number, double *value) {
    uint64_t bits = nearest_of_any(number, &jrpci_binary64);
    if (bits == infinity_bits(&jrpci_binary64)) return false;
    bits |= (uint64_t)number->negative << 63;
    memcpy(value, &bits, sizeof bits);
    return true;
}

bool jrpci_read_float_slow(const jrpci_number *number, float *value) {
    uint32_t bits = (uint32_t)nearest_of_any(number, &jrpci_binary32);
    if (bits == infinity_bits(&jrpci_binary32)) return false;
    bits |= (uint32_t)number->negative << 31;
    memcpy(value, &bits, sizeof bits);
    return true;
}
