/* SPDX-License-Identifier: MIT */
#include "burn.h"

#include "wire/clock.h"

#define TRIES 100
#define STEPS_A_TRY 100000u

/* Every step waits for the one before, so that the loop takes the same time whatever surrounds it. */
void limit_burn(uint64_t steps) {
    uint64_t x = steps;
    for (uint64_t i = 0; i < steps; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        __asm__ volatile("" : "+r"(x));
    }
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
