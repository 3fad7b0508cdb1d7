/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_SERVICE_H
#define JRPCI_SERVICE_H

#include "snapshot.h"
#include "thread.h"

struct jrpc_service {
    _Atomic(jrpci_snapshot *) current; /* holds one reference; changed under the mutex */
    jrpci_mutex mutex;
    atomic_size_t references;
    const jrpc_allocator *allocator;
};

/* The snapshot in force, with a reference for the caller. Takes the mutex, because between a load and the count a writer
 * could free what was loaded. */
jrpci_snapshot *jrpci_service_snapshot(jrpc_service *service);

#endif
