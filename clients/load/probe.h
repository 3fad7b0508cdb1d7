/* SPDX-License-Identifier: MIT */
#ifndef LOAD_PROBE_H
#define LOAD_PROBE_H

#include "row.h"

#include <stdbool.h>
#include <stdint.h>

/* What else the machine was doing while a row ran. */

/* The contention probe: a fixed loop on every CPU that this process may use, on all at once. Nanoseconds a
 * step took on the slowest; a few milliseconds in all. 0: no thread could be made. */
double load_probe_contention(void);

/* CPU time of the whole machine so far, in ticks. */
typedef struct load_ticks {
    uint64_t all;
    uint64_t stolen; /* taken by the hypervisor for others */
    bool known;
} load_ticks;

load_ticks load_ticks_now(void);

/* The share of the time between two readings that was stolen, 0 to 1; negative where it is not told. */
double load_steal(load_ticks before, load_ticks after);

/* Restricts the calling thread to one CPU. False: there is no such CPU, or it may not be used. */
bool load_pin_thread(size_t cpu);

#endif
