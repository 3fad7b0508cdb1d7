/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void the_contention_probe_tells_a_step(void **state) {
    (void)state;
    double step = load_probe_contention();
    assert_true(step > 0.05); /* a multiplication and an addition that wait for each other */
    assert_true(step < 1e6);
}

static void stolen_time_is_a_share(void **state) {
    (void)state;
    load_ticks before = {.all = 1000, .stolen = 10, .known = true};
    load_ticks after = {.all = 1200, .stolen = 60, .known = true};
    load_ticks unknown = {0};
    assert_true(load_steal(before, after) == 0.25);
    assert_true(load_steal(before, before) < 0);
    assert_true(load_steal(unknown, after) < 0);
    assert_true(load_steal(before, unknown) < 0);
}

static void ticks_are_read_and_grow(void **state) {
    (void)state;
    load_ticks first = load_ticks_now();
    if (!first.known) skip(); /* no /proc */
    assert_true(first.all > 0 && first.stolen <= first.all);
    load_ticks second = load_ticks_now();
    assert_true(second.all >= first.all && second.stolen >= first.stolen);
}

static void *pin_where_there_is_none(void *context) {
    *(bool *)context = load_pin_thread(1000);
    return NULL;
}

static void a_cpu_that_is_not_there_is_refused(void **state) {
    (void)state;
    pthread_t thread;
    bool pinned = true;
    assert_int_equal(pthread_create(&thread, NULL, pin_where_there_is_none, &pinned), 0);
    pthread_join(thread, NULL);
    assert_false(pinned);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contention_probe_tells_a_step),
        cmocka_unit_test(stolen_time_is_a_share),
        cmocka_unit_test(ticks_are_read_and_grow),
        cmocka_unit_test(a_cpu_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
