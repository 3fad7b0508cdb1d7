/* SPDX-License-Identifier: MIT */
#ifndef WIRE_CLOCK_H
#define WIRE_CLOCK_H

#include <stdint.h>

/* A moment on CLOCK_MONOTONIC in nanoseconds; as a deadline, WIRE_NEVER waits for ever. */
typedef int64_t wire_time;

#define WIRE_NEVER INT64_MAX

/* Now. Any thread. */
wire_time wire_now(void);

/* The moment `seconds` from now. Negative seconds: WIRE_NEVER. */
wire_time wire_after(double seconds);

/* Milliseconds left until `deadline`, rounded up, as poll(2) takes them: 0 when it has passed, -1 for
 * WIRE_NEVER. */
int wire_milliseconds_left(wire_time deadline);

#endif
