/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_NEAREST_H
#define JRPCI_NUMBER_NEAREST_H

#include "number_read.h"

/* A binary format of IEEE 754, as the conversions see it. */
typedef struct jrpci_binary {
    int fraction_bits;  /* stored ones: 52, 23 */
    int bias;           /* of the stored exponent: 1023, 127 */
    int smallest_power; /* 19 digits times any smaller power of ten round to 0 */
    int largest_power;  /* any greater power of ten is beyond the range */
    int tie_low;        /* only powers of ten from here .. */
    int tie_high;       /* .. to here can lie half way between two values */
} jrpci_binary;

extern const jrpci_binary jrpci_binary64, jrpci_binary32;

/* Whether a number with digits beyond significand lies above (1), at (0) or below (-1) the middle between the
 * magnitude whose bits are `lower` and the next greater one. Exact, by long arithmetic. */
int jrpci_compare_with_middle(const jrpci_number *number, uint64_t lower, const jrpci_binary *format);

#endif
