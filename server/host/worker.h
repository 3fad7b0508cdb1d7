/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_WORKER_H
#define JRPCI_WORKER_H

#include "connection.h"
#include "deadline.h"
#include "listener.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    JRPCI_READ_BYTES = 64 * 1024, /* what one read may bring */
    JRPCI_CARRY_BYTES =
        4 * 1024 /* what is carried over into the shared read buffer rather than read behind */
};

/* What all workers of a host share. */
typedef struct jrpci_shared {
    const jrpc_allocator *allocator; /* for workers and connections */
    const jrpc_allocator *bounded;   /* for what connections keep: counts against maxBufferedBytes */
    const jrpci_limits *limits;
    const jrpci_listener *listeners;
    size_t listener_count;
    void (*log)(void *user, const char *line);
    void *log_user;
    atomic_size_t connections; /* open ones, of all workers */
    atomic_bool starved;       /* the acceptor waits for one to close */
    int acceptor_wake;         /* eventfd */
} jrpci_shared;

/* A connection on its way from the acceptor to a worker. */
typedef struct jrpci_arrival {
    int descriptor;
    const jrpci_listener *listener;
    jrpc_peer peer;
} jrpci_arrival;

/* A loop over some of the connections. Read and output buffers are the worker's: a connection has some of its own only
 * while it has something to keep. All but jrpci_worker_give, jrpci_worker_stop and the load is for its thread alone. */
typedef struct jrpci_worker {
    jrpci_shared *shared;
    int epoll;
    int wake;           /* eventfd: arrivals or stop */
    int64_t now;        /* milliseconds, read once a turn */
    void **states;      /* of the served functions, by listener */
    char *read;         /* JRPCI_CARRY_BYTES and JRPCI_READ_BYTES */
    jrpc_buffer output; /* of the connection that is being served */
    jrpci_deadlines deadlines;
    jrpci_connection *connections;
    bool busy; /* the served functions have not been told that they are idle */
    bool stopping;
    int64_t stop_at;
    pthread_mutex_t mutex; /* guards the rest */
    jrpci_arrival *arrivals;
    size_t arrival_count, arrival_capacity;
    bool told_to_stop;
    atomic_size_t load; /* connections, arrivals included */
} jrpci_worker;

/* JRPC_E_MEMORY, JRPC_E_SYSTEM: nothing is left behind. */
jrpc_status jrpci_worker_init(jrpci_worker *worker, jrpci_shared *shared);

/* Closes what is open. Its thread has ended. */
void jrpci_worker_fini(jrpci_worker *worker);

/* Hands it a connection. False: no memory; the descriptor is still the caller's. Any thread. */
bool jrpci_worker_give(jrpci_worker *worker, const jrpci_arrival *arrival);

/* Tells it to finish. Any thread. */
void jrpci_worker_stop(jrpci_worker *worker);

/* One turn of the loop, waiting up to `timeout` milliseconds, -1: until something happens. False: it has finished. */
bool jrpci_worker_turn(jrpci_worker *worker, int timeout);

/* Milliseconds until it wants a turn even if nothing happens; -1: never. */
int jrpci_worker_timeout(const jrpci_worker *worker);

#endif
