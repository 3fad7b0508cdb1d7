/* SPDX-License-Identifier: MIT */
#ifndef LOAD_TABLE_H
#define LOAD_TABLE_H

#include <json-c/json.h>
#include <stdio.h>

/* What a result holds, for people, within 80 columns. `root` is a settled result. */

/* A line for each point, beside its limit, and what failed, was skipped, drifted or was bound by the generator. */
void load_table_print(json_object *root, FILE *out);

/* A bar for each point's median rate, scaled to the fastest of its kind: in process and on transports apart, for no
 * ratio crosses that boundary. Blocks where the terminal writes UTF-8, else '#'. */
void load_bars_print(json_object *root, FILE *out);

/* The ratios to other rows, and what was counted of each shape. Nothing where there is none. */
void load_ratios_print(json_object *root, FILE *out);
void load_counting_print(json_object *root, FILE *out);

#endif
