/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RUN_JSON_H
#define LOAD_RUN_JSON_H

#include "result.h"

/* One run, as an entry of "runs". To be put, or handed to an array. */
json_object *load_run_json(const load_row *row, const load_outcome *outcome, const load_extra *extra);

/* Whether the machine changed under a run so much that it is to be marked: the contention probe by more than this factor
 * between before and after, or more than this share of the window stolen by the hypervisor. */
#define LOAD_DRIFT_PROBE 1.25
#define LOAD_DRIFT_STEAL 0.02
bool load_outcome_drifted(const load_outcome *outcome);

const char *load_driver_str(load_driver driver); /* "in-process", "stream", "http", "curl" */

#endif
