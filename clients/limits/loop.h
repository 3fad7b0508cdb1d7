/* SPDX-License-Identifier: MIT */
#ifndef LIMIT_LOOP_H
#define LIMIT_LOOP_H

#include "script.h"

#include <stdbool.h>
#include <stdint.h>

/* One thread, one epoll: accepts, counts messages, answers each with its canned reply. */

typedef struct limit_work {
    const limit_script *script;
    bool http;
    double burn_steps; /* work done for each message */
} limit_work;

/* Serves connections of a listening, non-blocking socket until SIGTERM or SIGINT. False: a system call
 * failed, and errno says why. */
bool limit_serve(int listener, const limit_work *work);

#endif
