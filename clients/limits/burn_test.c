/* SPDX-License-Identifier: MIT */
#include "burn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#define TRIES 100
#define STEPS 64000u
#define ROUNDS 30

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

/* A busy neighbour makes a right figure wrong now and then, but hardly a wrong one right: one round of many has to hold. */
static bool holds_once(bool (*holds)(void)) {
    for (int round = 0; round < ROUNDS; round++)
        if (holds()) return true;
    return false;
}

/* A processor that runs ahead could take the next burn while this one goes on: a third was missing of burns of 64 steps. */
static bool short_costs_what_long_does(void) {
    return step_of(64) > 0.85 * step_of(STEPS);
}

static void short_burns_cost_what_long_ones_do(void **state) {
    (void)state;
    assert_true(holds_once(short_costs_what_long_does));
}

static bool takes_what_it_was_calibrated_to(void) {
    double taken = step_of(STEPS) * limit_burn_calibrate();
    return taken > 0.8 && taken < 1.25;
}

static void burns_take_what_they_were_calibrated_to(void **state) {
    (void)state;
    assert_true(holds_once(takes_what_it_was_calibrated_to));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_burns_cost_what_long_ones_do),
        cmocka_unit_test(burns_take_what_they_were_calibrated_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
