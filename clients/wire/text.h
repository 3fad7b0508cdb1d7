/* SPDX-License-Identifier: MIT */
#ifndef WIRE_TEXT_H
#define WIRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The characters of a JSON String: UTF-8 (RFC 3629) and escapes (RFC 8259, 7). */

struct wire_text_fault {
    const char *message; /* constant */
    size_t offset;       /* from the first byte behind the opening quote */
};

/* Looks for the closing quote, checking everything before it. *raw: bytes before the quote; *decoded: bytes
 * once the escapes are resolved; less than *raw exactly when there is an escape. False: *fault says what is
 * wrong. */
bool wire_text_scan(const unsigned char *bytes, size_t length, size_t *raw, size_t *decoded,
                    struct wire_text_fault *fault);

/* Resolves the escapes of text that wire_text_scan has passed, into the room it asked for. */
void wire_text_decode(const unsigned char *bytes, size_t raw, char *to);

/* How many bytes the UTF-8 sequence at `bytes` has, 1 to 4; 0 when it is none (overlong, surrogate, beyond
 * U+10FFFF, cut off). length is at least 1. */
size_t wire_utf8_length(const unsigned char *bytes, size_t length);

/* Whether all of it is UTF-8. */
bool wire_utf8_valid(const char *bytes, size_t length);

#endif
