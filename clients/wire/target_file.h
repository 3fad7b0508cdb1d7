/* SPDX-License-Identifier: MIT */
#ifndef WIRE_TARGET_FILE_H
#define WIRE_TARGET_FILE_H

#include "error.h"

#include <json.h>
#include <stdbool.h>

/* The text of a target.json: read and checked against what data/schema/target.schema.json says. */

/* NULL: `error` names the file, the member and what it should be. Freed by json_object_put. */
json_object *wire_target_file_read(const char *path, wire_error *error);

/* The launch line for a transport of that name: an Array of Strings; NULL when there is none. */
json_object *wire_target_file_launch(json_object *root, const char *transport);

/* Whether the Array called `member` holds that String. */
bool wire_target_file_lists(json_object *root, const char *member, const char *text);

/* The String called `member`; "" when it is absent or Null. */
const char *wire_target_file_text(json_object *root, const char *member);

#endif
