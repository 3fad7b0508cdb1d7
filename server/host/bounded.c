/* SPDX-License-Identifier: MIT */
#include "bounded.h"

#include <stdbool.h>

static bool charge(jrpci_bounded *bounded, size_t size) {
    size_t before = atomic_fetch_add(&bounded->used, size);
    if (before <= bounded->maximum && size <= bounded->maximum - before) return true;
    atomic_fetch_sub(&bounded->used, size);
    return false;
}

static void *allocate(void *context, size_t size) {
    jrpci_bounded *bounded = context;
    if (!charge(bounded, size)) return NULL;
    void *memory = bounded->source->allocate(bounded->source->context, size);
    if (!memory) atomic_fetch_sub(&bounded->used, size);
    return memory;
}

static void *reallocate(void *context, void *memory, size_t old_size, size_t size) {
    jrpci_bounded *bounded = context;
    if (size > old_size && !charge(bounded, size - old_size)) return NULL;
    void *moved = bounded->source->reallocate(bounded->source->context, memory, old_size, size);
    if (size > old_size && !moved) atomic_fetch_sub(&bounded->used, size - old_size);
    if (size < old_size && moved) atomic_fetch_sub(&bounded->used, old_size - size);
    return moved;
}

static void release(void *context, void *memory, size_t size) {
    jrpci_bounded *bounded = context;
    bounded->source->release(bounded->source->context, memory, size);
    atomic_fetch_sub(&bounded->used, size);
}

void jrpci_bounded_init(jrpci_bounded *bounded, const jrpc_allocator *source, size_t maximum) {
    bounded->allocator = (jrpc_allocator){allocate, reallocate, release, bounded};
    bounded->source = source;
    bounded->maximum = maximum;
    atomic_init(&bounded->used, 0);
}
