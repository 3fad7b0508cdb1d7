/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_DIGITS_H
#define JRPCI_NUMBER_DIGITS_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Eight decimal digits in one word, a byte each, the first digit in the lowest byte. */
typedef uint64_t jrpci_eight;

#define JRPCI_EIGHT_ZEROS UINT64_C(0x3030303030303030)
#define JRPCI_TEN_TO_8 UINT64_C(100000000)
#define JRPCI_TEN_TO_16 UINT64_C(10000000000000000)

/* The digits of a value below 10^8, as numbers 0 to 9: halved three times, all parts side by side, with
 * reciprocals that are exact for the range (the way of P. Khuong, "How to print integers really fast", 2017).
 */
static inline jrpci_eight jrpci_eight_digits(uint32_t value) {
    uint64_t top = value / 10000;
    uint64_t fours = top | (uint64_t)(value - top * 10000) << 32;
    uint64_t hundreds = (fours * 10486 >> 20) & UINT64_C(0x0000007f0000007f);
    uint64_t twos = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = (twos * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    return (twos << 8) - tens * ((10 << 8) - 1);
}

typedef struct jrpci_sixteen {
    jrpci_eight high, low;
} jrpci_sixteen;

/* The digits of two values below 10^8, which together cost little more than one. */
static inline jrpci_sixteen jrpci_sixteen_digits(uint32_t high, uint32_t low) {
#ifdef __SSE2__
    __m128i values = _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)high), _mm_cvtsi32_si128((int)low));
    __m128i tops = _mm_srli_epi64(_mm_mul_epu32(values, _mm_set1_epi64x(0xd1b71759)), 45);
    __m128i bottoms = _mm_sub_epi32(values, _mm_mul_epu32(tops, _mm_set1_epi64x(10000)));
    __m128i fours = _mm_or_si128(tops, _mm_slli_epi64(bottoms, 32));
    __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(10486)), 4);
    __m128i rests = _mm_sub_epi32(fours, _mm_madd_epi16(hundreds, _mm_set1_epi32(100)));
    __m128i twos = _mm_or_si128(hundreds, _mm_slli_epi32(rests, 16));
    __m128i tens = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
    __m128i digits = _mm_sub_epi16(_mm_slli_epi16(twos, 8), _mm_mullo_epi16(tens, _mm_set1_epi16(2559)));
    jrpci_sixteen result;
    memcpy(&result, &digits, sizeof result);
    return result;
#else
    return (jrpci_sixteen){jrpci_eight_digits(high), jrpci_eight_digits(low)};
#endif
}

/* How many of the digits are left when trailing zeros are dropped, but for the first. */
static inline unsigned jrpci_eight_significant(jrpci_eight digits) {
    return 8 - (unsigned)__builtin_clzll(digits | 1) / 8;
}

/* How many zeros come before the first digit that is not 0, or before the last. */
static inline unsigned jrpci_eight_leading(jrpci_eight digits) {
    return (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) / 8;
}

static inline void jrpci_store_bytes(char *out, uint64_t bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, sizeof bytes);
}

/* All eight, leading zeros too. */
static inline void jrpci_write_eight(char *out, jrpci_eight digits) {
    jrpci_store_bytes(out, digits | JRPCI_EIGHT_ZEROS);
}

/* Without leading zeros; touches eight bytes. Returns the byte after the last digit. */
static inline char *jrpci_write_trimmed(char *out, jrpci_eight digits) {
    unsigned leading = jrpci_eight_leading(digits);
    jrpci_store_bytes(out, (digits | JRPCI_EIGHT_ZEROS) >> leading * 8);
    return out + 8 - leading;
}

/* A value below 10^8. */
static inline char *jrpci_write_small(char *out, uint32_t value) {
    if (value < 10) {
        *out = (char)('0' + value);
        return out + 1;
    }
    return jrpci_write_trimmed(out, jrpci_eight_digits(value));
}

/* A point and a fraction without the zeros at its end, but for the first; touches nine bytes. */
static inline char *jrpci_write_fraction(char *out, jrpci_eight digits) {
    *out = '.';
    jrpci_write_eight(out + 1, digits);
    return out + 1 + jrpci_eight_significant(digits);
}

/* whole + fraction / 10^8, each below 10^8: what most fractional numbers come down to. */
static inline char *jrpci_write_fixed(char *out, uint32_t whole, uint32_t fraction) {
    jrpci_sixteen digits = jrpci_sixteen_digits(whole, fraction);
    return jrpci_write_fraction(jrpci_write_trimmed(out, digits.high), digits.low);
}

#endif
