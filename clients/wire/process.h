/* SPDX-License-Identifier: MIT */
#ifndef WIRE_PROCESS_H
#define WIRE_PROCESS_H

#include "clock.h"
#include "error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A child process in a process group of its own. Plain data. */
struct wire_process {
    pid_t pid;
    int in, out, err; /* our ends of its standard streams; -1: in is /dev/null */
    bool reaped;
    int status; /* as waitpid(2) gives it, once reaped */
};

/* Forks and executes. It dies with the calling thread. with_input: a pipe is its standard input, else
 * /dev/null. cpus: where it may run, NULL for anywhere. False: `error` names the program and why; no
 * process is left. */
bool wire_process_start(struct wire_process *process, const char *const *argv, bool with_input,
                        const int *cpus, size_t cpu_count, wire_error *error);

/* Waits for its end and reaps it, and kills what is left of its group. False: it still ran at the
 * deadline. */
bool wire_process_wait(struct wire_process *process, wire_time deadline);

/* Sends SIGTERM, waits up to `seconds`, sends SIGKILL to its group, reaps. */
void wire_process_stop(struct wire_process *process, double seconds);

/* How it ended, in words: "exited with status 3", "killed by signal 11 (Segmentation fault)". */
void wire_process_describe(const struct wire_process *process, char *to, size_t room);

#endif
