/* SPDX-License-Identifier: MIT */
#include <jrpc/buffer.h>

#include "memory.h"

#define FIRST_CAPACITY ((size_t)256)

void jrpc_buffer_init(jrpc_buffer *buffer, const jrpc_allocator *allocator) {
    *buffer = (jrpc_buffer){NULL, 0, 0, jrpci_allocator(allocator)};
}

void jrpc_buffer_fini(jrpc_buffer *buffer) {
    jrpci_release(buffer->allocator, buffer->data, buffer->capacity);
    jrpc_buffer_init(buffer, buffer->allocator);
}

static jrpc_status set_capacity(jrpc_buffer *buffer, size_t capacity) {
    const jrpc_allocator *allocator = buffer->allocator;
    char *data = buffer->data
                     ? allocator->reallocate(allocator->context, buffer->data, buffer->capacity, capacity)
                     : allocator->allocate(allocator->context, capacity);
    if (!data) return JRPC_E_MEMORY;
    buffer->data = data;
    buffer->capacity = capacity;
    return JRPC_OK;
}

jrpc_status jrpc_buffer_grow(jrpc_buffer *buffer, size_t extra) {
    if (extra > SIZE_MAX - buffer->length) return JRPC_E_MEMORY;
    size_t needed = buffer->length + extra;
    size_t capacity = buffer->capacity < SIZE_MAX / 2 ? buffer->capacity * 2 : SIZE_MAX;
    if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
    return set_capacity(buffer, capacity < needed ? needed : capacity);
}

void jrpc_buffer_trim(jrpc_buffer *buffer, size_t mark) {
    if (buffer->capacity <= mark || buffer->length > mark) return;
    if (buffer->length == 0 && mark == 0) {
        jrpc_buffer_fini(buffer);
        return;
    }
    /* Where this fails the memory that there was goes on serving. */
    (void)set_capacity(buffer, mark);
}
