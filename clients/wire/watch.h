/* SPDX-License-Identifier: MIT */
#ifndef WIRE_WATCH_H
#define WIRE_WATCH_H

#include "clock.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads what a child process prints, in a thread of its own, for as long as it prints: nobody else may have
 * the time, and a child whose pipe is full stops. Lines with a given beginning are kept, and the end of
 * standard error. */
struct wire_watch;

#define WIRE_TAIL_MAX 4096u
#define WIRE_LINES_MAX 64u

/* Takes over both descriptors, also when it fails; out may be -1. beginning: of the lines of `out` to keep;
 * must outlive the watch. NULL: out of memory, threads or descriptors. */
struct wire_watch *wire_watch_new(int out, int err, const char *beginning);

/* Stops reading, closes, frees. */
void wire_watch_free(struct wire_watch *watch);

/* Waits for `count` kept lines (at most WIRE_LINES_MAX). False: the deadline passed, or the output ended
 * before. */
bool wire_watch_wait(struct wire_watch *watch, size_t count, wire_time deadline);

/* Waits until both outputs have ended, so that the tail is whole. False: the deadline passed first. */
bool wire_watch_wait_end(struct wire_watch *watch, wire_time deadline);

/* What stood behind the beginning in the n-th kept line; NULL when there is none. Valid as long as the
 * watch. */
const char *wire_watch_line(struct wire_watch *watch, size_t n);

/* The end of standard error, terminated, line ends at its end left out. */
void wire_watch_tail(struct wire_watch *watch, char tail[WIRE_TAIL_MAX + 1]);

#endif
