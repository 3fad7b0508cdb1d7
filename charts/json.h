/* SPDX-License-Identifier: MIT */
#ifndef CHART_JSON_H
#define CHART_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a whole document, strictly (RFC 8259, valid UTF-8, nothing behind it). NULL after a message that names `path`
 * and the offset. To be given back with json_object_put. */
json_object *chart_json_parse(const char *path, const char *bytes, size_t length);

/* A member of an Object, or the fallback where it is absent, null or of another type, or `object` is NULL. */
json_object *chart_json_member(json_object *object, const char *name);
const char *chart_json_string(json_object *object, const char *name, const char *fallback);
double chart_json_number(json_object *object, const char *name, double fallback);
uint64_t chart_json_count(json_object *object, const char *name, uint64_t fallback);
bool chart_json_bool(json_object *object, const char *name, bool fallback);

/* Elements of an Array member; 0 where there is none. */
size_t chart_json_length(json_object *object, const char *name);

/* The n-th element of an Array member that holds more than n. */
json_object *chart_json_element(json_object *object, const char *name, size_t n);

/* The document without white space, as checksums are made of it: numbers keep the digits they were read with. Lives
 * until the next call for, or the end of, the same object. */
const char *chart_json_text(json_object *object);

#endif
