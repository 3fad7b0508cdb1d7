/* SPDX-License-Identifier: MIT */
#include "burn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#define TRIES 100
#define STEPS 64000u

/* The CPU time of this thread in nanoseconds: other programs cannot add to it. */
static double spent(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds a step in burns of so many steps: the least of many tries. */
static double step_of(unsigned steps) {
    double least = 1e9;
    for (int i = 0; i < TRIES; i++) {
        double begin = spent();
        for (unsigned done = 0; done < STEPS; done += steps) limit_burn(steps);
        double step = (spent() - begin) / STEPS;
        if (step < least) least = step;
    }
    return least;
}

/* A processor that runs ahead could take the next burn while this one goes on: a third was missing of burns of 64 steps. */
static void short_burns_cost_what_long_ones_do(void **state) {
    (void)state;
    assert_true(step_of(64) > 0.85 * step_of(STEPS));
}

static void burns_take_what_they_were_calibrated_to(void **state) {
    (void)state;
    double taken = step_of(STEPS) * limit_burn_calibrate();
    assert_true(taken > 0.8 && taken < 1.25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_burns_cost_what_long_ones_do),
        cmocka_unit_test(burns_take_what_they_were_calibrated_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
