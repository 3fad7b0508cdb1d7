/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RECORDER_H
#define LOAD_RECORDER_H

#include "row.h"

/* What one client thread saw. Times are nanoseconds of one monotonic clock; every count is of requests.
 * One recorder is one thread's, and nothing in it allocates: threads' recorders are merged when they have
 * ended. */

/* When requests left. In a closed loop both are the same. */
typedef struct load_start {
    uint64_t intended; /* when they should have left */
    uint64_t actual;   /* when they did */
    bool measured;     /* in the measured window: these are the ones that count */
} load_start;

typedef struct load_recorder {
    uint64_t begins; /* of the measured window; what is sent before is ramp */
    uint64_t ends;   /* UINT64_MAX where a count decides */
    uint64_t quota;  /* requests that may still be started in the window; UINT64_MAX where time decides */
    uint64_t last_answer; /* when the last measured request was answered; 0: none yet */
    load_counts counts;
    uint64_t errors[LOAD_ERROR_KINDS]; /* ramp and drain included: an error then fails the row, too */
    load_code codes[LOAD_CODES];
    uint64_t replies;
    uint64_t bytes_sent;
    uint64_t bytes_received;
    load_histogram intended;
    load_histogram actual;
} load_recorder;

/* duration 0: `quota` decides; otherwise quota means nothing. */
void load_recorder_init(load_recorder *recorder, uint64_t begins, uint64_t duration, uint64_t quota);

/* Whether requests may still be started: the window has neither ended nor had its count. */
bool load_recorder_is_open(const load_recorder *recorder, uint64_t now);

/* How many requests of `wanted` may be started now: fewer than wanted only at the end of a count. */
uint64_t load_recorder_allowance(const load_recorder *recorder, uint64_t now, uint64_t wanted);

/* `requests` leave in one send of `bytes` bytes. */
load_start load_recorder_sent(load_recorder *recorder, uint64_t intended, uint64_t now, uint64_t requests,
                              uint64_t bytes);

/* `bytes` came in one receive. */
void load_recorder_received(load_recorder *recorder, uint64_t now, uint64_t bytes);

/* Requests that left together were answered, rightly. */
void load_recorder_answered(load_recorder *recorder, load_start start, uint64_t now, uint64_t requests);

/* Requests that left together were answered by an error or a wrong value (LOAD_ERROR_RPC,
 * LOAD_ERROR_WRONG). */
void load_recorder_rejected(load_recorder *recorder, load_start start, uint64_t now, uint64_t requests,
                            load_error error);

/* So many of the errors had this code. */
void load_recorder_code(load_recorder *recorder, int64_t code, uint64_t requests);

/* How requests end that are never answered. */
typedef enum load_fate { LOAD_ERRORED, LOAD_TIMED_OUT, LOAD_UNFINISHED } load_fate;

void load_recorder_lost(load_recorder *recorder, load_start start, uint64_t requests, load_fate fate);

/* Adds what one thread saw to what all saw; window, CPU and the like are left alone. */
void load_recorder_merge(load_outcome *outcome, const load_recorder *recorder);

#endif
