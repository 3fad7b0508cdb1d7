/* SPDX-License-Identifier: MIT */
#ifndef LIMIT_COUNTER_H
#define LIMIT_COUNTER_H

#include "script.h"

#include <stdbool.h>
#include <stddef.h>

/* How many messages received bytes complete. By size on raw streams; on HTTP by just enough of the head:
 * its end and its Content-Length. Nothing is checked, since nothing but our own clients talks to a
 * ceiling. */

#define LIMIT_HEAD_BYTES 4096u

typedef struct limit_counter {
    size_t missing; /* bytes until the message is whole: its rest, or on HTTP its body's */
    size_t place;   /* of the message in the rotation */
    bool http;
    bool in_body;
    size_t head_length;
    char head[LIMIT_HEAD_BYTES]; /* of an HTTP request, while it is not whole */
} limit_counter;

void limit_counter_init(limit_counter *counter, const limit_script *script, bool http);

/* Takes received bytes; *messages is how many are whole now. False: a head that is too long or has no
 * length. */
bool limit_counter_take(limit_counter *counter, const limit_script *script, const char *bytes, size_t length,
                        size_t *messages);

#endif
