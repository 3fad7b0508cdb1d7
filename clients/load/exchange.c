/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include "matching.h"

#include "wire/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define EVENTS_A_TURN 64
#define STALL_CHECK_NS 10000000u

/* A thread's state. */
struct serving {
    load_exchange exchange;
    int poll;
    load_connection *connections;
    unsigned count;
    uint64_t next_stall_check;
};

bool load_exchange_init(load_exchange *exchange, load_thread *thread) {
    const load_ring *ring = &thread->job->ring;
    *exchange = (load_exchange){.thread = thread,
                                .framing = thread->job->driver->framing,
                                .match = ring->judged ? load_match_judged : load_match_learned,
                                .answered = malloc(ring->batch),
                                .received = malloc(LOAD_RECEIVE_BYTES)};
    return exchange->answered && exchange->received;
}

void load_exchange_fini(load_exchange *exchange) {
    wire_document_fini(&exchange->document);
    free(exchange->answered);
    free(exchange->received);
}

static bool watch(struct serving *serving, load_connection *connection, int operation, bool for_room) {
    struct epoll_event event = {.events = EPOLLIN | (for_room ? EPOLLOUT : 0u), .data.ptr = connection};
    connection->polled_for_room = for_room;
    return epoll_ctl(serving->poll, operation, connection->socket.in, &event) == 0;
}

bool load_exchange_open(load_thread *thread) {
    struct serving *serving = calloc(1, sizeof *serving);
    thread->state = serving;
    if (!serving) return load_job_fail(thread->job, "out of memory for a client thread"), false;
    serving->poll = epoll_create1(EPOLL_CLOEXEC);
    serving->connections = calloc(thread->connections, sizeof *serving->connections);
    if (!load_exchange_init(&serving->exchange, thread) || !serving->connections || serving->poll < 0)
        return load_job_fail(thread->job, "no memory or no descriptor for a client thread"), false;
    for (; serving->count < thread->connections; serving->count++) {
        load_connection *connection = &serving->connections[serving->count];
        if (load_job_is_over(thread->job) || !load_connection_open(connection, &serving->exchange))
            return false;
        if (!watch(serving, connection, EPOLL_CTL_ADD, false))
            return load_job_fail(thread->job, "epoll: %s", strerror(errno)), false;
    }
    return true;
}

void load_exchange_close(load_thread *thread) {
    struct serving *serving = thread->state;
    if (!serving) return;
    for (unsigned i = 0; serving->connections && i < thread->connections; i++)
        load_connection_close(&serving->connections[i]);
    free(serving->connections);
    if (serving->poll >= 0) close(serving->poll);
    load_exchange_fini(&serving->exchange);
    free(serving);
    thread->state = NULL;
}

/* A send that the socket did not take whole goes on when there is room; nobody waits for room without
 * need. */
static bool watch_for_room(struct serving *serving, load_connection *connection) {
    bool needed = connection->unsent.length > 0;
    if (needed == connection->polled_for_room || connection->socket.in < 0) return true;
    if (watch(serving, connection, EPOLL_CTL_MOD, needed)) return true;
    load_job_fail(serving->exchange.thread->job, "epoll: %s", strerror(errno));
    return false;
}

/* One turn of one connection. */
static bool serve(struct serving *serving, load_connection *connection, uint32_t events, uint64_t *now) {
    if ((events & EPOLLOUT) && !(load_connection_flush(connection) && load_connection_send(connection, *now)))
        return false;
    if ((events & ~(uint32_t)EPOLLOUT) && !load_connection_receive(connection, now)) return false;
    return watch_for_room(serving, connection);
}

static bool send_first(struct serving *serving, uint64_t now) {
    for (unsigned i = 0; i < serving->count; i++)
        if (!load_connection_send(&serving->connections[i], now) ||
            !watch_for_room(serving, &serving->connections[i]))
            return false;
    return true;
}

static bool is_drained(const struct serving *serving, uint64_t now) {
    if (load_recorder_is_open(&serving->exchange.thread->recorder, now)) return false;
    for (unsigned i = 0; i < serving->count; i++)
        if (serving->connections[i].window.unanswered) return false;
    return true;
}

static bool check_for_stalls(struct serving *serving, uint64_t now) {
    if (now < serving->next_stall_check) return true;
    serving->next_stall_check = now + STALL_CHECK_NS;
    for (unsigned i = 0; i < serving->count; i++) {
        load_connection *connection = &serving->connections[i];
        if (!load_connection_is_stalled(connection, now)) continue;
        return load_connection_fail(connection, LOAD_ERROR_TIMEOUT, LOAD_TIMED_OUT,
                                    "the server has not answered for %g s, with %zu documents in flight",
                                    serving->exchange.thread->job->row->timeout,
                                    connection->window.unanswered);
    }
    return true;
}

static bool turn(struct serving *serving, uint64_t *now) {
    struct epoll_event events[EVENTS_A_TURN];
    int count = epoll_wait(serving->poll, events, EVENTS_A_TURN,
                           load_thread_patience(serving->exchange.thread, *now));
    if (count <= 0) *now = (uint64_t)wire_now();
    for (int i = 0; i < count; i++)
        if (!serve(serving, events[i].data.ptr, events[i].events, now)) return false;
    return check_for_stalls(serving, *now);
}

void load_exchange_drive(load_thread *thread) {
    struct serving *serving = thread->state;
    uint64_t now = (uint64_t)wire_now();
    if (!send_first(serving, now)) return;
    while (load_thread_tick(thread, now) && !is_drained(serving, now) && turn(serving, &now)) {
    }
}
