/* SPDX-License-Identifier: MIT */
#ifndef LOAD_CATALOGUE_H
#define LOAD_CATALOGUE_H

#include "wire/target.h"
#include "workload.h"

/* Targets and workloads by name or by path, each read once, kept until the catalogue ends. What the project has itself
 * is found from the folder it was built in. Not thread-safe. */
typedef struct load_catalogue load_catalogue;

/* NULL: out of memory. */
load_catalogue *load_catalogue_new(void);
void load_catalogue_free(load_catalogue *catalogue); /* NULL is fine; frees what it handed out */

/* A target by the name of the list below, or by the path of a target.json. NULL: `error` names it, what is wrong, and
 * where to look. */
const wire_target *load_catalogue_target(load_catalogue *catalogue, const char *name, wire_error *error);

/* A workload by its name in data/workloads, or by the path of a workload file. NULL likewise. */
const load_workload *load_catalogue_workload(load_catalogue *catalogue, const char *name, wire_error *error);

/* The n-th name of a target of the project's own; NULL from the last one on. Constant. */
const char *load_catalogue_target_name(size_t n);

/* The n-th name of a workload, in alphabetical order; NULL from the last one on. Valid until the next call. */
const char *load_catalogue_workload_name(load_catalogue *catalogue, size_t n);

#endif
