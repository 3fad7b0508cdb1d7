/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SUMMARY_H
#define LOAD_SUMMARY_H

#include <json-c/json.h>

/* What follows from the runs of a result file, and from nothing else, so that anyone can compute it again. Only runs
 * whose verdict is ok take part. `runs` is the Array of the file; each returns a new Array. */

/* Low, median and high of each setting: the rate, and in process the nanoseconds a request. */
json_object *load_summary_points(json_object *runs);

/* Each row's rate over its limit's, paired by repetition, where both were run at the same setting. */
json_object *load_summary_shares(json_object *runs);

/* Rows over the rows they are compared with, paired in the same way; what a POST of a batch takes, less what the library
 * needs for its requests in process, over an echo of the same sizes; and the runs of `checks`, whose warm-up was doubled,
 * over those of the same row. */
json_object *load_summary_ratios(json_object *runs, json_object *checks);

#endif
