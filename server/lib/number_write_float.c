/* SPDX-License-Identifier: MIT */
#include "number_digits.h"
#include "number_shortest.h"
#include "number_write.h"

#include <stdbool.h>

/* Where JavaScript's layout changes, by the place of the point: 123.4 has it at 3, 0.01 at -1. */
#define POINT_MAX 21   /* beyond, exponents: 1e21 */
#define POINT_MIN (-5) /* below, exponents: 1e-7 */

/* Makes a gap for the point after the first `point` of up to seventeen digits. */
static inline void insert_point(char *out, int point) {
    char tail[16];
    memcpy(tail, out + point, sizeof tail);
    out[point] = '.';
    memcpy(out + point + 1, tail, sizeof tail);
}

/* exponent: within 400 of 0, and not 0. */
static char *write_exponent(char *out, int exponent) {
    out[0] = 'e';
    out[1] = exponent < 0 ? '-' : '+';
    return jrpci_write_small(out + 2, (uint32_t)(exponent < 0 ? -exponent : exponent));
}

static char *write_whole(char *out, int count, int point) {
    memset(out + count, '0', POINT_MAX + 1); /* and one behind the point */
    out[point] = '.';
    return out + point + 2;
}

/* Seventeen digits, the first of them not 0, of which all but the first `count` are zeros that go.
 * point: how many of the digits come before the decimal point; 0 and below: zeros that follow it. */
static inline char *write_laid_out(char *out, uint64_t digits, int point) {
    uint64_t nine = digits / JRPCI_TEN_TO_8;
    uint32_t first = (uint32_t)(nine / JRPCI_TEN_TO_8);
    jrpci_sixteen rest = jrpci_sixteen_digits((uint32_t)(nine - first * JRPCI_TEN_TO_8),
                                              (uint32_t)(digits - nine * JRPCI_TEN_TO_8));
    int count = rest.low    ? 9 + (int)jrpci_eight_significant(rest.low)
                : rest.high ? 1 + (int)jrpci_eight_significant(rest.high)
                            : 1;
    bool leading_zeros = point <= 0 && point >= POINT_MIN;
    if (leading_zeros) {
        memset(out, '0', 8);
        out[1] = '.';
        out += 2 - point;
    }
    *out = (char)('0' + first);
    jrpci_write_eight(out + 1, rest.high);
    jrpci_write_eight(out + 9, rest.low);
    if (leading_zeros) return out + count;
    if (point > POINT_MAX || point < POINT_MIN) {
        if (count == 1) return write_exponent(out + 1, point - 1);
        insert_point(out, 1);
        return write_exponent(out + count + 1, point - 1);
    }
    if (count <= point) return write_whole(out, count, point);
    insert_point(out, point);
    return out + count + 1;
}

static char *write_scientific(char *out, jrpci_scientific number) {
    int point = number.exponent + 17;
    while (number.digits < JRPCI_TEN_TO_16) {
        number.digits *= 10;
        point--;
    }
    return write_laid_out(out, number.digits, point);
}

static char *write_not_finite(char *out, bool nan, bool negative) {
    const char *text = nan ? "\"NaN\"" : negative ? "\"-Infinity\"" : "\"Infinity\"";
    while (*text) *out++ = *text++;
    return out;
}

/* What people send has few digits, and needs no search: a decimal of at most 15 digits (of 6 for a float)
 * that reads back as the value is the only one so short, hence the shortest; and reading back is one division
 * of exact numbers. Below, values are taken in steps of 10^-8. */
#define STEPS_PER_UNIT 100000000
#define STEPS_MIN 100 /* the first that is laid out without an exponent */

static inline bool steps_of_double(double value, uint64_t *steps) {
    if (!(value < 1e7)) return false;
    *steps = (uint64_t)(int64_t)(value * STEPS_PER_UNIT + 0.5);
    return (double)(int64_t)*steps / STEPS_PER_UNIT == value && (*steps >= STEPS_MIN || *steps == 0);
}

static inline bool steps_of_float(float value, uint64_t *steps) {
    if (!(value < 100)) return false;
    uint32_t ten_thousandths = (uint32_t)(int32_t)((double)value * 10000 + 0.5);
    *steps = (uint64_t)ten_thousandths * (STEPS_PER_UNIT / 10000);
    return (float)(ten_thousandths / 10000.0) == value;
}

static inline char *write_steps(char *out, uint64_t steps) {
    uint32_t whole = (uint32_t)(steps / STEPS_PER_UNIT);
    return jrpci_write_fixed(out, whole, (uint32_t)(steps - (uint64_t)whole * STEPS_PER_UNIT));
}

static char *write_general_double(char *out, uint64_t bits) {
    const uint64_t hidden = UINT64_C(1) << 52;
    uint64_t fraction = bits & (hidden - 1);
    int stored = (int)(bits >> 52);
    if (stored == 0) return write_scientific(out, jrpci_shortest(fraction, -1074));
    if (fraction == 0 && stored > 1)
        return write_scientific(out, jrpci_shortest_of_lowest(hidden, stored - 1075));
    return write_scientific(out, jrpci_shortest(hidden | fraction, stored - 1075));
}

/* Nine digits at most, brought to seventeen. */
static jrpci_scientific widened(jrpci_scientific number) {
    return (jrpci_scientific){number.digits * JRPCI_TEN_TO_8, number.exponent - 8};
}

static char *write_general_float(char *out, uint32_t bits) {
    const uint32_t hidden = UINT32_C(1) << 23;
    uint32_t fraction = bits & (hidden - 1);
    int stored = (int)(bits >> 23);
    if (stored == 0) return write_scientific(out, widened(jrpci_shortest(fraction, -149)));
    if (fraction == 0 && stored > 1) {
        return write_scientific(out, widened(jrpci_shortest_of_lowest(hidden, stored - 150)));
    }
    return write_scientific(out, widened(jrpci_shortest(hidden | fraction, stored - 150)));
}

static inline char *write_sign(char *out, bool negative) {
    *out = '-';
    return out + negative;
}

char *jrpci_write_double(char *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool negative = bits >> 63;
    bits &= UINT64_MAX >> 1;
    const uint64_t infinity = UINT64_C(0x7ff) << 52;
    if (bits >= infinity) return write_not_finite(out, bits > infinity, negative);
    out = write_sign(out, negative);
    memcpy(&value, &bits, sizeof value);
    uint64_t steps;
    if (steps_of_double(value, &steps)) return write_steps(out, steps);
    return write_general_double(out, bits);
}

char *jrpci_write_float(char *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool negative = bits >> 31;
    bits &= UINT32_MAX >> 1;
    const uint32_t infinity = UINT32_C(0xff) << 23;
    if (bits >= infinity) return write_not_finite(out, bits > infinity, negative);
    out = write_sign(out, negative);
    memcpy(&value, &bits, sizeof value);
    uint64_t steps;
    if (steps_of_float(value, &steps)) return write_steps(out, steps);
    return write_general_float(out, bits);
}
