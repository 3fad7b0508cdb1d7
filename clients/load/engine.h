/* SPDX-License-Identifier: MIT */
#ifndef LOAD_ENGINE_H
#define LOAD_ENGINE_H

#include "row.h"

#include <stdatomic.h>

/* Runs rows on transports: launches the target (or takes the address), learns and checks every reply,
 * warms up, measures, drains, and ends the target. In-process rows are not run here. */

/* Set from anywhere, a signal handler included, to end a run early; what was measured is kept. */
typedef struct load_stop {
    atomic_bool requested;
} load_stop;

/* Empties an outcome: verdict LOAD_OK, nothing counted, nothing observed. Plain data, needs no end. */
void load_outcome_init(load_outcome *outcome);

/* Runs one row. `outcome` is emptied first and always filled: verdict and reason say how it went, the
 * counts add up whatever happened, and no process that this call started is left. `stop` may be NULL. Rows
 * run one at a time: pinning and probes are the process's. */
void load_run(const load_row *row, load_stop *stop, load_outcome *outcome);

/* One request and its reply as they went over the wire, for people: what each row prints before it is
 * timed. */
typedef void load_show(void *context, const char *request, size_t request_length, const char *reply,
                       size_t reply_length);

/* Like load_run with a window of nothing: launches, learns and checks every request of the workload and
 * shows the first of each distinct method. `show` may be NULL. */
void load_rehearse(const load_row *row, load_stop *stop, load_show *show, void *context,
                   load_outcome *outcome);

/* What a bound, an error kind or a verdict is called in result files: constants, never NULL. */
const char *load_bound_str(load_bound bound);
const char *load_error_str(load_error error);
const char *load_verdict_str(load_verdict verdict);

#endif
