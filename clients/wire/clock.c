/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <limits.h>
#include <time.h>

#define NANOSECONDS 1000000000
#define NANOSECONDS_A_MILLISECOND 1000000

wire_time wire_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (wire_time)now.tv_sec * NANOSECONDS + now.tv_nsec;
}

wire_time wire_after(double seconds) {
    if (seconds < 0 || seconds > 1e9) return WIRE_NEVER;
    return wire_now() + (wire_time)(seconds * NANOSECONDS);
}

int wire_milliseconds_left(wire_time deadline) {
    if (deadline == WIRE_NEVER) return -1;
    wire_time left = deadline - wire_now();
    if (left <= 0) return 0;
    wire_time milliseconds = (left + NANOSECONDS_A_MILLISECOND - 1) / NANOSECONDS_A_MILLISECOND;
    return milliseconds > INT_MAX ? INT_MAX : (int)milliseconds;
}
