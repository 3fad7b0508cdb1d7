/* SPDX-License-Identifier: MIT */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#define BLOCK_FIRST ((size_t)16 * 1024)
#define BLOCK_LAST ((size_t)1024 * 1024)

struct wire_block {
    struct wire_block *older;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

static struct wire_block *block_add(struct wire_block **arena, size_t least) {
    size_t size = *arena ? (*arena)->size * 2 : BLOCK_FIRST;
    if (size > BLOCK_LAST) size = BLOCK_LAST;
    if (size < least) size = least;
    struct wire_block *block = malloc(sizeof *block + size);
    if (!block) return NULL;
    *block = (struct wire_block){.older = *arena, .size = size};
    *arena = block;
    return block;
}

void *wire_arena_allocate(struct wire_block **arena, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct wire_block *block = *arena;
    if (!block || block->size - block->used < size) block = block_add(arena, size);
    if (!block) return NULL;
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

void wire_arena_reset(struct wire_block **arena) {
    struct wire_block *kept = NULL;
    while (*arena) {
        struct wire_block *block = *arena;
        *arena = block->older;
        if (!kept && block->size <= BLOCK_LAST)
            kept = block;
        else
            free(block);
    }
    if (kept) {
        kept->used = 0;
        kept->older = NULL;
    }
    *arena = kept;
}

void wire_arena_fini(struct wire_block **arena) {
    while (*arena) {
        struct wire_block *block = *arena;
        *arena = block->older;
        free(block);
    }
}
