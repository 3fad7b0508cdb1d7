/* SPDX-License-Identifier: MIT */
#include "dispatcher.h"

#include "memory.h"
#include "parse.h"

void jrpc_dispatcher_options_init(jrpc_dispatcher_options *options) {
    *options = (jrpc_dispatcher_options){NULL, JRPC_KEEP_BYTES, JRPC_VECTOR_BEST};
}

jrpc_status jrpc_dispatcher_new(const jrpc_dispatcher_options *options, jrpc_dispatcher **dispatcher) {
    jrpc_dispatcher_options defaults;
    jrpc_dispatcher_options_init(&defaults);
    if (!options) options = &defaults;
    if (!dispatcher) return JRPC_E_ARGUMENT;
    const jrpci_vector *vector = jrpci_vector_find(options->vector);
    if (!vector) return JRPC_E_UNKNOWN;
    const jrpc_allocator *allocator = jrpci_allocator(options->allocator);
    jrpc_dispatcher *made = jrpci_allocate(allocator, sizeof *made);
    if (!made) return JRPC_E_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = allocator;
    made->vector = vector;
    made->keep_bytes = options->keep_bytes;
    jrpci_document_init(&made->checked, allocator);
    *dispatcher = made;
    return JRPC_OK;
}

static void drop_held(jrpc_dispatcher *dispatcher) {
    for (unsigned i = 0; i < JRPCI_HELD_SERVICES; i++) {
        jrpci_snapshot_release(dispatcher->held[i].snapshot);
        dispatcher->held[i] = (jrpci_held){NULL, NULL};
    }
}

void jrpc_dispatcher_free(jrpc_dispatcher *dispatcher) {
    if (!dispatcher) return;
    drop_held(dispatcher);
    for (unsigned i = 0; i < JRPC_MAX_NESTING; i++) {
        if (!dispatcher->documents[i]) continue;
        jrpci_document_fini(dispatcher->documents[i]);
        jrpci_release(dispatcher->allocator, dispatcher->documents[i], sizeof(jrpci_document));
    }
    jrpci_document_fini(&dispatcher->checked);
    jrpci_release(dispatcher->allocator, dispatcher, sizeof *dispatcher);
}

void jrpc_dispatcher_idle(jrpc_dispatcher *dispatcher) {
    if (dispatcher->depth == 0) drop_held(dispatcher);
}

jrpc_vector jrpc_dispatcher_vector(const jrpc_dispatcher *dispatcher) {
    return dispatcher->vector->which;
}

/* Lets go of a snapshot that is no longer held, or hands it to the outermost frame that uses it. */
static void hand_down(jrpc_dispatcher *dispatcher, jrpci_snapshot *old) {
    for (unsigned i = 0; i < dispatcher->depth; i++) {
        if (dispatcher->frames[i].snapshot != old) continue;
        if (dispatcher->frames[i].owns) break; /* it has a reference: one more would never go */
        dispatcher->frames[i].owns = true;
        return;
    }
    jrpci_snapshot_release(old);
}

static jrpci_held *place_for(jrpc_dispatcher *dispatcher, const jrpc_service *service) {
    for (unsigned i = 0; i < JRPCI_HELD_SERVICES; i++) {
        jrpci_held *held = &dispatcher->held[i];
        if (held->service == service || !held->snapshot) return held;
    }
    dispatcher->next_held = (dispatcher->next_held + 1) % JRPCI_HELD_SERVICES;
    return &dispatcher->held[dispatcher->next_held];
}

static jrpci_snapshot *refresh(jrpc_dispatcher *dispatcher, jrpc_service *service) {
    jrpci_held *held = place_for(dispatcher, service);
    jrpci_snapshot *old = held->snapshot;
    *held = (jrpci_held){service, jrpci_service_snapshot(service)};
    if (old) hand_down(dispatcher, old);
    return held->snapshot;
}

static jrpci_snapshot *snapshot_of(jrpc_dispatcher *dispatcher, jrpc_service *service) {
    jrpci_snapshot *current = atomic_load_explicit(&service->current, memory_order_acquire);
    for (unsigned i = 0; i < JRPCI_HELD_SERVICES; i++) {
        if (dispatcher->held[i].snapshot == current) return current;
    }
    return refresh(dispatcher, service);
}

static bool ensure_document(jrpc_dispatcher *dispatcher) {
    jrpci_document **document = &dispatcher->documents[dispatcher->depth];
    if (*document) return true;
    *document = jrpci_allocate(dispatcher->allocator, sizeof **document);
    if (!*document) return false;
    jrpci_document_init(*document, dispatcher->allocator);
    return true;
}

jrpc_status jrpci_dispatcher_prepare(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                     jrpci_snapshot **snapshot) {
    if (dispatcher->depth == JRPC_MAX_NESTING) return JRPC_E_LIMIT;
    if (!ensure_document(dispatcher)) return JRPC_E_MEMORY;
    *snapshot = snapshot_of(dispatcher, service);
    return JRPC_OK;
}
