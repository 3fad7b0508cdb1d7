/* SPDX-License-Identifier: MIT */
/* Driving a host from the embedder's own loop. */
#include "host.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* An epoll descriptor is readable while it has events, so that one may watch others. */
static bool watch(const jrpc_host *host, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN};
    return epoll_ctl(host->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static bool open_descriptors(jrpc_host *host) {
    host->epoll = epoll_create1(EPOLL_CLOEXEC);
    host->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return host->epoll >= 0 && host->timer >= 0 && watch(host, host->timer) &&
           watch(host, host->acceptor.epoll) && watch(host, host->workers[0].epoll);
}

static void close_descriptors(jrpc_host *host) {
    if (host->epoll >= 0) close(host->epoll);
    if (host->timer >= 0) close(host->timer);
    host->epoll = host->timer = -1;
}

/* Zero would disarm it. */
static void arm(const jrpc_host *host, int milliseconds) {
    struct itimerspec when = {0};
    if (milliseconds >= 0) {
        when.it_value.tv_sec = milliseconds / 1000;
        when.it_value.tv_nsec = milliseconds % 1000 * 1000000L + 1;
    }
    timerfd_settime(host->timer, 0, &when, NULL);
}

jrpc_status jrpc_host_start(jrpc_host *host, int *descriptor) {
    for (size_t i = 0; i < host->listener_count; i++)
        if (host->listeners[i].address.transport == JRPC_TRANSPORT_STDIO)
            return jrpci_host_fail(host, JRPC_E_ARGUMENT,
                                   "stdio: wants a thread, which a driven host has not");
    jrpc_status status = jrpci_host_begin(host, 1);
    if (status != JRPC_OK) return status;
    if (open_descriptors(host)) {
        *descriptor = host->epoll;
        return JRPC_OK;
    }
    status = jrpci_host_fail(host, JRPC_E_SYSTEM, "cannot start: %s", strerror(errno));
    close_descriptors(host);
    jrpci_host_end(host);
    return status;
}

bool jrpc_host_step(jrpc_host *host) {
    if (host->stage != JRPCI_HOST_RUNNING) return false;
    if (!host->stopping) jrpci_acceptor_turn(&host->acceptor, 0);
    if (!host->stopping && atomic_load(&host->told_to_stop)) {
        host->stopping = true;
        jrpci_host_wind_up(host);
        /* Connections that close may still wake it; nobody looks at it any more. */
        epoll_ctl(host->epoll, EPOLL_CTL_DEL, host->acceptor.epoll, NULL);
    }
    if (!jrpci_worker_turn(&host->workers[0], 0)) {
        close_descriptors(host);
        jrpci_host_end(host);
        return false;
    }
    int worker = jrpci_worker_timeout(&host->workers[0]);
    int acceptor = host->stopping ? -1 : jrpci_acceptor_timeout(&host->acceptor);
    arm(host, acceptor < 0 || (worker >= 0 && worker < acceptor) ? worker : acceptor);
    return true;
}
