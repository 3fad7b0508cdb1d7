/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RUNNER_H
#define LOAD_RUNNER_H

#include "engine.h"
#include "plan.h"
#include "result.h"

#include <stdio.h>

/* Runs a plan, entry by entry, and keeps what came of it. */

typedef struct load_runner {
    const load_plan *plan;
    load_result *result;
    load_stop *stop;
    const char *path; /* the result file, written anew after every run; NULL: none */
    FILE *out;        /* progress, a line a run */
    bool live;        /* `out` is a terminal: the run that is going on is named, too */
} load_runner;

/* Runs everything, one target alive at a time. A run that fails is recorded and the rest goes on; a stop ends it
 * after the run that it ended. What was measured is in the result, settled, and in the file. True when every run was
 * made, none failed and the file was written; else the result says why it is incomplete. */
bool load_runner_run(load_runner *runner);

#endif
