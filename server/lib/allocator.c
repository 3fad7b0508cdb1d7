/* SPDX-License-Identifier: MIT */
#include <jrpc/allocator.h>

#include <stdlib.h>

static void *libc_allocate(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void *libc_reallocate(void *context, void *memory, size_t old_size, size_t size) {
    (void)context;
    (void)old_size;
    return realloc(memory, size);
}

static void libc_release(void *context, void *memory, size_t size) {
    (void)context;
    (void)size;
    free(memory);
}

const jrpc_allocator *jrpc_allocator_default(void) {
    static const jrpc_allocator libc = {libc_allocate, libc_reallocate, libc_release, NULL};
    return &libc;
}
