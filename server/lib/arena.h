/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ARENA_H
#define JRPCI_ARENA_H

#include <jrpc/allocator.h>

#include <stddef.h>

/* Memory that is given out piece by piece and taken back all at once; its blocks are kept for the next round. */
typedef struct jrpci_arena {
    const jrpc_allocator *allocator;
    struct jrpci_arena_block *first, *current;
    size_t used; /* of the current block */
    size_t held; /* bytes of all blocks */
} jrpci_arena;

void jrpci_arena_init(jrpci_arena *arena, const jrpc_allocator *allocator);
void jrpci_arena_fini(jrpci_arena *arena);

/* `size` bytes aligned for any type. NULL: no memory, nothing changed. */
void *jrpci_arena_allocate(jrpci_arena *arena, size_t size);

/* Takes everything back and keeps the blocks. */
static inline void jrpci_arena_reset(jrpci_arena *arena) {
    arena->current = arena->first;
    arena->used = 0;
}

/* Of an arena that was reset: gives blocks back until no more than `mark` bytes are held. */
void jrpci_arena_trim(jrpci_arena *arena, size_t mark);

#endif
