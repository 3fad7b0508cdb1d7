/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_SHORTEST_H
#define JRPCI_NUMBER_SHORTEST_H

#include <stdbool.h>
#include <stdint.h>

/* digits * 10^exponent. The digits may end in zeros. */
typedef struct jrpci_scientific {
    uint64_t digits;
    int exponent;
} jrpci_scientific;

/* Of all decimals that lie nearer to significand * 2^exponent than to the values of its format beside it, the one with
 * the fewest digits (zeros at the end not counted), of those the nearest, of two equally near the even one.
 * significand: not 0, as the format has it, the hidden bit added: below 2^53.
 * exponent: -1074 to 971. */
jrpci_scientific jrpci_shortest(uint64_t significand, int exponent);

/* The same for the lowest value of a binade, to which the value below is half as far as the one above. */
jrpci_scientific jrpci_shortest_of_lowest(uint64_t significand, int exponent);

#endif
