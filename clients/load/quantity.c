/* SPDX-License-Identifier: MIT */
#include "quantity.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double longest_seconds = 1e6;

/* The seconds that one of a unit is; 0 for an unknown unit. */
static double unit_seconds(const char *unit) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0) return units[i].seconds;
    return 0;
}

/* strtod takes signs, hexadecimal, "inf" and white space; a number on the command line is digits and one
 * point. */
static size_t decimal_length(const char *text) {
    size_t digits = strspn(text, "0123456789");
    size_t length = digits;
    if (text[length] == '.') {
        size_t fraction = strspn(text + length + 1, "0123456789");
        if (fraction == 0) return 0;
        length += 1 + fraction;
        digits += fraction;
    }
    return digits ? length : 0;
}

bool load_seconds_parse(const char *text, double *seconds) {
    const size_t length = decimal_length(text);
    if (length == 0) return false;
    const double unit = unit_seconds(text + length);
    const double value = strtod(text, NULL) * unit;
    if (unit <= 0 || value > longest_seconds) return false;
    *seconds = value;
    return true;
}

static bool count_scale(const char *suffix, uint64_t *scale) {
    if (*suffix == '\0') return *scale = 1, true;
    if (strcmp(suffix, "k") == 0) return *scale = 1000, true;
    if (strcmp(suffix, "M") == 0) return *scale = 1000000, true;
    return false;
}

bool load_count_parse(const char *text, uint64_t maximum, uint64_t *count) {
    char *end;
    uint64_t scale;
    if (!isdigit((unsigned char)*text)) return false;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 10);
    if (errno || !count_scale(end, &scale) || value > maximum / scale) return false;
    *count = value * scale;
    return true;
}

size_t load_counts_parse(const char *text, uint64_t maximum, unsigned *counts, size_t capacity) {
    char item[32];
    size_t n = 0;
    while (n < capacity) {
        const size_t length = strcspn(text, ",");
        uint64_t value;
        if (length == 0 || length >= sizeof item) return 0;
        memcpy(item, text, length);
        item[length] = '\0';
        if (!load_count_parse(item, maximum, &value) || value == 0) return 0;
        counts[n++] = (unsigned)value;
        if (text[length] == '\0') return n;
        text += length + 1;
    }
    return 0;
}

/* Three significant digits: 3.21, 48.0, 480. */
static void format_three(char *text, size_t size, double value, const char *unit) {
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    snprintf(text, size, "%.*f %s", decimals, value, unit);
}

char *load_rate_format(char *text, size_t size, double per_second) {
    if (per_second >= 999.5e3)
        format_three(text, size, per_second / 1e6, "M/s");
    else if (per_second >= 999.5)
        format_three(text, size, per_second / 1e3, "k/s");
    else
        format_three(text, size, per_second, "/s");
    return text;
}

char *load_time_format(char *text, size_t size, double nanoseconds) {
    if (nanoseconds >= 999.5e6)
        format_three(text, size, nanoseconds / 1e9, "s");
    else if (nanoseconds >= 999.5e3)
        format_three(text, size, nanoseconds / 1e6, "ms");
    else if (nanoseconds >= 999.5)
        format_three(text, size, nanoseconds / 1e3, "us");
    else
        format_three(text, size, nanoseconds, "ns");
    return text;
}

char *load_span_format(char *text, size_t size, double seconds) {
    const long whole = lround(seconds);
    if (whole < 120)
        snprintf(text, size, "%ld s", whole);
    else if (whole % 60 == 0)
        snprintf(text, size, "%ld min", whole / 60);
    else
        snprintf(text, size, "%ld min %ld s", whole / 60, whole % 60);
    return text;
}
