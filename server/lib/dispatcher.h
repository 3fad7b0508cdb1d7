/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_DISPATCHER_H
#define JRPCI_DISPATCHER_H

#include "document.h"
#include "service.h"

/* Services used at once by one dispatcher without a lock: those of the hosts' listeners, and a few for nested calls. */
#define JRPCI_HELD_SERVICES 4

/* What the dispatcher knows of a service: while `snapshot` is the service's current one, no lock is needed. The service is
 * compared, never looked into: it may have gone. */
typedef struct jrpci_held {
    const jrpc_service *service;
    jrpci_snapshot *snapshot; /* one reference; NULL: this place is empty */
} jrpci_held;

/* A document that runs; the next one is inside it. */
typedef struct jrpci_frame {
    jrpci_snapshot *snapshot;
    bool
        owns; /* the reference is the frame's: what was held was replaced while this, the outermost user of it, ran */
} jrpci_frame;

struct jrpc_dispatcher {
    const jrpc_allocator *allocator;
    const struct jrpci_vector *vector;
    size_t keep_bytes;
    unsigned depth; /* frames in use */
    unsigned next_held;
    jrpci_held held[JRPCI_HELD_SERVICES];
    jrpci_frame frames[JRPC_MAX_NESTING];
    jrpci_document *documents[JRPC_MAX_NESTING + 1]; /* made at first use, then kept; the last is NULL */
    jrpci_document checked;                          /* raw JSON of methods is parsed here */
};

/* The slow half of jrpci_dispatcher_enter: what is needed is not at hand. */
jrpc_status jrpci_dispatcher_prepare(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                     jrpci_snapshot **snapshot);

/* Begins a document on a service: puts the snapshot in force and an empty document on top. JRPC_E_LIMIT, JRPC_E_MEMORY:
 * nothing changed. */
static inline jrpc_status jrpci_dispatcher_enter(jrpc_dispatcher *dispatcher, jrpc_service *service) {
    unsigned depth = dispatcher->depth;
    jrpci_snapshot *snapshot = atomic_load_explicit(&service->current, memory_order_acquire);
    /* An equal address is the same snapshot, for a reference to it is held. */
    if (dispatcher->held[0].snapshot != snapshot || !dispatcher->documents[depth]) {
        jrpc_status status = jrpci_dispatcher_prepare(dispatcher, service, &snapshot);
        if (status != JRPC_OK) return status;
    }
    dispatcher->frames[depth] = (jrpci_frame){snapshot, false};
    dispatcher->depth = depth + 1;
    return JRPC_OK;
}

/* Ends it. document: what was on top. */
static inline void jrpci_dispatcher_leave(jrpc_dispatcher *dispatcher, jrpci_document *document) {
    const jrpci_frame *frame = &dispatcher->frames[--dispatcher->depth];
    jrpci_document_trim(document, dispatcher->keep_bytes);
    if (frame->owns) jrpci_snapshot_release(frame->snapshot);
}

#endif
