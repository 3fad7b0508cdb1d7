/* SPDX-License-Identifier: MIT */
#ifndef LOAD_ROWS_H
#define LOAD_ROWS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

/* Finding one's way in the runs of a result file. A row is what runs of one id, connections and threads have in common;
 * any of its runs stands for it. */

/* Whether a run came to a rate. */
bool load_run_is_good(json_object *run);

/* Whether two runs, of one file or of two, are of the same row. */
bool load_run_is_like(json_object *a, json_object *b);

/* The first good run of that row among the first `before` of a result; NULL: there is none. */
json_object *load_run_find(json_object *root, json_object *row, size_t before);

/* Whether the row was run and failed every time. */
bool load_run_has_failed(json_object *root, json_object *row);

/* The rates of the row's good runs, at most `capacity`. Returns how many. */
size_t load_run_rates(json_object *root, json_object *row, double *rates, size_t capacity);

/* Writes a run's or point's number of connections, or of threads in process: "16 c", "2 thr". Returns `text`. */
char *load_setting_format(char *text, size_t size, json_object *row);

#endif
