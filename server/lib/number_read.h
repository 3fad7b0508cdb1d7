/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_READ_H
#define JRPCI_NUMBER_READ_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A JSON number taken apart: what the parser saw in its one pass, so that no digit is read twice. Its value
 * is significand * 10^exponent, negated if `negative`; where `truncated`, more digits follow the ones kept
 * and the text has to be asked. */
typedef struct jrpci_number {
    uint64_t
        significand;  /* the first JRPCI_NUMBER_DIGITS digits at most, counted from the first that is not 0 */
    int32_t exponent; /* of ten, held within +-JRPCI_NUMBER_EXPONENT; says nothing where significand is 0 */
    bool negative;    /* also for -0 */
    bool truncated;   /* there are digits that significand does not hold, zeros or not */
    const char *text; /* the whole number, sign included; valid JSON */
    size_t length;    /* of text, in bytes */
} jrpci_number;

#define JRPCI_NUMBER_DIGITS 19 /* any 19 digits fit 64 bits */

/* What an exponent is held to: far beyond every type, and near enough that sums of a few do not overflow. */
#define JRPCI_NUMBER_EXPONENT (INT32_C(1) << 30)

/* Takes apart a text that is a valid JSON number. The text is kept by pointer. */
void jrpci_number_decode(const char *text, size_t length, jrpci_number *number);

/* The readers below return false, and leave *value alone, where the number does not fit the type. */

/* The nearest double, ties to even; too small is 0 with its sign, too large is false. */
static inline bool jrpci_read_double(const jrpci_number *number, double *value);

/* The nearest float, rounded once. */
static inline bool jrpci_read_float(const jrpci_number *number, float *value);

/* Any spelling of an integral value in [minimum, maximum]: 1, 1.0, 1e2, 100e-2. */
static inline bool jrpci_read_signed(const jrpci_number *number, int64_t minimum, int64_t maximum,
                                     int64_t *value);

/* Any spelling of an integral value in [0, maximum]; -0 is 0. */
static inline bool jrpci_read_unsigned(const jrpci_number *number, uint64_t maximum, uint64_t *value);

/* Exactly units + nanos / 10^9, both of one sign or 0, |nanos| < 10^9. False where units would not fit 64
 * bits, or more than nine fraction digits are left after the trailing zeros are dropped. */
bool jrpci_read_decimal(const jrpci_number *number, int64_t *units, int32_t *nanos);

/* The general halves of the inline readers. */
bool jrpci_read_double_slow(const jrpci_number *number, double *value);
bool jrpci_read_float_slow(const jrpci_number *number, float *value);
bool jrpci_read_magnitude(const jrpci_number *number, uint64_t *magnitude);

/* What one operation on two exact factors rounds correctly, whole numbers and short fractions (W. D. Clinger, "How to read
 * floating point numbers accurately", PLDI 1990). False: the number is not of that kind. */
static inline bool jrpci_exact_double(uint64_t significand, int32_t exponent, bool negative, double *value) {
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (significand >> 53 || exponent < -22 || exponent > 22 || FLT_EVAL_METHOD != 0) return false;
    double magnitude = (double)(int64_t)significand;
    magnitude = exponent < 0 ? magnitude / tens[-exponent] : magnitude * tens[exponent];
    *value = negative ? -magnitude : magnitude;
    return true;
}

static inline bool jrpci_exact_float(uint64_t significand, int32_t exponent, bool negative, float *value) {
    static const float tens[] = {1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F, 1e8F, 1e9F, 1e10F};
    if (significand >> 24 || exponent < -10 || exponent > 10 || FLT_EVAL_METHOD != 0) return false;
    float magnitude = (float)(int32_t)significand;
    magnitude = exponent < 0 ? magnitude / tens[-exponent] : magnitude * tens[exponent];
    *value = negative ? -magnitude : magnitude;
    return true;
}

/* Of a number that one division takes apart: whole, or with up to nine fraction digits. False: it is not of that kind. */
static inline bool jrpci_exact_decimal(uint64_t significand, int32_t exponent, bool negative, int64_t *units,
                                       int32_t *nanos) {
    static const uint32_t tens[] = {1,      10,      100,      1000,      10000,
                                    100000, 1000000, 10000000, 100000000, 1000000000};
    if (exponent > 0 || exponent < -9 || significand > INT64_MAX) return false;
    uint64_t whole = significand / tens[-exponent];
    uint32_t rest = (uint32_t)(significand - whole * tens[-exponent]) * tens[9 + exponent];
    *units = negative ? -(int64_t)whole : (int64_t)whole;
    *nanos = negative ? -(int32_t)rest : (int32_t)rest;
    return true;
}

static inline bool jrpci_read_double(const jrpci_number *number, double *value) {
    if (!number->truncated &&
        jrpci_exact_double(number->significand, number->exponent, number->negative, value)) {
        return true;
    }
    return jrpci_read_double_slow(number, value);
}

static inline bool jrpci_read_float(const jrpci_number *number, float *value) {
    if (!number->truncated &&
        jrpci_exact_float(number->significand, number->exponent, number->negative, value)) {
        return true;
    }
    return jrpci_read_float_slow(number, value);
}

static inline bool jrpci_read_signed(const jrpci_number *number, int64_t minimum, int64_t maximum,
                                     int64_t *value) {
    uint64_t magnitude = number->significand;
    if ((number->exponent || number->truncated) && !jrpci_read_magnitude(number, &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + number->negative) return false;
    /* Negated as unsigned, because the smallest value has no positive twin. */
    int64_t read = (int64_t)(number->negative ? 0 - magnitude : magnitude);
    if (read < minimum || read > maximum) return false;
    *value = read;
    return true;
}

static inline bool jrpci_read_unsigned(const jrpci_number *number, uint64_t maximum, uint64_t *value) {
    uint64_t magnitude = number->significand;
    if ((number->exponent || number->truncated) && !jrpci_read_magnitude(number, &magnitude)) return false;
    if (magnitude > maximum || (number->negative && magnitude)) return false;
    *value = magnitude;
    return true;
}

#endif
