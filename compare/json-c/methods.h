/* SPDX-License-Identifier: MIT */
#ifndef COMPARE_JSON_C_METHODS_H
#define COMPARE_JSON_C_METHODS_H

#include <json-c/json.h>
#include <json-c/printbuf.h>
#include <stdbool.h>

/* The five methods of ../methods.json. */

#define JSON_C_ARGUMENTS 2

/* No white space, and `/` as it is: what our own library writes. */
#define JSON_C_COMPACT (JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE)

enum json_c_outcome { JSON_C_DONE, JSON_C_BAD_PARAMS, JSON_C_NO_MEMORY };

struct json_c_method {
    const char *name;
    int count, required;                      /* parameters; those that may not be left out come first */
    const char *parameters[JSON_C_ARGUMENTS]; /* their names */

    /* Appends the result's text to `reply`. What it appended before it failed is the caller's to take back.
     */
    enum json_c_outcome (*call)(struct json_object *const *arguments, struct printbuf *reply);
};

/* NULL: no such method. `name` is a string. */
const struct json_c_method *json_c_find_method(struct json_object *name);

/* Sets out params, an array, an object or NULL, as the method's arguments; NULL for those left out. False:
 * too many, too few, or of other names. */
bool json_c_bind(const struct json_c_method *method, struct json_object *params,
                 struct json_object **arguments);

#endif
