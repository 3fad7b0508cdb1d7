/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include "clock.h"

#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    IDLE_AFTER = 10, /* milliseconds without an event before the served functions are told to let go */
    FIRST_ARRIVALS = 16
};

/* ---- Making and freeing ---- */

static const jrpc_served *served_of(const jrpci_worker *worker, size_t index) {
    return &worker->shared->listeners[index].site.served;
}

static void close_states(jrpci_worker *worker, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const jrpc_served *served = served_of(worker, i);
        if (served->close) served->close(served->user, worker->states[i]);
    }
}

static jrpc_status open_states(jrpci_worker *worker) {
    for (size_t i = 0; i < worker->shared->listener_count; i++) {
        const jrpc_served *served = served_of(worker, i);
        worker->states[i] = served->user;
        jrpc_status status = served->open
                                 ? served->open(served->user, worker->shared->allocator, &worker->states[i])
                                 : JRPC_OK;
        if (status == JRPC_OK) continue;
        close_states(worker, i);
        return status;
    }
    return JRPC_OK;
}

static jrpc_status open_descriptors(jrpci_worker *worker) {
    worker->epoll = epoll_create1(EPOLL_CLOEXEC);
    worker->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (worker->epoll >= 0 && worker->wake >= 0 &&
        epoll_ctl(worker->epoll, EPOLL_CTL_ADD, worker->wake, &event) == 0)
        return JRPC_OK;
    return JRPC_E_SYSTEM;
}

static void close_descriptors(jrpci_worker *worker) {
    if (worker->epoll >= 0) close(worker->epoll);
    if (worker->wake >= 0) close(worker->wake);
}

static size_t states_size(const jrpci_worker *worker) {
    return (worker->shared->listener_count + 1) * sizeof(void *);
}

static void free_memory(jrpci_worker *worker) {
    const jrpc_allocator *allocator = worker->shared->allocator;
    if (worker->states) allocator->release(allocator->context, worker->states, states_size(worker));
    if (worker->read)
        allocator->release(allocator->context, worker->read, JRPCI_CARRY_BYTES + JRPCI_READ_BYTES);
    if (worker->arrivals)
        allocator->release(allocator->context, worker->arrivals,
                           worker->arrival_capacity * sizeof *worker->arrivals);
    jrpc_buffer_fini(&worker->output);
    pthread_mutex_destroy(&worker->mutex);
}

static jrpc_status fill(jrpci_worker *worker) {
    const jrpc_allocator *allocator = worker->shared->allocator;
    worker->states = allocator->allocate(allocator->context, states_size(worker));
    worker->read = allocator->allocate(allocator->context, JRPCI_CARRY_BYTES + JRPCI_READ_BYTES);
    if (!worker->states || !worker->read) return JRPC_E_MEMORY;
    jrpc_status status = open_descriptors(worker);
    return status == JRPC_OK ? open_states(worker) : status;
}

jrpc_status jrpci_worker_init(jrpci_worker *worker, jrpci_shared *shared) {
    *worker = (jrpci_worker){.shared = shared, .epoll = -1, .wake = -1, .now = jrpci_clock()};
    pthread_mutex_init(&worker->mutex, NULL); /* cannot fail without attributes on Linux */
    jrpc_buffer_init(&worker->output, shared->allocator);
    jrpci_deadlines_init(&worker->deadlines, shared->limits);
    jrpc_status status = fill(worker);
    if (status == JRPC_OK) return JRPC_OK;
    close_descriptors(worker);
    free_memory(worker);
    return status;
}

void jrpci_worker_fini(jrpci_worker *worker) {
    while (worker->connections) jrpci_connection_close(worker->connections, NULL);
    for (size_t i = 0; i < worker->arrival_count; i++) close(worker->arrivals[i].descriptor);
    close_states(worker, worker->shared->listener_count);
    close_descriptors(worker);
    free_memory(worker);
}

/* ---- From other threads ---- */

static void wake(jrpci_worker *worker) {
    const uint64_t one = 1;
    ssize_t written = write(worker->wake, &one, sizeof one);
    (void)written; /* it fails only when the counter is full, and then it wakes as well */
}

static bool make_room(jrpci_worker *worker) {
    if (worker->arrival_count < worker->arrival_capacity) return true;
    const jrpc_allocator *allocator = worker->shared->allocator;
    size_t old = worker->arrival_capacity;
    size_t capacity = old ? old * 2 : FIRST_ARRIVALS;
    size_t size = capacity * sizeof *worker->arrivals;
    void *grown = old ? allocator->reallocate(allocator->context, worker->arrivals,
                                              old * sizeof *worker->arrivals, size)
                      : allocator->allocate(allocator->context, size);
    if (!grown) return false;
    worker->arrivals = grown;
    worker->arrival_capacity = capacity;
    return true;
}

bool jrpci_worker_give(jrpci_worker *worker, const jrpci_arrival *arrival) {
    pthread_mutex_lock(&worker->mutex);
    bool fits = make_room(worker);
    if (fits) worker->arrivals[worker->arrival_count++] = *arrival;
    pthread_mutex_unlock(&worker->mutex);
    if (!fits) return false;
    atomic_fetch_add(&worker->load, 1);
    wake(worker);
    return true;
}

void jrpci_worker_stop(jrpci_worker *worker) {
    pthread_mutex_lock(&worker->mutex);
    worker->told_to_stop = true;
    pthread_mutex_unlock(&worker->mutex);
    wake(worker);
}

/* ---- The loop ---- */

static bool take_arrival(jrpci_worker *worker, jrpci_arrival *arrival) {
    pthread_mutex_lock(&worker->mutex);
    bool taken = worker->arrival_count != 0;
    if (taken) *arrival = worker->arrivals[--worker->arrival_count];
    pthread_mutex_unlock(&worker->mutex);
    return taken;
}

static void stop_all(jrpci_worker *worker) {
    if (!worker->stopping)
        worker->stop_at = worker->now + (int64_t)worker->shared->limits->values[JRPCI_STOP_MILLISECONDS];
    worker->stopping = true;
    for (jrpci_connection *connection = worker->connections, *next; connection; connection = next) {
        next = connection->next;
        jrpci_connection_stop(connection);
    }
}

/* Arrivals, or the order to stop. */
static void hear(jrpci_worker *worker) {
    uint64_t count;
    ssize_t got = read(worker->wake, &count, sizeof count);
    (void)got; /* woken for nothing is no harm */
    jrpci_arrival arrival;
    while (take_arrival(worker, &arrival)) jrpci_connection_open(worker, &arrival);
    pthread_mutex_lock(&worker->mutex);
    bool stop = worker->told_to_stop;
    pthread_mutex_unlock(&worker->mutex);
    if (stop) stop_all(worker);
}

static void run_deadlines(jrpci_worker *worker) {
    jrpci_deadline *deadline;
    while ((deadline = jrpci_deadlines_over(&worker->deadlines, worker->now))) {
        char *inside = (char *)deadline - offsetof(jrpci_connection, deadline);
        jrpci_connection_expire((jrpci_connection *)(void *)inside);
    }
    if (!worker->stopping || worker->now < worker->stop_at) return;
    while (worker->connections) jrpci_connection_close(worker->connections, "cut off by stopMilliseconds");
}

static void tell_idle(jrpci_worker *worker) {
    for (size_t i = 0; i < worker->shared->listener_count; i++) {
        const jrpc_served *served = served_of(worker, i);
        if (served->idle) served->idle(worker->states[i]);
    }
    jrpc_buffer_fini(&worker->output);
    worker->busy = false;
}

static int earlier(int a, int b) {
    if (a < 0) return b;
    return b < 0 || a < b ? a : b;
}

int jrpci_worker_timeout(const jrpci_worker *worker) {
    int timeout = jrpci_deadlines_timeout(&worker->deadlines, worker->now);
    if (worker->stopping) {
        int64_t left = worker->stop_at > worker->now ? worker->stop_at - worker->now : 0;
        timeout = earlier(timeout, left > INT32_MAX ? INT32_MAX : (int)left);
    }
    return worker->busy ? earlier(timeout, IDLE_AFTER) : timeout;
}

bool jrpci_worker_turn(jrpci_worker *worker, int timeout) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(worker->epoll, events, EVENTS, earlier(timeout, jrpci_worker_timeout(worker)));
    worker->now = jrpci_clock();
    bool heard = false;
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr)
            jrpci_connection_ready(events[i].data.ptr, events[i].events);
        else
            heard = true;
    }
    if (count > 0)
        worker->busy = true;
    else if (worker->busy)
        tell_idle(worker);
    /* Behind the events: both may free connections that an event of this turn speaks of. */
    if (heard) hear(worker);
    run_deadlines(worker);
    return !(worker->stopping && !worker->connections);
}
