/* SPDX-License-Identifier: MIT */
#ifndef LOAD_PLAN_H
#define LOAD_PLAN_H

#include "catalogue.h"
#include "options.h"
#include "row.h"
#include "series.h"

/* Which rows are run, in which order, and how long that takes. */

/* One run of a row. */
typedef struct load_entry {
    load_row row;
    const load_series *series;
    unsigned repetition;
    bool doubled; /* a check of the warm-up, which is twice as long here and must change nothing */
} load_entry;

/* A list of connections, or of threads. */
typedef struct load_numbers {
    unsigned values[LOAD_LIST_MAX];
    size_t count;
} load_numbers;

/* A series as it is going to be run. */
typedef struct load_prepared {
    const load_series *series;
    load_series made; /* what `series` points at where it is none of ours */
    char id[64];      /* and what its id points at */
    load_row row;     /* but for its connections or threads: */
    load_numbers numbers;
    bool required; /* nobody meant the session to go without it: if it is missing, that has failed */
    char missing[sizeof(wire_error)]; /* why it cannot be run here; "" when it can */
} load_prepared;

typedef struct load_plan {
    load_prepared *prepared; /* in the order of a repetition */
    size_t prepared_count;
    load_entry *entries; /* of what can be run, in that order: all series once, then all again */
    size_t count;
    unsigned runs;
} load_plan;

/* Makes the plan of a mode that measures. `cpus` is how many threads are called on in process at most. Warm-up,
 * duration, repetitions and connections that the options leave open follow from the mode, shorter with --quick.
 * False: `error` says which target, workload or address is wrong; the plan is empty. Rows keep pointing into
 * `options` and `catalogue`. */
bool load_plan_make(load_plan *plan, const load_options *options, load_catalogue *catalogue, unsigned cpus,
                    wire_error *error);
void load_plan_fini(load_plan *plan);

/* A sweep that may be published checks the warm-up of each target that is compared: its first series, at the fewest
 * connections, once more a repetition. */

/* Seconds that the entries from `first` on will take: warm-up and window, and what launching, checking and probing
 * take besides. Rows that count requests are taken for a second each. */
double load_plan_seconds(const load_plan *plan, size_t first);

/* What a run takes beyond warm-up and window, measured on the machine that these lines were written on. */
#define LOAD_OVERHEAD_TRANSPORT 0.25
#define LOAD_OVERHEAD_IN_PROCESS 0.03

#endif
