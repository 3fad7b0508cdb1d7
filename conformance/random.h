/* SPDX-License-Identifier: MIT */
#ifndef CONF_RANDOM_H
#define CONF_RANDOM_H

#include "wire/buffer.h"

#include <stdint.h>

/* Random JSON, made to be awkward and right. */

typedef struct conf_random {
    uint64_t state;
} conf_random;

/* The next number, below `bound`; bound is at least 1. */
unsigned conf_random_below(conf_random *random, unsigned bound);

/* Appends a String: escapes of every kind, brackets, characters of one to four bytes. No lone surrogates. */
void conf_random_string(conf_random *random, wire_buffer *to);

/* Appends a Number that survives a double. */
void conf_random_number(conf_random *random, wire_buffer *to);

/* Appends any value, containers at most `depth` deep, no member name twice. */
void conf_random_value(conf_random *random, wire_buffer *to, unsigned depth);

/* Appends an Array or an Object of such values. */
void conf_random_container(conf_random *random, wire_buffer *to, unsigned depth);

/* Appends a call of `method` with params and an id. */
void conf_random_call(conf_random *random, wire_buffer *to, const char *method);

#endif
