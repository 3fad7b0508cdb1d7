/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */
#include "number_reference.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t reference_random(uint64_t *state) {
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

long reference_rounds(long count) {
    const char *rounds = getenv("JRPC_NUMBER_ROUNDS");
    long factor = rounds ? strtol(rounds, NULL, 10) : 1;
    return factor > 0 ? count * factor : count;
}

double reference_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float reference_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t reference_double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint32_t reference_float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

typedef bool reads_back(decimal candidate, double value);

static bool double_reads_back(decimal candidate, double value) {
    char text[64];
    (void)snprintf(text, sizeof text, "%llue%d", (unsigned long long)candidate.digits, candidate.exponent);
    return strtod(text, NULL) == value;
}

static bool float_reads_back(decimal candidate, double value) {
    char text[64];
    (void)snprintf(text, sizeof text, "%llue%d", (unsigned long long)candidate.digits, candidate.exponent);
    return strtof(text, NULL) == (float)value;
}

/* The decimal of so many digits that is nearest to a value. */
static decimal rounded(double value, int count) {
    char text[64];
    (void)snprintf(text, sizeof text, "%.*e", count - 1, value);
    decimal result = {0, -(count - 1)};
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at != '.') result.digits = result.digits * 10 + (uint64_t)(*at - '0');
    }
    result.exponent += (int)strtol(at + 1, NULL, 10);
    return result;
}

/* Also where the nearest does not read back the one beside it can: below a power of two values lie closer. */
static bool find(double value, int count, reads_back *check, decimal *found) {
    decimal nearest = rounded(value, count);
    const int64_t steps[] = {0, 1, -1};
    for (int i = 0; i < 3; i++) {
        *found = (decimal){nearest.digits + (uint64_t)steps[i], nearest.exponent};
        if (check(*found, value)) return true;
    }
    return false;
}

static decimal shortest(double value, reads_back *check, int start) {
    decimal best;
    decimal shorter;
    int count = start;
    while (!find(value, count, check, &best)) count++;
    while (count > 1 && find(value, count - 1, check, &shorter)) {
        best = shorter;
        count--;
    }
    return best;
}

/* ECMAScript 2024, Number::toString, with the names of its steps: n is where the point goes, k the count of digits. */
static void lay_out(char *out, decimal value) {
    char s[32];
    while (value.digits % 10 == 0) {
        value.digits /= 10;
        value.exponent++;
    }
    int k = snprintf(s, sizeof s, "%llu", (unsigned long long)value.digits);
    int n = value.exponent + k;
    if (k <= n && n <= 21) {
        (void)sprintf(out, "%s%.*s.0", s, n - k, "000000000000000000000");
    } else if (0 < n && n <= 21) {
        (void)sprintf(out, "%.*s.%s", n, s, s + n);
    } else if (-6 < n && n <= 0) {
        (void)sprintf(out, "0.%.*s%s", -n, "000000", s);
    } else if (k == 1) {
        (void)sprintf(out, "%se%+d", s, n - 1);
    } else {
        (void)sprintf(out, "%.1s.%se%+d", s, s + 1, n - 1);
    }
}

static void write_any(char *out, double value, reads_back *check, int start) {
    if (isnan(value)) {
        (void)sprintf(out, "\"NaN\"");
    } else if (isinf(value)) {
        (void)sprintf(out, "\"%sInfinity\"", value < 0 ? "-" : "");
    } else {
        if (signbit(value)) *out++ = '-';
        if (value == 0) {
            (void)sprintf(out, "0.0");
        } else {
            lay_out(out, shortest(fabs(value), check, start));
        }
    }
}

void reference_write_double(char *out, double value) {
    write_any(out, value, double_reads_back, 15);
}

void reference_write_float(char *out, float value) {
    write_any(out, (double)value, float_reads_back, 7);
}

/* Decimal digits, the last first. */
typedef struct digits {
    uint8_t digit[REFERENCE_TEXT];
    int count;
} digits;

static void multiply(digits *number, unsigned factor) {
    unsigned carry = 0;
    for (int i = 0; i < number->count; i++) {
        carry += number->digit[i] * factor;
        number->digit[i] = (uint8_t)(carry % 10);
        carry /= 10;
    }
    for (; carry; carry /= 10) number->digit[number->count++] = (uint8_t)(carry % 10);
}

/* Nine at a time. Nothing for an exponent below 1. */
static void multiply_by_power(digits *number, unsigned base, int exponent) {
    unsigned nine = base * base * base * base * base * base * base * base * base;
    for (; exponent >= 9; exponent -= 9) multiply(number, nine);
    for (; exponent > 0; exponent--) multiply(number, base);
}

static char *put_zeros(char *out, int count) {
    for (; count > 0; count--) *out++ = '0';
    return out;
}

/* significand * 2^exponent as a text. */
static void write_exactly(char *out, uint64_t significand, int exponent, bool positional, const char *more) {
    digits number = {.count = 0};
    for (; significand; significand /= 10) number.digit[number.count++] = (uint8_t)(significand % 10);
    int ten = exponent < 0 ? exponent : 0;
    multiply_by_power(&number, 2, exponent);
    multiply_by_power(&number, 5, -exponent);
    int point = number.count + ten;
    if (positional && point <= 0) out = put_zeros(out, 1);
    if (positional && point <= 0) *out++ = '.';
    if (positional) out = put_zeros(out, -point);
    for (int i = 0; i < number.count; i++) {
        if (positional && i == point && i) *out++ = '.';
        *out++ = (char)('0' + number.digit[number.count - 1 - i]);
        if (!positional && i == 0) *out++ = '.';
    }
    if (!positional && number.count == 1) *out++ = '0';
    if (positional && ten == 0) out += sprintf(out, ".0");
    out += sprintf(out, "%s", more);
    if (!positional) (void)sprintf(out, "e%d", point - 1);
}

static void middle(char *out, uint64_t bits, int fraction_bits, int bias, bool positional, const char *more) {
    uint64_t hidden = UINT64_C(1) << fraction_bits;
    int stored = (int)(bits / hidden);
    uint64_t significand = bits % hidden + (stored ? hidden : 0);
    int exponent = (stored ? stored : 1) - bias - fraction_bits;
    write_exactly(out, 2 * significand + 1, exponent - 1, positional, more);
}

void reference_middle_of_double(char *out, uint64_t bits, bool positional, const char *more) {
    middle(out, bits, 52, 1023, positional, more);
}

void reference_middle_of_float(char *out, uint32_t bits, bool positional, const char *more) {
    middle(out, bits, 23, 127, positional, more);
}

/* Into a folder of its own, which the C library is then told to look in. */
static bool set_made_locale(void) {
    char folder[] = "/tmp/jrpc-locale-XXXXXX";
    char command[256];
    if (!mkdtemp(folder)) return false;
    (void)snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder,
                   folder);
    bool set = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_ALL, "de_DE.UTF-8");
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0) return false;
    return set;
}

bool reference_set_comma_locale(void) {
    static const char *const installed[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "pl_PL.UTF-8", "de_DE", "fr_FR"};
    for (size_t i = 0; i < sizeof installed / sizeof *installed; i++) {
        if (setlocale(LC_ALL, installed[i])) return true;
    }
    return set_made_locale();
}
