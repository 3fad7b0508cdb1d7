/* SPDX-License-Identifier: MIT */
#ifndef LOAD_WORKLOAD_FIXTURE_H
#define LOAD_WORKLOAD_FIXTURE_H

#include "workload.h"

/* Workloads for tests; to be freed. */

/* The one of that name in the folder data/; fails the test where it cannot be read. */
load_workload *workload_stored(const char *data_folder, const char *name);

/* The one that this text describes; NULL where it describes none, and *error says why. */
load_workload *workload_of_text(const char *text, wire_error *error);

#endif
