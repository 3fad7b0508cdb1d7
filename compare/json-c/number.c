/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT_DIGITS 19 /* of INT64_MAX */
#define NANO_DIGITS 9
#define DECIMAL_DIGITS (UNIT_DIGITS + NANO_DIGITS)
#define SCIENTIFIC_ROOM 32 /* -d.dddddddddddddddde-ddd and more */

bool json_c_is_saturated(struct json_object *integer) {
    return json_object_get_int64(integer) == INT64_MIN || json_object_get_uint64(integer) == UINT64_MAX;
}

/* The text that a double was read from: json_object_new_double_s is documented to keep it as user data. NULL
 * for the NaN and Infinity that json-c reads though they are no JSON. */
static const char *source_text(struct json_object *number) {
    return json_object_get_userdata(number);
}

/* JSON has no other way to say them. */
static bool read_special(struct json_object *string, double *value) {
    const char *text = json_object_get_string(string);
    if (strcmp(text, "NaN") == 0)
        *value = NAN;
    else if (strcmp(text, "Infinity") == 0)
        *value = INFINITY;
    else if (strcmp(text, "-Infinity") == 0)
        *value = -INFINITY;
    else
        return false;
    return true;
}

bool json_c_read_double(struct json_object *object, double *value) {
    switch (json_object_get_type(object)) {
    case json_type_int: *value = json_object_get_double(object); return !json_c_is_saturated(object);
    case json_type_double: *value = json_object_get_double(object); return isfinite(*value);
    case json_type_string: return read_special(object, value);
    default: return false;
    }
}

bool json_c_read_float(struct json_object *object, float *value) {
    double wide;
    if (!json_c_read_double(object, &wide)) return false;
    /* From the text, because going through a double would round twice. */
    switch (json_object_get_type(object)) {
    case json_type_double: *value = strtof(source_text(object), NULL); return isfinite(*value);
    case json_type_int:
        *value = wide < 0 ? (float)json_object_get_int64(object) : (float)json_object_get_uint64(object);
        return true;
    default: *value = (float)wide; return true;
    }
}

/* A number's digits from the first to the last that is not 0, and where its point stands among them, exponent
 * included: before the first where 0, further left where negative. */
struct digits {
    char text[DECIMAL_DIGITS];
    long count, point;
};

/* Takes apart [-]digits[.digits][e[+-]digits], which json-c has checked. False: more digits than a decimal
 * has. */
static bool split(const char *text, struct digits *number) {
    bool fraction = false;
    long seen = 0;
    *number = (struct digits){.count = 0};
    for (text += *text == '-'; *text && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            fraction = true;
        } else if (*text == '0' && seen == 0) {
            number->point -= fraction;
        } else {
            if (*text != '0') {
                if (seen >= DECIMAL_DIGITS) return false;
                memset(number->text + number->count, '0', (size_t)(seen - number->count));
                number->text[seen] = *text;
                number->count = seen + 1;
            }
            seen++;
            number->point += !fraction;
        }
    }
    if (*text) {
        long exponent = strtol(text + 1, NULL, 10);
        number->point += exponent < -LONG_MAX / 2  ? -LONG_MAX / 2
                         : exponent > LONG_MAX / 2 ? LONG_MAX / 2
                                                   : exponent;
    }
    return true;
}

/* The digits of `number` from `first` up to `end` as an integer; those it does not hold are zeros. */
static uint64_t digits_value(const struct digits *number, long first, long end) {
    uint64_t value = 0;
    for (long i = first; i < end; i++) {
        value = value * 10 + (i >= 0 && i < number->count ? (uint64_t)(number->text[i] - '0') : 0);
    }
    return value;
}

static bool parse_decimal(const char *text, struct json_c_decimal *value) {
    struct digits number;
    if (!text || !split(text, &number)) return false;
    *value = (struct json_c_decimal){0, 0};
    if (number.count == 0) return true;
    if (number.point > UNIT_DIGITS || number.count - number.point > NANO_DIGITS) return false;

    bool negative = *text == '-';
    uint64_t units = digits_value(&number, 0, number.point);
    int32_t nanos = (int32_t)digits_value(&number, number.point, number.point + NANO_DIGITS);
    if (units > (uint64_t)INT64_MAX + negative) return false;
    value->units = (int64_t)(negative ? 0 - units : units);
    value->nanos = negative ? -nanos : nanos;
    return true;
}

bool json_c_read_decimal(struct json_object *object, struct json_c_decimal *value) {
    switch (json_object_get_type(object)) {
    case json_type_int:
        *value = (struct json_c_decimal){json_object_get_int64(object), 0};
        return !json_c_is_saturated(object) && json_object_get_uint64(object) <= INT64_MAX;
    case json_type_double: return parse_decimal(source_text(object), value);
    default: return false;
    }
}

bool json_c_read_int32(struct json_object *object, int32_t *value) {
    struct json_c_decimal whole; /* 1.0 and 1e2 are integers too */
    if (!json_c_read_decimal(object, &whole) || whole.nanos) return false;
    if (whole.units < INT32_MIN || whole.units > INT32_MAX) return false;
    *value = (int32_t)whole.units;
    return true;
}

static size_t put(char *text, const char *bytes, size_t length) {
    memcpy(text, bytes, length);
    return length;
}

static size_t write_special(char *text, double value) {
    if (isnan(value)) return put(text, "\"NaN\"", 5);
    return value > 0 ? put(text, "\"Infinity\"", 10) : put(text, "\"-Infinity\"", 11);
}

/* Takes d.ddde+xx apart: the digits up to the last that is not 0, and the exponent of the first. */
static int take_apart(const char *scientific, char *digits, int *exponent) {
    int count = 0;
    for (; *scientific != 'e'; scientific++) {
        if (*scientific != '.') digits[count++] = *scientific;
    }
    while (count > 1 && digits[count - 1] == '0') count--;
    *exponent = (int)strtol(scientific + 1, NULL, 10);
    return count;
}

/* Lays [-]d.ddde+xx out as JavaScript prints numbers, and adds .0 to whole ones without exponent. */
static size_t lay_out(char *text, const char *scientific) {
    char digits[SCIENTIFIC_ROOM] = "", *out = text;
    int exponent;
    if (*scientific == '-') *out++ = *scientific++;
    size_t count = (size_t)take_apart(scientific, digits, &exponent);
    size_t whole = (size_t)exponent + 1; /* digits before the point, where there are some */

    if (exponent < -6 || exponent > 20) {
        *out++ = digits[0];
        if (count > 1) *out++ = '.';
        out += put(out, digits + 1, count - 1);
        out += snprintf(out, SCIENTIFIC_ROOM, "e%+d", exponent);
    } else if (exponent < 0) {
        out += put(out, "0.000000", (size_t)(1 - exponent));
        out += put(out, digits, count);
    } else if (count <= whole) {
        out += put(out, digits, count);
        out += put(out, "00000000000000000000", whole - count);
        out += put(out, ".0", 2);
    } else {
        out += put(out, digits, whole);
        *out++ = '.';
        out += put(out, digits + whole, count - whole);
    }
    return (size_t)(out - text);
}

/* Whole numbers, which need no search for the shortest text. */
static size_t write_whole(char *text, double value) {
    return (size_t)snprintf(text, JSON_C_NUMBER_ROOM, "%s%" PRId64 ".0", signbit(value) ? "-" : "",
                            (int64_t)fabs(value));
}

size_t json_c_write_double(char *text, double value) {
    if (!isfinite(value)) return write_special(text, value);
    if (fabs(value) < 1e15 && trunc(value) == value) return write_whole(text, value);
    char scientific[SCIENTIFIC_ROOM];
    /* Fewer than 15 digits come out of 15 with zeros at the end, except where doubles are too sparse for
     * that. */
    for (int digits = fabs(value) < DBL_MIN ? 1 : DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(scientific, sizeof scientific, "%.*e", digits - 1, value);
        if (strtod(scientific, NULL) == value) break;
    }
    return lay_out(text, scientific);
}

size_t json_c_write_float(char *text, float value) {
    if (!isfinite(value)) return write_special(text, (double)value);
    if (fabsf(value) < 1e6F && truncf(value) == value) return write_whole(text, (double)value);
    char scientific[SCIENTIFIC_ROOM];
    for (int digits = fabsf(value) < FLT_MIN ? 1 : FLT_DIG; digits <= FLT_DECIMAL_DIG; digits++) {
        snprintf(scientific, sizeof scientific, "%.*e", digits - 1, (double)value);
        if (strtof(scientific, NULL) == value) break;
    }
    return lay_out(text, scientific);
}

size_t json_c_write_decimal(char *text, struct json_c_decimal value) {
    bool negative = value.units < 0 || value.nanos < 0;
    uint64_t units = value.units < 0 ? 0 - (uint64_t)value.units : (uint64_t)value.units;
    int length = snprintf(text, JSON_C_NUMBER_ROOM, "%s%" PRIu64 ".%09" PRId32, negative ? "-" : "", units,
                          (int32_t)abs(value.nanos));
    while (text[length - 1] == '0' && text[length - 2] != '.') length--;
    return (size_t)length;
}
