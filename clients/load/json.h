/* SPDX-License-Identifier: MIT */
#ifndef LOAD_JSON_H
#define LOAD_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Building and reading the harness's own JSON files with json-c. Nothing here is near a measurement. When memory runs
 * out a member becomes null: the reader of the file sees a value missing, never a wrong one. */

/* Add a member to `object`. */
void load_json_text(json_object *object, const char *name, const char *text); /* NULL becomes null */
void load_json_count(json_object *object, const char *name, uint64_t count);
void load_json_flag(json_object *object, const char *name, bool flag);
void load_json_number(json_object *object, const char *name, double number); /* NaN, infinities: null */

/* A number that is kept to nine digits, in memory as in the file, so that what is computed from it here can be computed
 * again by whoever reads the file. */
json_object *load_json_rounded(double number);

/* Members of an object, with something to go on when they are absent or null. Texts live as long as the object. */
const char *load_json_get_text(json_object *object, const char *name, const char *fallback);
double load_json_get_number(json_object *object, const char *name, double fallback);
uint64_t load_json_get_count(json_object *object, const char *name);
bool load_json_get_flag(json_object *object, const char *name);
json_object *load_json_get(json_object *object, const char *name); /* NULL: absent or null */

/* Reads a whole file. NULL: `fault` (of `size` bytes) names it and says what is wrong. To be put. */
json_object *load_json_read(const char *path, char *fault, size_t size);

/* Replaces the file as a whole: written beside it under another name, then renamed, so that a reader never sees half of
 * it and a failure leaves the old one. False after saying why in `fault`. */
bool load_json_write(json_object *object, const char *path, char *fault, size_t size);

/* Whether load_json_write could write there: makes the folders above it that are missing, and tries. False after saying
 * why in `fault`. An existing file is left as it is. */
bool load_json_writable(const char *path, char *fault, size_t size);

#endif
