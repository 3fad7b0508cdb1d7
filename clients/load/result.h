/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RESULT_H
#define LOAD_RESULT_H

#include "row.h"

#include <json-c/json.h>
#include <stdio.h>

/* A result file in the making: data/schema/result.schema.json says what is in it. The file is the one place figures go
 * to; tables, bars, diffs and charts are made from what it holds. */

typedef struct load_result load_result;

/* What a run gave besides its outcome. */
typedef struct load_extra {
    unsigned repetition;
    double nanoseconds_per_request; /* in process, of one thread; negative: none */
    double burned_nanoseconds;      /* what the echo burned for each request; negative: none */
    bool doubled;                   /* a check: with twice the warm-up */
} load_extra;

/* An empty result. `context` becomes its own. NULL: out of memory. */
load_result *load_result_new(json_object *context, bool quick);
void load_result_free(load_result *result);

/* Takes a run in; a check apart from the others. */
void load_result_add(load_result *result, const load_row *row, const load_outcome *outcome,
                     const load_extra *extra);

/* Takes in an entry of "counting", which becomes its own. */
void load_result_count(load_result *result, json_object *counting);

/* Computes points, shares and ratios from the runs. `incomplete` says why the file is not whole; NULL: it is. May be
 * called again after more runs. */
void load_result_settle(load_result *result, const char *incomplete);

/* The whole, valid until the result is freed or changed. */
json_object *load_result_json(const load_result *result);

/* The run as it stands in the file. Valid like load_result_json. */
json_object *load_result_last_run(const load_result *result);

/* Reads a result file and checks that it is one. NULL: `fault` (of `size` bytes) names it and what is wrong. */
json_object *load_result_read(const char *path, char *fault, size_t size);

/* Prints the runs as comma-separated values with a heading line, units in the names. */
void load_result_csv(json_object *root, FILE *out);

#endif
