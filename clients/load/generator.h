/* SPDX-License-Identifier: MIT */
#ifndef LOAD_GENERATOR_H
#define LOAD_GENERATOR_H

#include "wire/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Requests with random values, for workloads that a branch predictor cannot learn by heart. The same seed
 * gives the same bytes on every machine. */

/* Numbers that look random: splitmix64 (Steele, Lea, Flood 2014). Plain data; the seed is its first state. */
typedef struct load_random {
    uint64_t state;
} load_random;

/* The next 64 bits. */
uint64_t load_random_next(load_random *random);

/* An even number below `bound`, which is not 0: the high half of a 128-bit product (Lemire 2019), its bias
 * below bound / 2^64. */
uint64_t load_random_below(load_random *random, uint64_t bound);

/* Puts the indices 0 .. count - 1 into a random order (Fisher and Yates). */
void load_random_shuffle(load_random *random, size_t *indices, size_t count);

/* The shapes that requests are made of: "add", "addInt", "nullable", "decimal", "string". */
bool load_shape_exists(wire_slice shape);

/* Appends one request of a shape as it stands in a workload file, id and expected result included. */
void load_shape_generate(wire_slice shape, load_random *random, wire_buffer *out);

#endif
