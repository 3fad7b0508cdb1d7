/* SPDX-License-Identifier: MIT */
#ifndef LOAD_PACING_H
#define LOAD_PACING_H

#include "generator.h"

#include <stddef.h>
#include <stdint.h>

/* When requests leave. A closed loop sends when replies have made room; an open one when a schedule says
 * so, whatever the replies do. */

typedef enum load_arrivals {
    LOAD_ARRIVALS_CONSTANT, /* the same interval always */
    LOAD_ARRIVALS_POISSON   /* exponential intervals: as independent callers arrive */
} load_arrivals;

/* Intended send times, one after the other. Plain data. A time depends on the times before it and never on
 * when the request before it really left. */
typedef struct load_schedule {
    load_arrivals arrivals;
    double interval; /* mean, in nanoseconds */
    double next;     /* since `start`, in nanoseconds: a double keeps the fraction of fast schedules */
    uint64_t start;
    load_random random;
} load_schedule;

/* rate: per second, above 0. The first intended time is `start`. */
void load_schedule_init(load_schedule *schedule, load_arrivals arrivals, double rate, uint64_t start,
                        uint64_t seed);

/* The next intended time, without taking it. */
uint64_t load_schedule_peek(const load_schedule *schedule);

/* Takes the next intended time. */
uint64_t load_schedule_take(load_schedule *schedule);

struct load_pacing_kind;

/* One connection's pacing. Plain data. */
typedef struct load_pacing {
    const struct load_pacing_kind *kind;
    size_t chunk; /* closed: documents a send carries */
    load_schedule schedule;
} load_pacing;

/* A closed loop with `depth` documents in flight. A send carries a quarter of them and is due as soon as that
 * much has come back: whoever sends a whole window and waits for all of it takes turns with the server, and the
 * server's work adds to the wire's. */
load_pacing load_pacing_closed(size_t depth);

/* An open loop along a schedule. */
load_pacing load_pacing_open(load_schedule schedule);

/* How many documents are to leave now in one send when `room` more may be in flight; 0: none yet. */
size_t load_pacing_due(const load_pacing *pacing, size_t room, uint64_t now);

/* When the next of them should have left. Call once a document in an open loop, once a send in a closed
 * one. */
uint64_t load_pacing_intended(load_pacing *pacing, uint64_t now);

/* How many documents share the intended time that load_pacing_intended gives: all of a send in a closed
 * loop, one in an open one. */
size_t load_pacing_group(const load_pacing *pacing, size_t due);

#endif
