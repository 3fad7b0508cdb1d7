/* SPDX-License-Identifier: MIT */
#ifndef LOAD_IN_PROCESS_H
#define LOAD_IN_PROCESS_H

#include "callee.h"
#include "engine.h"

/* In-process rows: a callee called in a loop over the documents of a workload, on row->threads threads. */

/* What a request takes one thread; negative where nothing was measured. On a CPU of one's own both are the same; where
 * others had it meanwhile, the time on the CPU leaves them out. */
typedef struct load_cost {
    double nanoseconds;
    double cpu_nanoseconds;
} load_cost;

/* Runs one row. First every reply is judged by the harness's own reader; then, while timing, the replies of a block of
 * documents are appended to one buffer, and between blocks, with the clock stopped, their checksum is compared with
 * that of the replies that were judged. One wrong reply fails the row.
 *
 * `neighbour` keeps one more CPU busy meanwhile. The outcome's window is the time spent in calls. `stop` may be NULL. */
void load_in_process(const load_row *row, const load_callee *callee, bool neighbour, load_stop *stop,
                     load_outcome *outcome, load_cost *cost);

/* Calls each document of the workload once and shows the first of each method, like load_rehearse. */
void load_in_process_rehearse(const load_row *row, const load_callee *callee, load_show *show, void *context,
                              load_outcome *outcome);

#endif
