/* SPDX-License-Identifier: MIT */
#include "burn.h"

#include "wire/clock.h"

#define TRIES 100
#define STEPS_A_TRY 100000u

/* Every step waits for the one before, of the call before too: what could begin early would be done for nothing, and short
 * burns would take less than they say. */
void limit_burn(uint64_t steps) {
    static uint64_t last;
    uint64_t x = last;
    for (uint64_t i = 0; i < steps; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        __asm__ volatile("" : "+r"(x));
    }
    last = x;
}

double limit_burn_calibrate(void) {
    double fastest = 0;
    for (int i = 0; i < TRIES; i++) {
        wire_time begin = wire_now();
        limit_burn(STEPS_A_TRY);
        double nanoseconds = (double)(wire_now() - begin);
        if (nanoseconds > 0 && STEPS_A_TRY / nanoseconds > fastest) fastest = STEPS_A_TRY / nanoseconds;
    }
    return fastest;
}
