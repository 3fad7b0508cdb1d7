/* SPDX-License-Identifier: MIT */
#ifndef LOAD_CALLEE_H
#define LOAD_CALLEE_H

#include "wire/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* What an in-process row calls: the library, the json-c handler, a copy of the request, nothing. All are reached through
 * the same table, so that what the table costs is in every row and shows in that of the empty call. */

typedef struct load_callee {
    const char *name;
    bool answers;         /* its replies are Response objects and can be judged */
    void *(*share)(void); /* what all threads of a row use together; NULL: nothing is */
    void (*unshare)(void *shared);
    void *(*open)(
        void *shared); /* what one thread uses; NULL: out of memory. Its own, on the thread that calls */
    bool (*call)(void *state, const char *request, size_t length); /* appends the reply; false: it failed */
    wire_slice (*replies)(const void *state);                      /* appended since the last reset */
    void (*reset)(void *state);
    void (*close)(void *state);
} load_callee;

extern const load_callee
    load_callee_library; /* jrpc_process on the benchmark service, one dispatcher a thread */
extern const load_callee load_callee_json_c; /* the frozen json-c handler */
extern const load_callee load_callee_copy;
extern const load_callee load_callee_empty;

/* The vector instructions that the library chose here: "avx2", .. Constant. */
const char *load_callee_vector_path(void);

#endif
