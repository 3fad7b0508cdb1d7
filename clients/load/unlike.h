/* SPDX-License-Identifier: MIT */
#ifndef LOAD_UNLIKE_H
#define LOAD_UNLIKE_H

#include <json-c/json.h>
#include <stdbool.h>

/* Settings under which two results say nothing about each other: machine, pinning, and of each row that both have the
 * workload, depth, durations and the like. Compiler, flags and commit may differ: they are what is compared. */

typedef struct load_unlike {
    char names[2048]; /* a line each, with both values; "" when there is none */
} load_unlike;

/* Adds the names of all that differ between two results. */
void load_unlike_find(load_unlike *unlike, json_object *a, json_object *b);

#endif
