/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RESULT_CHECK_H
#define LOAD_RESULT_CHECK_H

#include "result.h"

/* For tests: what holds of every result file; the test fails where it does not. */

/* The schema in that file takes the value. */
void assert_valid(const char *schema_path, json_object *value);

/* In every run, each request that was started came to exactly one end. */
void assert_counts_add_up(json_object *result);

#endif
