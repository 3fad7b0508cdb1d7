/* SPDX-License-Identifier: MIT */
#ifndef COMPARE_JSON_C_NUMBER_H
#define COMPARE_JSON_C_NUMBER_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers between json-c's objects and the benchmark service's types, by the rules that every implementation
 * of the service keeps: exact where the type is, rounded once where it is not, and printed as the shortest
 * text that reads back. json-c prints 17 digits and rounds floats twice, so this is what its user has to
 * write. */

#define JSON_C_NUMBER_ROOM 48 /* bytes for any text below; they end without a NUL */

/* units + nanos / 10^9, both of one sign or 0. */
struct json_c_decimal {
    int64_t units;
    int32_t nanos;
};

/* Whether an integer stands where json-c puts those that do not fit 64 bits. */
bool json_c_is_saturated(struct json_object *integer);

/* Each is false, and *value not for use, where the object is no such number or one out of the type's range.
 */
bool json_c_read_double(struct json_object *object, double *value);
bool json_c_read_float(struct json_object *object, float *value);
bool json_c_read_int32(struct json_object *object, int32_t *value);
bool json_c_read_decimal(struct json_object *object, struct json_c_decimal *value);

/* Each returns the length of the text it put at `text`. */
size_t json_c_write_double(char *text, double value);
size_t json_c_write_float(char *text, float value);
size_t json_c_write_decimal(char *text, struct json_c_decimal value);

#endif
