/* SPDX-License-Identifier: MIT */
#ifndef WIRE_BUFFER_H
#define WIRE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that are somebody else's: valid as long as what they were taken from. `bytes` may be NULL when length
 * is 0. */
typedef struct wire_slice {
    const char *bytes;
    size_t length;
} wire_slice;

/* A slice of a string literal or any terminated string, terminator left out. */
wire_slice wire_slice_of(const char *string);

/* True when both hold the same bytes. */
bool wire_slice_equal(wire_slice a, wire_slice b);

/* Bytes that grow at their end. Plain data, initialised by {0}; `length` may be lowered at any time. When
 * memory runs out `failed` is set and stays set, and everything appended from then on is dropped: check it
 * once, at the end. */
typedef struct wire_buffer {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
} wire_buffer;

/* Frees the bytes and leaves an empty buffer that may be used again. */
void wire_buffer_fini(wire_buffer *buffer);

/* Makes room for `extra` bytes at data + length. False: `failed` is set. */
bool wire_buffer_reserve(wire_buffer *buffer, size_t extra);

/* Appends `length` bytes, which must not lie inside the buffer. */
void wire_buffer_append(wire_buffer *buffer, const void *bytes, size_t length);

/* Appends a terminated string without its terminator. */
void wire_buffer_string(wire_buffer *buffer, const char *string);

/* Appends formatted text. */
void wire_buffer_format(wire_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Drops the first `length` bytes, at most all there are, by moving the rest down. */
void wire_buffer_drop(wire_buffer *buffer, size_t length);

#endif
