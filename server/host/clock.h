/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_CLOCK_H
#define JRPCI_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds of a clock that never goes back. The coarse one: it costs a few nanoseconds and is some milliseconds
 * late, which no time limit minds. */
static inline int64_t jrpci_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

#endif
