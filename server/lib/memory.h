/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_MEMORY_H
#define JRPCI_MEMORY_H

#include <jrpc/allocator.h>

#include <stdint.h>
#include <string.h>

/* For what requests seldom need: kept out of the functions that call it, which then need not save registers for it. */
#define JRPCI_RARE __attribute__((noinline, cold))

static inline const jrpc_allocator *jrpci_allocator(const jrpc_allocator *allocator) {
    return allocator ? allocator : jrpc_allocator_default();
}

static inline void *jrpci_allocate(const jrpc_allocator *allocator, size_t size) {
    return allocator->allocate(allocator->context, size);
}

static inline void jrpci_release(const jrpc_allocator *allocator, void *memory, size_t size) {
    if (memory) allocator->release(allocator->context, memory, size);
}

/* Eight bytes, the first in the lowest byte on every machine. Any address. */
static inline uint64_t jrpci_load8(const void *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* What keeps the first `count` bytes of such a word; count is 1 to 8. */
static inline uint64_t jrpci_first_bytes(size_t count) {
    return ~UINT64_C(0) >> (64 - 8 * count);
}

#endif
