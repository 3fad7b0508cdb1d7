/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SHOW_H
#define LOAD_SHOW_H

#include "engine.h"
#include "plan.h"

#include <stdio.h>

/* What is sent and what comes back, for people to see before anything is timed. */

/* Runs through every series of the plan once, untimed, and prints the request and reply of each shape; of a series that
 * shows the same as an earlier one, only that. Limits are left out: their replies mean nothing. False: a target
 * failed or answered wrong; it is printed, and its rows will fail by themselves. Stops early when `stop` says so. */
bool load_show_plan(const load_plan *plan, load_stop *stop, FILE *out);

#endif
