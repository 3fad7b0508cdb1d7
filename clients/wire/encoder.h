/* SPDX-License-Identifier: MIT */
#ifndef WIRE_ENCODER_H
#define WIRE_ENCODER_H

#include "buffer.h"

#include <stdint.h>

/* Writes requests. Nothing here checks that params are JSON: a load generator must be able to send what it is
 * told. */

/* Appends a String: quotes, and escapes for what RFC 8259 wants escaped. The characters must be UTF-8. */
void wire_encode_string(wire_buffer *buffer, const char *characters, size_t length);

/* Widest id there is: 10^18 and up still fits an int64. */
#define WIRE_ID_WIDTH_MAX 19u

/* How many different ids a width has: 9 * 10^(width - 1). 0 for a width of 0 or above WIRE_ID_WIDTH_MAX. */
uint64_t wire_id_count(unsigned width);

/* Writes the n-th id, n below wire_id_count(width), as exactly `width` digits at `to`, no terminator. JSON
 * allows no leading zeros, so ids begin at 10^(width - 1). */
void wire_encode_id(char *to, unsigned width, uint64_t n);

/* One request, before its id. Texts end where their length says. */
typedef struct wire_request {
    wire_slice method; /* characters, not JSON */
    wire_slice params; /* JSON text; length 0: no such member */
    wire_slice id;     /* JSON text; length 0: see id_width */
    unsigned id_width; /* where `id` is empty: digits of a Number id to be filled in; 0: a notification */
} wire_request;

/* Appends {"jsonrpc":"2.0","method":..,"params":..,"id":..}. Where id_width is set, the id is
 * wire_encode_id's first one. Returns the offset of the id's first byte in the buffer, 0 for a
 * notification. */
size_t wire_encode_request(wire_buffer *buffer, const wire_request *request);

/* Appends an Array of requests; id_offsets, where not NULL, takes `count` offsets as wire_encode_request
 * returns them. */
void wire_encode_batch(wire_buffer *buffer, const wire_request *requests, size_t count, size_t *id_offsets);

#endif
