/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HOST_H
#define JRPCI_HOST_H

#include "acceptor.h"
#include "bounded.h"

/* How far a host has come. */
typedef enum jrpci_host_stage { JRPCI_HOST_SET_UP, JRPCI_HOST_RUNNING, JRPCI_HOST_DONE } jrpci_host_stage;

enum { JRPCI_HOST_ERROR = 768 };

struct jrpc_host {
    const jrpc_allocator *allocator;
    jrpci_host_stage stage;
    unsigned worker_count;
    jrpci_limits limits;
    jrpci_names hosts, origins;
    bool no_content;
    bool (*authorise)(void *user, const jrpc_http_request *request);
    void *authorise_user;
    jrpci_listener *listeners;
    size_t listener_count, listener_capacity;
    char error[JRPCI_HOST_ERROR];
    atomic_bool told_to_stop;
    /* While it runs: */
    jrpci_shared shared;
    jrpci_bounded bounded;
    jrpci_worker *workers;
    jrpci_acceptor acceptor;
    int epoll, timer; /* host_drive.c: what the embedder's loop watches */
    bool stopping;
};

/* Leaves a sentence for jrpc_host_error; answers `status`. */
jrpc_status jrpci_host_fail(jrpc_host *host, jrpc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Makes workers and acceptor, as both ways of running need them. */
jrpc_status jrpci_host_begin(jrpc_host *host, size_t worker_count);

/* Stops accepting and tells the workers. */
void jrpci_host_wind_up(jrpc_host *host);

/* Frees what jrpci_host_begin made. */
void jrpci_host_end(jrpc_host *host);

#endif
