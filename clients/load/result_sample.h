/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RESULT_SAMPLE_H
#define LOAD_RESULT_SAMPLE_H

#include "result.h"

/* Results for tests, made of made-up outcomes. */

/* A context of a machine that does not exist. To be put, or handed to a result. */
json_object *load_sample_context(void);

/* Adds `runs` repetitions of a row on a transport, or in process where connections is 0, that answer rate,
 * rate * 1.01, rate * 1.02, .. requests a second, and one second each. `workload` may not be NULL. */
void load_sample_add(load_result *result, const char *id, const char *limit,
                     const struct load_workload *workload, unsigned connections, double rate, unsigned runs);

/* Adds one run with twice the warm-up. */
void load_sample_add_check(load_result *result, const char *id, const struct load_workload *workload,
                           unsigned connections, double rate);

/* Adds one run that did not come to its end. */
void load_sample_add_failed(load_result *result, const char *id, const struct load_workload *workload,
                            unsigned connections, load_verdict verdict, const char *reason);

#endif
