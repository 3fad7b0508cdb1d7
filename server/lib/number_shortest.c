/* SPDX-License-Identifier: MIT */
/* Schubfach: R. Giulietti, "The Schubfach way to render doubles" (2020, revised 2021). A value c * 2^q lies
 * in an interval of all reals that read back as it. Scaled by a power of ten, so that the interval holds at
 * least one integer and at most one multiple of ten, the candidates are the integers beside the value and the
 * multiples of ten beside it. Everything is kept at four times its size, so that the ends of the interval are
 * integers too, with the lowest bit set for any remainder. The ends are had by adding to the one product
 * instead of by two more. */
#include "number_shortest.h"
#include "power_of_ten.h"

#include <stdbool.h>

/* The scaled value and the ends of its interval; ends that do not belong to it already moved inwards. */
typedef struct scaled {
    uint64_t lower, value, upper;
} scaled;

/* floor(log10(2^q)), or of 3/4 of it where the value is the lowest of its binade, whose lower neighbour is
 * nearer. */
static inline int scale_of(int q, bool nearer_below) {
    return (q * 1262611 - (nearer_below ? 524031 : 0)) >> 22;
}

static inline jrpci_decimal_float choose(scaled s, int exponent) {
    uint64_t floor = s.value / 4;
    uint64_t tens = floor / 10;
    bool below = s.lower <= 40 * tens;
    bool above = 40 * tens + 40 <= s.upper;
    if (below != above) return (jrpci_decimal_float){tens + above, exponent + 1};
    below = s.lower <= 4 * floor;
    above = 4 * floor + 4 <= s.upper;
    bool nearer_above = s.value + (floor & 1) > 4 * floor + 2;
    return (jrpci_decimal_float){floor + (below != above ? above : nearer_above), exponent};
}

/* 192 bits, of which the lowest are only there to carry. */
typedef struct triple {
    uint64_t high, middle, low;
} triple;

static inline uint64_t round_to_odd(triple value) {
    return value.high | (value.middle > 1);
}

static inline triple triple_add(triple a, triple b) {
    triple sum = {a.high + b.high, a.middle + b.middle, a.low + b.low};
    uint64_t carry = sum.low < a.low;
    sum.high += sum.middle < a.middle;
    sum.middle += carry;
    sum.high += sum.middle < carry;
    return sum;
}

static inline triple triple_subtract(triple a, triple b) {
    triple difference = {a.high - b.high, a.middle - b.middle, a.low - b.low};
    uint64_t borrow = a.low < b.low;
    difference.high -= a.middle < b.middle;
    difference.high -= difference.middle < borrow;
    difference.middle -= borrow;
    return difference;
}

static inline triple triple_product(jrpci_wide power, uint64_t factor) {
    jrpci_wide low = jrpci_wide_multiply(power.low, factor);
    jrpci_wide high = jrpci_wide_multiply(power.high, factor);
    uint64_t middle = high.low + low.high;
    return (triple){high.high + (middle < low.high), middle, low.low};
}

/* shift: 1 to 63. */
static inline triple triple_shifted(jrpci_wide power, int shift) {
    return (triple){power.high >> (64 - shift), power.high << shift | power.low >> (64 - shift),
                    power.low << shift};
}

jrpci_decimal_float jrpci_shortest_of_double(uint64_t bits) {
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int stored = (int)(bits >> 52);
    bool nearer_below = fraction == 0 && stored > 1;
    uint64_t c = stored ? fraction | UINT64_C(1) << 52 : fraction;
    int q = (stored ? stored : 1) - 1075;
    int k = scale_of(q, nearer_below);
    int h = q + jrpci_log2_of_power_of_ten(-k) + 1;
    jrpci_wide power = *jrpci_power_of_ten(-k);
    triple value = triple_product(power, c << (h + 2));
    triple lower = triple_subtract(value, triple_shifted(power, nearer_below ? h : h + 1));
    triple upper = triple_add(value, triple_shifted(power, h + 1));
    uint64_t open = c & 1; /* the ends read back as the neighbours, whose significands are even */
    return choose((scaled){round_to_odd(lower) + open, round_to_odd(value), round_to_odd(upper) - open}, k);
}

/* The same in half the width. */
static inline uint64_t round_product_to_odd(uint64_t power, uint64_t factor) {
    jrpci_wide product = jrpci_wide_multiply(power, factor);
    return product.high | (product.low >> 32 > 1);
}

jrpci_decimal_float jrpci_shortest_of_float(uint32_t bits) {
    uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    int stored = (int)(bits >> 23);
    bool nearer_below = fraction == 0 && stored > 1;
    uint64_t c = stored ? fraction | UINT32_C(1) << 23 : fraction;
    int q = (stored ? stored : 1) - 150;
    int k = scale_of(q, nearer_below);
    int h = q + jrpci_log2_of_power_of_ten(-k) + 1;
    jrpci_wide wide = *jrpci_power_of_ten(-k);
    uint64_t power = wide.high + (wide.low != 0); /* rounded up, as the method wants it */
    uint64_t open = c & 1;
    uint64_t lower = round_product_to_odd(power, (4 * c - 2 + nearer_below) << h);
    uint64_t upper = round_product_to_odd(power, (4 * c + 2) << h);
    uint64_t value = round_product_to_odd(power, (4 * c) << h);
    return choose((scaled){lower + open, value, upper - open}, k);
}
