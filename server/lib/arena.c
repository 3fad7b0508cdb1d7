/* SPDX-License-Identifier: MIT */
#include "arena.h"

#include "memory.h"

#include <stdalign.h>

#define ALIGNMENT alignof(max_align_t)
#define BLOCK_BYTES ((size_t)4096)

typedef struct jrpci_arena_block {
    struct jrpci_arena_block *next;
    size_t size; /* of the whole block, this head too */
} block;

#define HEAD_BYTES ((sizeof(block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

void jrpci_arena_init(jrpci_arena *arena, const jrpc_allocator *allocator) {
    *arena = (jrpci_arena){allocator, NULL, NULL, 0, 0};
}

static void release_from(jrpci_arena *arena, block *next) {
    while (next) {
        block *gone = next;
        next = gone->next;
        arena->held -= gone->size;
        jrpci_release(arena->allocator, gone, gone->size);
    }
}

void jrpci_arena_fini(jrpci_arena *arena) {
    release_from(arena, arena->first);
    jrpci_arena_init(arena, arena->allocator);
}

/* Puts a block with room for `size` bytes behind the current one. */
static block *insert_block(jrpci_arena *arena, size_t size) {
    size_t total = size < BLOCK_BYTES - HEAD_BYTES ? BLOCK_BYTES : size + HEAD_BYTES;
    block *fresh = jrpci_allocate(arena->allocator, total);
    if (!fresh) return NULL;
    block **link = arena->current ? &arena->current->next : &arena->first;
    *fresh = (block){*link, total};
    *link = fresh;
    arena->held += total;
    return fresh;
}

static void *take(jrpci_arena *arena, block *from, size_t at, size_t size) {
    arena->current = from;
    arena->used = at + size;
    return (char *)from + HEAD_BYTES + at;
}

void *jrpci_arena_allocate(jrpci_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    block *current = arena->current;
    if (current && size <= current->size - HEAD_BYTES - arena->used) {
        return take(arena, current, arena->used, size);
    }
    block *next = current ? current->next : arena->first;
    if (!next || size > next->size - HEAD_BYTES) next = insert_block(arena, size);
    return next ? take(arena, next, 0, size) : NULL;
}

void jrpci_arena_trim(jrpci_arena *arena, size_t mark) {
    if (arena->held <= mark) return;
    size_t kept = 0;
    block **link = &arena->first;
    while (*link && kept + (*link)->size <= mark) {
        kept += (*link)->size;
        link = &(*link)->next;
    }
    release_from(arena, *link);
    *link = NULL;
    jrpci_arena_reset(arena);
}
