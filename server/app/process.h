/* SPDX-License-Identifier: MIT */
#ifndef APP_PROCESS_H
#define APP_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* A server program under test, seen from outside. Whatever goes wrong in these functions, or takes longer than
 * PROCESS_SECONDS, fails the cmocka test that called them. */

#define PROCESS_SECONDS 10

struct process {
    pid_t pid;
    int in, out, err; /* its standard input, output and error */
    char line[1024];
    char text[16384];
};

/* Starts arguments[0]; NULL ends the list. It dies with the test. */
void process_start(struct process *process, const char *const *arguments);

/* The next line that the program writes to `descriptor`, its out or err, without the line end. */
const char *process_line(struct process *process, int descriptor);

/* The address in the next line of its output, which must be `listening on ADDRESS`. */
const char *process_address(struct process *process);

/* Waits until the program has ended: its status, or 128 and the signal that killed it. Closes `in`, and leaves what it
 * wrote to standard output or error, whichever `descriptor` is, in process->text. */
int process_wait(struct process *process, int descriptor);

/* Sends a signal and waits. */
int process_stop(struct process *process, int signal);

#endif
