/* SPDX-License-Identifier: MIT */
/* Running a host: N worker threads, one for stdio, and the caller's that accepts. */
#include "host.h"

#include "log.h"
#include "stdio_session.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- What both ways of running share ---- */

static void set_sites(jrpc_host *host) {
    for (size_t i = 0; i < host->listener_count; i++) {
        jrpci_listener *listener = &host->listeners[i];
        listener->site.limits = &host->limits;
        listener->site.address = listener->text;
        listener->site.rules = (jrpci_http_rules){
            .path = listener->address.path,
            .loopback = listener->loopback,
            .no_content = host->no_content,
            .hosts = &host->hosts,
            .origins = &host->origins,
            .authorise = host->authorise,
            .authorise_user = host->authorise_user,
        };
    }
}

static void share(jrpc_host *host) {
    jrpci_bounded_init(&host->bounded, host->allocator,
                       jrpci_limits_size(&host->limits, JRPCI_MAX_BUFFERED_BYTES));
    jrpci_shared *shared = &host->shared;
    shared->allocator = host->allocator;
    shared->bounded = &host->bounded.allocator;
    shared->limits = &host->limits;
    shared->listeners = host->listeners;
    shared->listener_count = host->listener_count;
}

static void free_workers(jrpc_host *host, size_t count) {
    for (size_t i = 0; i < count; i++) jrpci_worker_fini(&host->workers[i]);
    host->allocator->release(host->allocator->context, host->workers,
                             host->worker_count * sizeof *host->workers);
    host->workers = NULL;
}

static jrpc_status make_workers(jrpc_host *host) {
    host->workers =
        host->allocator->allocate(host->allocator->context, host->worker_count * sizeof *host->workers);
    if (!host->workers) return JRPC_E_MEMORY;
    for (size_t i = 0; i < host->worker_count; i++) {
        jrpc_status status = jrpci_worker_init(&host->workers[i], &host->shared);
        if (status == JRPC_OK) continue;
        int error = errno;
        free_workers(host, i);
        errno = error;
        return status;
    }
    return JRPC_OK;
}

jrpc_status jrpci_host_begin(jrpc_host *host, size_t worker_count) {
    if (host->stage != JRPCI_HOST_SET_UP)
        return jrpci_host_fail(host, JRPC_E_STATE, "the host runs already, or has run");
    if (!host->listener_count) return jrpci_host_fail(host, JRPC_E_STATE, "there is nothing to listen on");
    host->worker_count = (unsigned)worker_count;
    set_sites(host);
    share(host);
    jrpc_status status = make_workers(host);
    if (status == JRPC_OK) {
        status = jrpci_acceptor_init(&host->acceptor, &host->shared, host->workers, worker_count);
        if (status != JRPC_OK) free_workers(host, worker_count);
    }
    if (status == JRPC_E_SYSTEM) return jrpci_host_fail(host, status, "cannot start: %s", strerror(errno));
    if (status != JRPC_OK) return jrpci_host_fail(host, status, "cannot start: %s", jrpc_status_str(status));
    host->stage = JRPCI_HOST_RUNNING;
    return JRPC_OK;
}

void jrpci_host_wind_up(jrpc_host *host) {
    for (size_t i = 0; i < host->listener_count; i++) jrpci_listener_close(&host->listeners[i]);
    for (size_t i = 0; i < host->worker_count; i++) jrpci_worker_stop(&host->workers[i]);
}

void jrpci_host_end(jrpc_host *host) {
    jrpci_acceptor_fini(&host->acceptor);
    free_workers(host, host->worker_count);
    host->stage = JRPCI_HOST_DONE;
}

void jrpc_host_stop(jrpc_host *host) {
    int error = errno; /* a signal handler may be calling */
    atomic_store(&host->told_to_stop, true);
    const uint64_t one = 1;
    ssize_t written = write(host->shared.acceptor_wake, &one, sizeof one);
    (void)written; /* it fails only when the counter is full, and then it wakes as well */
    errno = error;
}

/* ---- Threads ---- */

static void *run_worker(void *worker) {
    while (jrpci_worker_turn(worker, -1)) continue;
    return NULL;
}

typedef struct stdio_thread {
    jrpc_host *host;
    const jrpci_listener *listener; /* NULL: none is served */
    void *state;
    int stop; /* eventfd */
    pthread_t thread;
} stdio_thread;

static void *run_stdio(void *context) {
    stdio_thread *thread = context;
    jrpc_host *host = thread->host;
    const jrpci_stdio stdio = {thread->listener, &host->bounded.allocator, STDIN_FILENO, STDOUT_FILENO,
                               thread->stop};
    jrpc_peer peer;
    const char *reason = jrpci_stdio_run(&stdio, thread->state, &peer);
    if (reason) jrpci_log_end(&host->shared, &peer, reason);
    if (host->listener_count == 1) jrpc_host_stop(host);
    return NULL;
}

/* Signals are for the embedder's threads. A blocked SIGPIPE also turns into EPIPE where standard output is a pipe. */
static int start_thread(pthread_t *thread, void *(*run)(void *context), void *context) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, NULL, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

static jrpc_status open_stdio(stdio_thread *thread) {
    jrpc_host *host = thread->host;
    for (size_t i = 0; i < host->listener_count; i++)
        if (host->listeners[i].address.transport == JRPC_TRANSPORT_STDIO)
            thread->listener = &host->listeners[i];
    if (!thread->listener) return JRPC_OK;
    thread->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (thread->stop < 0) return JRPC_E_SYSTEM;
    const jrpc_served *served = &thread->listener->site.served;
    thread->state = served->user;
    jrpc_status status = served->open ? served->open(served->user, host->allocator, &thread->state) : JRPC_OK;
    if (status == JRPC_OK && start_thread(&thread->thread, run_stdio, thread) != 0) {
        if (served->close) served->close(served->user, thread->state);
        status = JRPC_E_SYSTEM;
    }
    if (status == JRPC_OK) return status;
    close(thread->stop);
    thread->listener = NULL;
    return status;
}

static void close_stdio(stdio_thread *thread) {
    if (!thread->listener) return;
    const uint64_t one = 1;
    ssize_t written = write(thread->stop, &one, sizeof one);
    (void)written;
    pthread_join(thread->thread, NULL);
    const jrpc_served *served = &thread->listener->site.served;
    if (served->close) served->close(served->user, thread->state);
    close(thread->stop);
}

static jrpc_status serve(jrpc_host *host, pthread_t *threads) {
    stdio_thread stdio = {.host = host};
    size_t started = 0;
    while (started < host->worker_count &&
           start_thread(&threads[started], run_worker, &host->workers[started]) == 0)
        started++;
    jrpc_status status = started == host->worker_count ? open_stdio(&stdio) : JRPC_E_SYSTEM;
    while (status == JRPC_OK && !atomic_load(&host->told_to_stop)) jrpci_acceptor_turn(&host->acceptor, -1);
    jrpci_host_wind_up(host);
    close_stdio(&stdio);
    for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
    if (status != JRPC_OK) return jrpci_host_fail(host, status, "cannot start its threads");
    return JRPC_OK;
}

jrpc_status jrpc_host_run(jrpc_host *host) {
    jrpc_status status = jrpci_host_begin(host, host->worker_count);
    if (status != JRPC_OK) return status;
    size_t size = host->worker_count * sizeof(pthread_t);
    pthread_t *threads = host->allocator->allocate(host->allocator->context, size);
    if (threads) {
        status = serve(host, threads);
        host->allocator->release(host->allocator->context, threads, size);
    } else {
        status = jrpci_host_fail(host, JRPC_E_MEMORY, "cannot start: out of memory");
    }
    jrpci_host_end(host);
    return status;
}
