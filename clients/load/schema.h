/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SCHEMA_H
#define LOAD_SCHEMA_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

/* Checks a value against a JSON Schema that keeps to the keywords of data/schema: type, const, enum, required,
 * properties, additionalProperties, items, minItems, maxItems, minimum, $ref into the same document's
 * $defs. A keyword that is neither one of these nor an annotation is a fault of the schema, and reported as one.
 *
 * True when `value` conforms. Else false, and `fault` (of `size` bytes) says where in the value and why. */
bool load_schema_check(json_object *schema, json_object *value, char *fault, size_t size);

#endif
