/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_WIDE_H
#define JRPCI_NUMBER_WIDE_H

#include <stdint.h>

/* 128 bits in two words, for the products that conversions of numbers are made of. */
typedef struct jrpci_wide {
    uint64_t high, low;
} jrpci_wide;

static inline jrpci_wide jrpci_wide_multiply(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (jrpci_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (middle & UINT32_MAX);
    return (jrpci_wide){a1 * b1 + (middle >> 32) + (carry >> 32), a * b};
#endif
}

#endif
