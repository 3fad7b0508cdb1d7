/* SPDX-License-Identifier: MIT */
#ifndef LOAD_COUNTING_H
#define LOAD_COUNTING_H

#include "engine.h"
#include "result.h"

#include <stdio.h>

/* How long it takes, most of it under callgrind. */
#define LOAD_COUNTING_SECONDS 20

/* What is counted and not timed: allocations and instructions. Two programs of clients/micro do it, built from the
 * same sources as what is timed; each prints, with --json, an Array of entries of "counting" as they stand in a result
 * file (data/schema/result.schema.json).
 *
 * Runs both, takes their entries into the result and says on `out` what goes on. Instructions take callgrind; where it
 * is absent, and with `quick`, which has no time for it, the figures are absent and `out` says why. */
void load_counting(load_result *result, bool quick, load_stop *stop, FILE *out);

#endif
