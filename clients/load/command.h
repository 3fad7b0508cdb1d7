/* SPDX-License-Identifier: MIT */
#ifndef LOAD_COMMAND_H
#define LOAD_COMMAND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Programs that bench asks something of: git, the counting programs, charts. Servers are wire/server.h's. */

typedef struct load_command {
    const char *const *argv;        /* NULL-terminated; argv[0] along PATH unless it holds a slash */
    const char *const *environment; /* NULL-terminated; NULL: ours */
    double seconds;                 /* killed after so long */
    const atomic_bool *stop;        /* killed when it is set; NULL: never */
    bool errors;                    /* its standard error is ours; false: nowhere */
} load_command;

/* Runs it to its end; it dies with the thread that called. What it printed goes to `text`, terminated, cut to `size`; *text may be NULL when size is 0, and
 * its standard output is ours then. Returns its exit status, -1 when it could not be started, was killed by a signal,
 * took too long or was stopped. */
int load_command_run(const load_command *command, char *text, size_t size);

/* Whether there is such a program: a path that may be executed, or a name along PATH. */
bool load_command_exists(const char *program);

#endif
