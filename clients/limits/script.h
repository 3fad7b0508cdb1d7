/* SPDX-License-Identifier: MIT */
#ifndef LIMIT_SCRIPT_H
#define LIMIT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* What comes and what goes back, as sizes in rotation: the n-th message of a connection is answered with
 * the n-th canned reply, whatever it says. Constant once made. */

#define LIMIT_MOST_MESSAGES 64u

typedef struct limit_script {
    size_t count; /* messages in the rotation */
    size_t request_sizes[LIMIT_MOST_MESSAGES];
    size_t reply_ends[LIMIT_MOST_MESSAGES + 1]; /* where each canned reply ends; the first entry is 0 */
    char *replies;       /* the rotation's replies, over and over, for as many bytes as a long slice needs */
    size_t replies_size; /* a multiple of the rotation's */
} limit_script;

/* Reads "59:42,62:40": request and reply bytes of each message. Each reply is a JSON document of exactly
 * its size, which is at least 11. False: not of that form, and nothing was made. */
bool limit_script_parse(limit_script *script, const char *text);

/* One HTTP response over and over, with a JSON body of `size` bytes. Requests are told apart by their
 * heads. */
bool limit_script_http(limit_script *script, size_t size);

void limit_script_fini(limit_script *script);

/* Bytes of the rotation's replies, and of the first `messages` replies from place `from` on. */
size_t limit_script_rotation(const limit_script *script);
size_t limit_script_reply_bytes(const limit_script *script, size_t from, size_t messages);

#endif
