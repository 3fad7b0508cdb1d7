/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_STDIO_SESSION_H
#define JRPCI_STDIO_SESSION_H

#include "listener.h"

/* One session over two descriptors that may be pipes, files or a terminal, and that other processes may share: they
 * stay blocking, and epoll cannot watch all of them, so that it has a thread of its own. */
typedef struct jrpci_stdio {
    const jrpci_listener *listener;
    const jrpc_allocator *allocator;
    int input, output;
    int stop; /* a descriptor that becomes readable when the host stops */
} jrpci_stdio;

/* Serves until the input ends, `stop` is readable, or something fails. Answers why it failed, for the log, or NULL.
 * *peer is filled. */
const char *jrpci_stdio_run(const jrpci_stdio *stdio, void *state, jrpc_peer *peer);

#endif
