/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_POWER_OF_TEN_H
#define JRPCI_POWER_OF_TEN_H

#include "number_wide.h"

/* The powers that reading (from -342) and writing (to 324) of doubles need. */
#define JRPCI_POWER_OF_TEN_MIN (-342)
#define JRPCI_POWER_OF_TEN_MAX 324

/* Up to this power the 128 bits are exact, because 5^55 is the last power of five that fits them. */
#define JRPCI_POWER_OF_TEN_EXACT 55

/* 10^k as 128 bits with the top one set, times 2^(jrpci_log2_of_power_of_ten(k) - 127); rounded up where it
 * is not exact. Entry 0 is k = JRPCI_POWER_OF_TEN_MIN. */
__attribute__((visibility("hidden"))) extern const jrpci_wide
    jrpci_powers_of_ten[JRPCI_POWER_OF_TEN_MAX - JRPCI_POWER_OF_TEN_MIN + 1];

static inline const jrpci_wide *jrpci_power_of_ten(int k) {
    return &jrpci_powers_of_ten[k - JRPCI_POWER_OF_TEN_MIN];
}

/* floor(log2(10^k)) over the whole table: 1741647 is log2(10) * 2^19. */
static inline int jrpci_log2_of_power_of_ten(int k) {
    return (k * 1741647) >> 19;
}

#endif
