/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_LISTENER_H
#define JRPCI_LISTENER_H

#include "session.h"

#include <sys/types.h>

/* A socket that listens, or standard input and output. */
typedef struct jrpci_listener {
    jrpci_site site;
    jrpc_address address; /* with the real port */
    char text[JRPC_ADDRESS_TEXT];
    int descriptor; /* -1 for stdio, and once closed */
    bool loopback;  /* reachable from this machine alone, over IP */
    bool bound;     /* the socket file is this host's */
    dev_t device;   /* which file that is */
    ino_t inode;
} jrpci_listener;

/* Binds and listens. descriptor: one that listens already and is taken over, or -1. *problem: a sentence, constant or
 * from the C library, where errno does not say it all. JRPC_E_TAKEN, JRPC_E_SYSTEM, JRPC_E_ARGUMENT. */
jrpc_status jrpci_listener_open(jrpci_listener *listener, const jrpc_address *address, int descriptor,
                                const char **problem);

/* Stops listening, and removes the socket's file if it is still the one that was made. */
void jrpci_listener_close(jrpci_listener *listener);

#endif
