/* SPDX-License-Identifier: MIT */
#ifndef JRPC_ALLOCATOR_H
#define JRPC_ALLOCATOR_H

#include <stddef.h>

/* Where memory comes from. Passed in at construction, kept by pointer: it must outlive every object made with it.
 * All three functions are called from any thread that uses such an object, so they must be thread-safe. Sizes are in
 * bytes and never 0; memory is aligned for any type. Wherever an allocator is taken, NULL means the C library's. */
typedef struct jrpc_allocator {
    void *(*allocate)(void *context, size_t size); /* NULL: out of memory */
    void *(*reallocate)(void *context, void *memory, size_t old_size,
                        size_t size);                          /* NULL: memory is unchanged */
    void (*release)(void *context, void *memory, size_t size); /* memory is never NULL */
    void *context;
} jrpc_allocator;

/* The C library's malloc, realloc and free. Constant, never NULL. Any thread. */
const jrpc_allocator *jrpc_allocator_default(void);

#endif
