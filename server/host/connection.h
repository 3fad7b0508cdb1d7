/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_CONNECTION_H
#define JRPCI_CONNECTION_H

#include "deadline.h"
#include "session.h"

struct jrpci_worker;

/* One connection: moves bytes between a socket and a session. Idle, it is this struct and nothing else. */
typedef struct jrpci_connection {
    struct jrpci_connection *previous, *next; /* of the worker's list */
    struct jrpci_worker *worker;
    jrpci_deadline deadline;
    jrpc_peer peer;
    jrpci_session session;
    jrpc_buffer input;  /* received and not used yet */
    jrpc_buffer output; /* answered and not sent yet, from `sent` on */
    size_t sent;
    size_t discarded;  /* bytes after the last answer */
    uint32_t interest; /* epoll events asked for */
    jrpci_wait wait;   /* what the deadline is for */
    uint32_t turn;     /* of the session, when the deadline was set */
    bool deadline_set;
    bool progress;  /* bytes were sent since the deadline was set */
    bool paused;    /* the output mark was passed: input waits */
    bool peer_done; /* the peer will send no more */
    bool shut;      /* so do we; what comes is thrown away */
} jrpci_connection;

struct jrpci_arrival;

/* Takes over a connection that has arrived. False: it could not; the descriptor has been closed. */
bool jrpci_connection_open(struct jrpci_worker *worker, const struct jrpci_arrival *arrival);

/* Does what epoll says can be done. May free the connection. */
void jrpci_connection_ready(jrpci_connection *connection, uint32_t events);

/* Its deadline is over. May free it. */
void jrpci_connection_expire(jrpci_connection *connection);

/* The host stops: it answers what it has, and ends. May free it. */
void jrpci_connection_stop(jrpci_connection *connection);

/* Closes and frees it. reason: for the log; NULL: none. */
void jrpci_connection_close(jrpci_connection *connection, const char *reason);

#endif
