/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_SNAPSHOT_H
#define JRPCI_SNAPSHOT_H

#include "parse.h"
#include "table.h"

#include <jrpc/service.h>

#include <stdatomic.h>

/* What a service is at one moment. Never changed once made; freed with its last reference, by whichever thread drops it,
 * so it names nothing that may have gone: not the service. */
typedef struct jrpci_snapshot {
    atomic_size_t references;
    size_t size; /* of this allocation, which the table's rows and names are within */
    const jrpc_allocator *allocator;
    jrpc_service_options options;
    jrpci_parse_limits parse_limits;
    size_t max_document_bytes; /* never 0, never more than offsets can reach */
    size_t max_batch_count;    /* never 0 */
    size_t max_reply_bytes;    /* never 0, never so much that a reply's length and it overflow */
    jrpci_table table;
} jrpci_snapshot;

/* A row that a new snapshot is to have. */
typedef struct jrpci_entry {
    const jrpc_method *method;
    void *instance;
} jrpci_entry;

/* The rows of `old` (NULL: none) less the one named `removed` (NULL: none), and `count` more. One reference. NULL: no
 * memory. */
jrpci_snapshot *jrpci_snapshot_new(const jrpc_allocator *allocator, const jrpc_service_options *options,
                                   const jrpci_snapshot *old, const char *removed, const jrpci_entry *added,
                                   size_t count);

static inline void jrpci_snapshot_retain(jrpci_snapshot *snapshot) {
    atomic_fetch_add_explicit(&snapshot->references, 1, memory_order_relaxed);
}

/* NULL does nothing. */
void jrpci_snapshot_release(jrpci_snapshot *snapshot);

/* The method of that name, the name being any C string. NULL: there is none. */
const jrpci_row *jrpci_snapshot_find(const jrpci_snapshot *snapshot, const char *name);

#endif
