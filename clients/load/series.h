/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SERIES_H
#define LOAD_SERIES_H

#include "callee.h"
#include "options.h"
#include "row.h"

/* The series that bench knows: what each measures, its ceiling, and in which modes it takes part. */

typedef struct load_series {
    const char *id;
    const char *label;
    const char *limit;         /* the id of its ceiling; NULL: none */
    const load_callee *callee; /* in process; NULL on transports */
    const char *target;        /* a name of the catalogue; NULL in process */
    const char *transport;     /* NULL in process */
    const char *workload;      /* a name, unless --workload says otherwise */
    load_driver driver;
    unsigned depth;
    unsigned batch;
    unsigned connections; /* where neither -c nor the mode says so */
    unsigned modes;       /* a bit, 1u << load_mode, for each it takes part in */
    bool neighbour;       /* in process, beside a busy CPU */
    bool burns;           /* its target burns what `sync-five` was measured to take for each request */
    bool is_limit;        /* a ceiling: measured at the fewest and the most connections only */
} load_series;

/* The n-th series, in the order they are run; NULL from the last one on. Constant. */
const load_series *load_series_at(size_t n);

/* The series of that id; NULL: there is none. */
const load_series *load_series_find(const char *id);

/* Makes the series of a target that is not one of ours, on a transport it has: "NAME-tcp". `id` of `size` bytes is what
 * its id points at. */
load_series load_series_of_target(const char *target, const char *transport, char *id, size_t size);

#endif
