/* SPDX-License-Identifier: MIT */
#ifndef JRPC_SERIALIZER_H
#define JRPC_SERIALIZER_H

#include <jrpc/types.h>

/* Reads param values and writes result values in place of the built-in functions. The document and its
 * envelope are always read and written by the library, strictly; a serializer sees one valid JSON value at a
 * time and decides what it accepts for a type. Kept by pointer: it must outlive the services it is set on.
 * Called from the thread that runs the call, so from several at once. */
typedef struct jrpc_serializer {
    size_t size; /* sizeof(jrpc_serializer), so that later versions can tell */

    /* Reads `length` bytes of JSON at `text` into *value, which is of `type`. What it points to must live
     * until the method returns: see jrpc_call_alloc. False: the value does not fit, which is answered -32602.
     */
    bool (*read)(const struct jrpc_serializer *self, jrpc_call *call, const jrpc_type *type, const char *text,
                 size_t length, void *value);

    /* Writes *value, which is of `type`, as one JSON value with the functions of write.h. False: -32603. */
    bool (*write)(const struct jrpc_serializer *self, jrpc_call *call, const jrpc_type *type,
                  const void *value);

    void *context; /* its own */
} jrpc_serializer;

#endif
