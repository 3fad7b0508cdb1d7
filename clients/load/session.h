/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SESSION_H
#define LOAD_SESSION_H

#include "options.h"

/* One session of measuring: what a mode does from the plan to the charts. */

enum { LOAD_EXIT_DONE = 0, LOAD_EXIT_FAILED = 1, LOAD_EXIT_USAGE = 2 };

/* Plans, shows, runs, counts, keeps and prints what the options ask for. `argc` and `argv` are the program's, for the
 * record. Takes SIGINT and SIGTERM over meanwhile: the run that is going on ends, and everything measured is kept.
 * Returns the exit status. */
int load_session(const load_options *options, int argc, char **argv);

/* --list: series, targets and workloads, and what is missing for those that cannot run here. */
int load_session_list(const load_options *options);

#endif
