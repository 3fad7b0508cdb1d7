/* SPDX-License-Identifier: MIT */
#ifndef WIRE_ARENA_H
#define WIRE_ARENA_H

#include <stddef.h>

/* Memory that is given back all at once: a list of blocks, the newest first. Initialised by NULL. */
struct wire_block;

/* `size` bytes, aligned for any type; NULL when out of memory. */
void *wire_arena_allocate(struct wire_block **arena, size_t size);

/* Makes all of it available again. Keeps one block of moderate size, so that text after text allocates
 * nothing. */
void wire_arena_reset(struct wire_block **arena);

/* Frees everything. */
void wire_arena_fini(struct wire_block **arena);

#endif
