/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_DIGITS_H
#define JRPCI_NUMBER_DIGITS_H

#include <stdint.h>
#include <string.h>

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

/* How many of the digits are left when trailing zeros are dropped. digits: not 0. */
static inline unsigned jrpci_eight_significant(jrpci_eight digits) {
    return 8 - (unsigned)__builtin_clzll(digits) / 8;
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

/* A value below 10^8 without leading zeros; touches eight bytes. Returns the byte after the last digit. */
static inline char *jrpci_write_small(char *out, uint32_t value) {
    if (value < 10) {
        *out = (char)('0' + value);
        return out + 1;
    }
    jrpci_eight digits = jrpci_eight_digits(value);
    unsigned leading = (unsigned)__builtin_ctzll(digits) / 8;
    jrpci_store_bytes(out, (digits | JRPCI_EIGHT_ZEROS) >> leading * 8);
    return out + 8 - leading;
}

/* A point and the eight digits of a fraction in 10^-8, less the zeros at their end; .0 where there is none.
 * Touches nine bytes. Returns the byte after the last digit. */
static inline char *jrpci_write_fraction(char *out, uint32_t fraction) {
    *out++ = '.';
    if (fraction == 0) {
        *out = '0';
        return out + 1;
    }
    jrpci_eight digits = jrpci_eight_digits(fraction);
    jrpci_write_eight(out, digits);
    return out + jrpci_eight_significant(digits);
}

#endif
