/* SPDX-License-Identifier: MIT */
/* Numbers, against the C library's. The input is taken as a text, where it is a number, and as the bits of one. */
#include "judge.h"

#include "../lib/number_read.h"
#include "../lib/number_write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Down to the sign of 0. */
static bool same_double(double a, double b) {
    return a == b && !signbit(a) == !signbit(b);
}

static bool same_float(float a, float b) {
    return a == b && !signbit(a) == !signbit(b);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *digits(const char *at) {
    while (is_digit(*at)) at++;
    return at;
}

/* RFC 8259, section 6. */
static bool is_number(const char *text) {
    const char *at = text + (*text == '-');
    const char *end = *at == '0' ? at + 1 : digits(at);
    if (end == at) return false;
    if (*end == '.') {
        at = end + 1;
        end = digits(at);
        if (end == at) return false;
    }
    if (*end == 'e' || *end == 'E') {
        at = end + 1;
        if (*at == '+' || *at == '-') at++;
        end = digits(at);
        if (end == at) return false;
    }
    return *end == '\0';
}

static void check_reading(const char *text) {
    jrpci_number number;
    double value;
    float single;
    int64_t integer;
    jrpci_number_decode(text, strlen(text), &number);
    double expected = strtod(text, NULL);
    bool fits = jrpci_read_double(&number, &value);
    fuzz_require(fits == (bool)isfinite(expected), "the range of doubles");
    fuzz_require(!fits || same_double(value, expected), "the nearest double");
    float expected_single = strtof(text, NULL);
    fits = jrpci_read_float(&number, &single);
    fuzz_require(fits == (bool)isfinite(expected_single), "the range of floats");
    fuzz_require(!fits || same_float(single, expected_single), "the nearest float");
    if (text[strcspn(text, ".eE")]) return;
    errno = 0;
    long long expected_integer = strtoll(text, NULL, 10);
    fits = jrpci_read_signed(&number, INT64_MIN, INT64_MAX, &integer);
    fuzz_require(fits == (errno == 0), "the range of int64");
    fuzz_require(!fits || integer == expected_integer, "the same integer");
}

/* Of a double: nothing shorter by one digit reads back. */
static void check_shortest(const char *text, double value) {
    char shorter[64];
    int count = 0;
    const char *first = text + strspn(text, "-0.");
    for (const char *at = first; *at && *at != 'e'; at++) count += is_digit(*at);
    for (const char *end = text + strcspn(text, "e"); end > first && (end[-1] == '0' || end[-1] == '.');
         end--) {
        count -= end[-1] == '0';
    }
    if (count <= 1) return;
    (void)snprintf(shorter, sizeof shorter, "%.*e", count - 2, value);
    fuzz_require(strtod(shorter, NULL) != value, "no text is shorter");
}

static void check_writing(uint64_t bits) {
    char text[JRPCI_NUMBER_ROOM + 1];
    double value;
    float single;
    uint32_t half = (uint32_t)bits;
    memcpy(&value, &bits, sizeof value);
    memcpy(&single, &half, sizeof single);
    if (isfinite(value)) {
        *jrpci_write_double(text, value) = '\0';
        fuzz_require(is_number(text) && strpbrk(text, ".e"), "a double is a JSON number that shows it");
        double back = strtod(text, NULL);
        fuzz_require(same_double(back, value), "a double reads back");
        check_shortest(text, value);
    }
    if (isfinite(single)) {
        *jrpci_write_float(text, single) = '\0';
        fuzz_require(is_number(text) && strpbrk(text, ".e"), "a float is a JSON number that shows it");
        float back = strtof(text, NULL);
        fuzz_require(same_float(back, single), "a float reads back");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t bits;
    if (size >= sizeof bits) {
        memcpy(&bits, data, sizeof bits);
        check_writing(bits);
    }
    char *text = malloc(size + 1);
    fuzz_require(text != NULL, "there is memory");
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    if (is_number(text)) check_reading(text);
    free(text);
    return 0;
}
