/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 256u

wire_slice wire_slice_of(const char *string) {
    return (wire_slice){string, strlen(string)};
}

bool wire_slice_equal(wire_slice a, wire_slice b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

void wire_buffer_fini(wire_buffer *buffer) {
    free(buffer->data);
    *buffer = (wire_buffer){0};
}

bool wire_buffer_reserve(wire_buffer *buffer, size_t extra) {
    if (buffer->failed) return false;
    if (buffer->capacity - buffer->length >= extra) return true;
    size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
    while (capacity - buffer->length < extra && capacity <= SIZE_MAX / 2) capacity *= 2;
    char *data = capacity - buffer->length < extra ? NULL : realloc(buffer->data, capacity);
    if (!data) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void wire_buffer_append(wire_buffer *buffer, const void *bytes, size_t length) {
    if (length == 0 || !wire_buffer_reserve(buffer, length)) return;
    memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
}

void wire_buffer_string(wire_buffer *buffer, const char *string) {
    wire_buffer_append(buffer, string, strlen(string));
}

void wire_buffer_format(wire_buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !wire_buffer_reserve(buffer, (size_t)length + 1)) return;
    va_start(arguments, format);
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
}

void wire_buffer_drop(wire_buffer *buffer, size_t length) {
    if (length > buffer->length) length = buffer->length;
    if (length == 0) return;
    memmove(buffer->data, buffer->data + length, buffer->length - length);
    buffer->length -= length;
}
