/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ACCEPTOR_H
#define JRPCI_ACCEPTOR_H

#include "worker.h"

/* Accepts on all listeners and gives each connection to the worker that has the fewest. */
typedef struct jrpci_acceptor {
    jrpci_shared *shared;
    jrpci_worker *workers;
    size_t worker_count;
    int epoll;
    bool paused; /* no descriptor or no room is left: listeners are not watched */
    int64_t logged_at;
} jrpci_acceptor;

/* Watches the listeners. JRPC_E_SYSTEM. */
jrpc_status jrpci_acceptor_init(jrpci_acceptor *acceptor, jrpci_shared *shared, jrpci_worker *workers,
                                size_t worker_count);

void jrpci_acceptor_fini(jrpci_acceptor *acceptor);

/* Waits up to `timeout` milliseconds, -1: until something happens, and accepts. */
void jrpci_acceptor_turn(jrpci_acceptor *acceptor, int timeout);

/* Milliseconds until it wants a turn even if nothing happens; -1: never. */
int jrpci_acceptor_timeout(const jrpci_acceptor *acceptor);

#endif
