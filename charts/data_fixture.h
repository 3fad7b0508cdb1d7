/* SPDX-License-Identifier: MIT */
#ifndef CHART_DATA_FIXTURE_H
#define CHART_DATA_FIXTURE_H

/* For tests: the data that the command line names, as the state of each test of a group. */
#include "data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *data_fixture_path; /* set by main */

static inline int data_fixture_load(void **state) {
    static chart_data data;
    *state = &data;
    return chart_data_init(&data, data_fixture_path) ? 0 : -1;
}

static inline int data_fixture_unload(void **state) {
    chart_data_fini(*state);
    return 0;
}

#endif
