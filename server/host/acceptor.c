/* SPDX-License-Identifier: MIT */
#include "acceptor.h"

#include "clock.h"
#include "log.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    EVENTS = 64,
    ACCEPTS = 64,      /* of one listener a turn, so that none starves another */
    RETRY_AFTER = 100, /* milliseconds; descriptors may also come free elsewhere in the process */
    LOG_AGAIN = 10000  /* milliseconds between two lines about a pause */
};

typedef enum outcome { ACCEPTED, NOTHING_LEFT, STARVED } outcome;

static bool watch_all(jrpci_acceptor *acceptor, int operation, uint32_t events) {
    bool watched = true;
    for (size_t i = 0; i < acceptor->shared->listener_count; i++) {
        const jrpci_listener *listener = &acceptor->shared->listeners[i];
        if (listener->descriptor < 0) continue;
        struct epoll_event event = {.events = events, .data.u64 = i + 1};
        watched = epoll_ctl(acceptor->epoll, operation, listener->descriptor, &event) == 0 && watched;
    }
    return watched;
}

jrpc_status jrpci_acceptor_init(jrpci_acceptor *acceptor, jrpci_shared *shared, jrpci_worker *workers,
                                size_t worker_count) {
    *acceptor = (jrpci_acceptor){.shared = shared,
                                 .workers = workers,
                                 .worker_count = worker_count,
                                 .epoll = epoll_create1(EPOLL_CLOEXEC),
                                 .logged_at = -LOG_AGAIN};
    if (acceptor->epoll < 0) return JRPC_E_SYSTEM;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = 0};
    if (epoll_ctl(acceptor->epoll, EPOLL_CTL_ADD, shared->acceptor_wake, &event) == 0 &&
        watch_all(acceptor, EPOLL_CTL_ADD, EPOLLIN))
        return JRPC_OK;
    int error = errno;
    jrpci_acceptor_fini(acceptor);
    errno = error;
    return JRPC_E_SYSTEM;
}

void jrpci_acceptor_fini(jrpci_acceptor *acceptor) {
    if (acceptor->epoll >= 0) close(acceptor->epoll);
    acceptor->epoll = -1;
}

/* ---- Pausing ---- */

static bool is_full(const jrpci_acceptor *acceptor) {
    return atomic_load(&acceptor->shared->connections) >=
           jrpci_limits_size(acceptor->shared->limits, JRPCI_MAX_CONNECTIONS);
}

static void pause_accepting(jrpci_acceptor *acceptor, const char *why) {
    int64_t now = jrpci_clock();
    if (now - acceptor->logged_at >= LOG_AGAIN) {
        jrpci_log_host(acceptor->shared, why);
        acceptor->logged_at = now;
    }
    acceptor->paused = true;
    watch_all(acceptor, EPOLL_CTL_MOD, 0);
    atomic_store(&acceptor->shared->starved, true);
}

static void resume_accepting(jrpci_acceptor *acceptor) {
    atomic_store(&acceptor->shared->starved, false);
    acceptor->paused = false;
    watch_all(acceptor, EPOLL_CTL_MOD, EPOLLIN);
}

int jrpci_acceptor_timeout(const jrpci_acceptor *acceptor) {
    return acceptor->paused ? RETRY_AFTER : -1;
}

/* ---- Accepting ---- */

static jrpci_worker *least_loaded(jrpci_acceptor *acceptor) {
    jrpci_worker *least = &acceptor->workers[0];
    size_t load = atomic_load(&least->load);
    for (size_t i = 1; i < acceptor->worker_count; i++) {
        size_t other = atomic_load(&acceptor->workers[i].load);
        if (other >= load) continue;
        least = &acceptor->workers[i];
        load = other;
    }
    return least;
}

static void hand_over(jrpci_acceptor *acceptor, const jrpci_listener *listener, int descriptor,
                      const struct sockaddr *address) {
    jrpci_arrival arrival = {.descriptor = descriptor, .listener = listener};
    jrpci_peer_init(&arrival.peer, listener->text, descriptor, address);
    if (address->sa_family == AF_INET || address->sa_family == AF_INET6) {
        /* A reply goes out when it is ready. A socket that refuses this is only slower. */
        const int on = 1;
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    atomic_fetch_add(&acceptor->shared->connections, 1);
    if (jrpci_worker_give(least_loaded(acceptor), &arrival)) return;
    jrpci_log_end(acceptor->shared, &arrival.peer, "out of memory");
    atomic_fetch_sub(&acceptor->shared->connections, 1);
    close(descriptor);
}

static outcome accept_one(jrpci_acceptor *acceptor, const jrpci_listener *listener) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    int descriptor =
        accept4(listener->descriptor, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
        hand_over(acceptor, listener, descriptor, (const struct sockaddr *)&address);
        return ACCEPTED;
    }
    switch (errno) {
    case EAGAIN: return NOTHING_LEFT;
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case ENETDOWN:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case EOPNOTSUPP:
    case ENETUNREACH: return ACCEPTED; /* that one connection's trouble: accept(2) says to go on */
    default: return STARVED;
    }
}

static void accept_some(jrpci_acceptor *acceptor, const jrpci_listener *listener) {
    for (int i = 0; i < ACCEPTS && !acceptor->paused; i++) {
        if (is_full(acceptor)) {
            pause_accepting(acceptor, "accepting pauses: maxConnections are open");
            /* One that closed meanwhile did not see that it was waited for. */
            if (!is_full(acceptor)) resume_accepting(acceptor);
            continue;
        }
        outcome result = accept_one(acceptor, listener);
        if (result == NOTHING_LEFT) return;
        if (result == STARVED) pause_accepting(acceptor, strerror(errno));
    }
}

void jrpci_acceptor_turn(jrpci_acceptor *acceptor, int timeout) {
    struct epoll_event events[EVENTS];
    int retry = jrpci_acceptor_timeout(acceptor);
    int wait = timeout < 0 || (retry >= 0 && retry < timeout) ? retry : timeout;
    int count = epoll_wait(acceptor->epoll, events, EVENTS, wait);
    bool was_paused = acceptor->paused;
    for (int i = 0; i < count; i++) {
        uint64_t which = events[i].data.u64;
        if (which) {
            accept_some(acceptor, &acceptor->shared->listeners[which - 1]);
            continue;
        }
        uint64_t ignored;
        ssize_t got = read(acceptor->shared->acceptor_wake, &ignored, sizeof ignored);
        (void)got;
    }
    /* Woken by a connection that closed, or it is time to try again. */
    if (was_paused && acceptor->paused) resume_accepting(acceptor);
}
