/* SPDX-License-Identifier: MIT */
#ifndef LOAD_DIFF_COUNTING_H
#define LOAD_DIFF_COUNTING_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

/* What was counted, in two results side by side. Counts repeat exactly, so any allocation more is worse, and instructions
 * from this share on: less than that moves with a compiler's mood. */
#define LOAD_COUNTING_MINIMUM 0.01

/* Prints a line for each figure that two Arrays of counted figures both have. Returns whether B is worse; *any, which may
 * be NULL, whether there was a figure at all. */
bool load_diff_counting(json_object *a, json_object *b, bool *any, FILE *out);

#endif
