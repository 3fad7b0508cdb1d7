/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_BOUNDED_H
#define JRPCI_BOUNDED_H

#include <jrpc/allocator.h>

#include <stdatomic.h>

/* An allocator that runs out at a bound: all connections together keep no more than that. */
typedef struct jrpci_bounded {
    jrpc_allocator allocator; /* what is handed out; its context is this struct, which stays where it is */
    const jrpc_allocator *source;
    size_t maximum;
    atomic_size_t used;
} jrpci_bounded;

void jrpci_bounded_init(jrpci_bounded *bounded, const jrpc_allocator *source, size_t maximum);

#endif
