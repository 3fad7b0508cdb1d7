/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_SHORTEST_H
#define JRPCI_NUMBER_SHORTEST_H

#include <stdint.h>

/* digits * 10^exponent. The digits may end in zeros. */
typedef struct jrpci_decimal_float {
    uint64_t digits;
    int exponent;
} jrpci_decimal_float;

/* The decimal that reads back as a finite magnitude, which is not 0, with the fewest digits (trailing zeros
 * not counted), of those the nearest, of two equally near the even one. At most 17 digits for a double, 9 for
 * a float. */
jrpci_decimal_float jrpci_shortest_of_double(uint64_t bits);
jrpci_decimal_float jrpci_shortest_of_float(uint32_t bits);

#endif
