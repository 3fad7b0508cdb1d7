/* SPDX-License-Identifier: MIT */
#include "number_digits.h"
#include "number_shortest.h"
#include "number_write.h"

#include <stdbool.h>

/* Where JavaScript's layout changes, by the place of the point: 123.4 has it at 3, 0.01 at -1. */
#define POINT_MAX 21   /* beyond, exponents: 1e21 */
#define POINT_MIN (-5) /* below, exponents: 1e-7 */

/* d.dddddddd dddddddd: seventeen digits, the first not 0. */
typedef struct seventeen {
    uint32_t first;
    jrpci_eight second, third;
} seventeen;

static inline int significant(const seventeen *digits) {
    if (digits->third) return 9 + (int)jrpci_eight_significant(digits->third);
    if (digits->second) return 1 + (int)jrpci_eight_significant(digits->second);
    return 1;
}

static inline void write_seventeen(char *out, const seventeen *digits) {
    *out = (char)('0' + digits->first);
    jrpci_write_eight(out + 1, digits->second);
    jrpci_write_eight(out + 9, digits->third);
}

/* Makes a gap for the point after the first `point` of seventeen digits. */
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
    memset(out + count, '0', POINT_MAX - 1);
    memcpy(out + point, ".0", 2);
    return out + point + 2;
}

/* point: how many of the digits come before the decimal point; 0 and below: zeros that follow it. */
static char *write_laid_out(char *out, const seventeen *digits, int point) {
    int count = significant(digits);
    if (point > POINT_MAX || point < POINT_MIN) {
        write_seventeen(out, digits);
        if (count > 1) insert_point(out, 1);
        return write_exponent(out + count + (count > 1), point - 1);
    }
    if (point <= 0) {
        memcpy(out, "0.000000", 8);
        write_seventeen(out + 2 - point, digits);
        return out + 2 - point + count;
    }
    write_seventeen(out, digits);
    if (count <= point) return write_whole(out, count, point);
    insert_point(out, point);
    return out + count + 1;
}

static char *write_not_finite(char *out, bool nan, bool negative) {
    const char *text = nan ? "\"NaN\"" : negative ? "\"-Infinity\"" : "\"Infinity\"";
    size_t length = strlen(text);
    memcpy(out, text, length);
    return out + length;
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
    out = jrpci_write_small(out, whole);
    return jrpci_write_fraction(out, (uint32_t)(steps - (uint64_t)whole * STEPS_PER_UNIT));
}

static char *write_general_double(char *out, uint64_t bits) {
    jrpci_decimal_float shortest = jrpci_shortest_of_double(bits);
    while (shortest.digits < JRPCI_TEN_TO_16) {
        shortest.digits *= 10;
        shortest.exponent--;
    }
    uint64_t nine = shortest.digits / JRPCI_TEN_TO_8;
    uint32_t first = (uint32_t)(nine / JRPCI_TEN_TO_8);
    uint32_t second = (uint32_t)(nine - first * JRPCI_TEN_TO_8);
    uint32_t third = (uint32_t)(shortest.digits - nine * JRPCI_TEN_TO_8);
    seventeen digits = {first, jrpci_eight_digits(second), jrpci_eight_digits(third)};
    return write_laid_out(out, &digits, shortest.exponent + 17);
}

static char *write_general_float(char *out, uint32_t bits) {
    jrpci_decimal_float shortest = jrpci_shortest_of_float(bits);
    while (shortest.digits < JRPCI_TEN_TO_8) {
        shortest.digits *= 10;
        shortest.exponent--;
    }
    uint32_t first = (uint32_t)(shortest.digits / JRPCI_TEN_TO_8);
    uint32_t second = (uint32_t)(shortest.digits - first * JRPCI_TEN_TO_8);
    seventeen digits = {first, jrpci_eight_digits(second), 0};
    return write_laid_out(out, &digits, shortest.exponent + 9);
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
    uint64_t steps;
    if (steps_of_double(negative ? -value : value, &steps)) return write_steps(out, steps);
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
    uint64_t steps;
    if (steps_of_float(negative ? -value : value, &steps)) return write_steps(out, steps);
    return write_general_float(out, bits);
}
