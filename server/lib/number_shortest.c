/* SPDX-License-Identifier: MIT */
/* Schubfach: R. Giulietti, "The Schubfach way to render doubles" (2020, revised 2021). All reals of an interval around
 * a value read back as it. Scaled by a power of ten so that its width is in [1, 10), the interval holds an integer and
 * at most one multiple of ten, which is the shorter one. So the candidates are the multiples of ten beside the value
 * and, where neither is inside, the integers beside it. */
#include "number_shortest.h"
#include "power_of_ten.h"

/* What brings a value scaled by 10^-k to 128 bits behind its point. */
static inline int shift_for(int exponent, int k) {
    return exponent + jrpci_log2_of_power_of_ten(-k) + 1;
}

/* power * factor / 2^128, with the lowest bit set for any remainder. */
static uint64_t round_to_odd(jrpci_wide power, uint64_t factor) {
    jrpci_wide high = jrpci_wide_multiply(power.high, factor);
    uint64_t middle = high.low + jrpci_wide_multiply(power.low, factor).high;
    return (high.high + (middle < high.low)) | (middle > 1);
}

/* The method as published, in quarters, so that the ends of the interval are integers too. */
static jrpci_scientific shortest_exactly(uint64_t significand, int exponent, int k, bool nearer_below) {
    int shift = shift_for(exponent, k);
    jrpci_wide power = *jrpci_power_of_ten(-k);
    uint64_t open = significand & 1; /* the ends read back as the neighbours, whose significands are even */
    uint64_t lower = round_to_odd(power, (4 * significand - 2 + nearer_below) << shift) + open;
    uint64_t value = round_to_odd(power, (4 * significand) << shift);
    uint64_t upper = round_to_odd(power, (4 * significand + 2) << shift) - open;
    uint64_t floor = value / 4;
    uint64_t tens = floor / 10 * 10;
    bool below = lower <= 4 * tens;
    bool above = 4 * tens + 40 <= upper;
    if (below != above) return (jrpci_scientific){above ? tens + 10 : tens, k};
    below = lower <= 4 * floor;
    above = 4 * floor + 4 <= upper;
    bool nearer_above = value + (floor & 1) > 4 * floor + 2;
    return (jrpci_scientific){floor + (below != above ? above : nearer_above), k};
}

/* Whether two fractions are too close to tell which is greater, each being less than two units off. */
static inline bool undecided(uint64_t a, uint64_t b) {
    return a - b + 4 <= 8;
}

jrpci_scientific jrpci_shortest_of_lowest(uint64_t significand, int exponent) {
    int k = (exponent * 1262611 - 524031) >> 22; /* floor(log10(3/4 * 2^exponent)) */
    return shortest_exactly(significand, exponent, k, true);
}

__attribute__((noinline, cold)) static jrpci_scientific shortest_of_undecided(uint64_t significand,
                                                                              int exponent, int k) {
    return shortest_exactly(significand, exponent, k, false);
}

jrpci_scientific jrpci_shortest(uint64_t significand, int exponent) {
    int k = (exponent * 1262611) >> 22; /* floor(log10(2^exponent)) */
    int shift = shift_for(exponent, k);
    const jrpci_wide *power = jrpci_power_of_ten(-k);
    jrpci_wide value = jrpci_wide_multiply(power->high, significand << shift);
    uint64_t rest = jrpci_wide_multiply(power->low, significand << shift).high;
    value.low += rest;
    value.high += value.low < rest;

    /* All but always the first bits of the fraction decide, and the one product is enough. Distances are in 2^-60. */
    uint64_t digit = value.high % 10;
    uint64_t from_below = digit << 60 | value.low >> 4;
    uint64_t from_above = (UINT64_C(10) << 60) - from_below;
    uint64_t reach = power->high >> (5 - shift);
    if (undecided(from_below, reach) || undecided(from_above, reach) ||
        undecided(value.low, UINT64_C(1) << 63)) {
        return shortest_of_undecided(significand, exponent, k);
    }
    uint64_t tens = value.high - digit;
    uint64_t nearest = value.high + (value.low >> 63);
    return (jrpci_scientific){from_below < reach ? tens : from_above < reach ? tens + 10 : nearest, k};
}
