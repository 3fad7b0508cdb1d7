/* SPDX-License-Identifier: MIT */
#ifndef JRPC_BUFFER_H
#define JRPC_BUFFER_H

#include <jrpc/allocator.h>
#include <jrpc/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Bytes that grow at their end: what replies are appended to. Plain data; the fields may be read at any time and
 * `length` may be lowered to roll back. Not thread-safe. */
typedef struct jrpc_buffer {
    char *data; /* `capacity` bytes, of which `length` are in use; NULL while capacity is 0 */
    size_t length;
    size_t capacity;
    const jrpc_allocator *allocator;
} jrpc_buffer;

/* Makes an empty buffer. Allocates nothing and cannot fail. allocator: NULL means the C library's. */
void jrpc_buffer_init(jrpc_buffer *buffer, const jrpc_allocator *allocator);

/* Gives the memory back and leaves an empty buffer that may be used again. */
void jrpc_buffer_fini(jrpc_buffer *buffer);

/* Makes room for `extra` more bytes, at least doubling what there was; the slow half of jrpc_buffer_reserve.
 * JRPC_E_MEMORY: the buffer is as it was. */
jrpc_status jrpc_buffer_grow(jrpc_buffer *buffer, size_t extra);

/* Gives back memory above `mark` bytes of capacity where no more than that is in use. 0 gives back all of an empty
 * buffer. Failure to shrink is no failure: the buffer keeps what it has. */
void jrpc_buffer_trim(jrpc_buffer *buffer, size_t mark);

/* Ensures that `extra` more bytes may be written at data + length. False: out of memory, nothing changed. */
static inline bool jrpc_buffer_reserve(jrpc_buffer *buffer, size_t extra) {
    return buffer->capacity - buffer->length >= extra || jrpc_buffer_grow(buffer, extra) == JRPC_OK;
}

/* Appends `length` bytes from `bytes`, which must not lie inside the buffer. False: out of memory, nothing changed. */
static inline bool jrpc_buffer_append(jrpc_buffer *buffer, const void *bytes, size_t length) {
    if (!jrpc_buffer_reserve(buffer, length)) return false;
    if (length) memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

#endif
