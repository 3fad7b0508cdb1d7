/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include "log.h"
#include "worker.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char out_of_memory[] = "out of memory or over maxBufferedBytes";

/* Reads that a connection gets when the host stops: a peer that never ceases to send is not waited for. */
enum { STOP_READS = 64 };

/* ---- Opening and closing ---- */

static void link_in(jrpci_worker *worker, jrpci_connection *connection) {
    connection->next = worker->connections;
    if (connection->next) connection->next->previous = connection;
    worker->connections = connection;
}

static void link_out(jrpci_worker *worker, jrpci_connection *connection) {
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        worker->connections = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
}

/* The acceptor may wait for a descriptor or for room under maxConnections. */
static void tell_acceptor(jrpci_worker *worker) {
    jrpci_shared *shared = worker->shared;
    atomic_fetch_sub(&worker->load, 1);
    atomic_fetch_sub(&shared->connections, 1);
    if (atomic_exchange(&shared->starved, false)) {
        const uint64_t one = 1;
        ssize_t written = write(shared->acceptor_wake, &one, sizeof one);
        (void)written; /* a full counter wakes as well */
    }
}

void jrpci_connection_close(jrpci_connection *connection, const char *reason) {
    jrpci_worker *worker = connection->worker;
    const jrpc_allocator *allocator = worker->shared->allocator;
    if (reason) jrpci_log_end(worker->shared, &connection->peer, reason);
    jrpci_deadline_clear(&connection->deadline);
    link_out(worker, connection);
    close(connection->peer.descriptor); /* epoll forgets it */
    jrpci_session_fini(&connection->session);
    jrpc_buffer_fini(&connection->input);
    jrpc_buffer_fini(&connection->output);
    allocator->release(allocator->context, connection, sizeof *connection);
    tell_acceptor(worker);
}

/* ---- What to wait for ---- */

static size_t pending(const jrpci_connection *connection) {
    return connection->output.length - connection->sent;
}

static bool watch(jrpci_connection *connection) {
    bool reads = connection->shut ||
                 (!connection->peer_done && !connection->paused && connection->session.ending == JRPCI_OPEN);
    uint32_t interest = (reads ? (uint32_t)EPOLLIN : 0) | (pending(connection) ? (uint32_t)EPOLLOUT : 0);
    if (interest == connection->interest) return true;
    connection->interest = interest;
    struct epoll_event event = {.events = interest, .data.ptr = connection};
    return epoll_ctl(connection->worker->epoll, EPOLL_CTL_MOD, connection->peer.descriptor, &event) == 0;
}

static void set_deadline(jrpci_connection *connection) {
    const jrpci_session *session = &connection->session;
    jrpci_wait wait = connection->shut      ? JRPCI_WAIT_CLOSE
                      : pending(connection) ? JRPCI_WAIT_WRITE
                                            : session->wait;
    bool anew = !connection->deadline_set || wait != connection->wait || session->turn != connection->turn ||
                (wait == JRPCI_WAIT_WRITE && connection->progress);
    if (!anew) return;
    jrpci_deadline_set(&connection->worker->deadlines, &connection->deadline, wait, connection->worker->now);
    connection->deadline_set = true;
    connection->wait = wait;
    connection->turn = session->turn;
    connection->progress = false;
}

/* Says the last word: the peer reads what was sent before it sees the end. */
static void shut(jrpci_connection *connection) {
    if (connection->peer_done || shutdown(connection->peer.descriptor, SHUT_WR) != 0) {
        jrpci_connection_close(connection, connection->session.reason);
        return;
    }
    if (connection->session.reason)
        jrpci_log_end(connection->worker->shared, &connection->peer, connection->session.reason);
    connection->session.reason = NULL;
    connection->shut = true;
    jrpc_buffer_fini(&connection->input);
    set_deadline(connection);
    if (!watch(connection)) jrpci_connection_close(connection, NULL);
}

/* Once the host stops, only requests that have begun on HTTP, and replies, are waited for. */
static bool is_over(const jrpci_connection *connection) {
    const jrpci_session *session = &connection->session;
    return session->stopping && !connection->paused &&
           (session->wait == JRPCI_WAIT_IDLE || session->wait == JRPCI_WAIT_DOCUMENT);
}

/* After anything has happened: what next? May free the connection. */
static void settle(jrpci_connection *connection) {
    jrpci_session *session = &connection->session;
    if (session->ending == JRPCI_OPEN && is_over(connection))
        jrpci_session_end(session, JRPCI_LAST_ANSWER, NULL);
    if (session->ending == JRPCI_ABORT) {
        jrpci_connection_close(connection, session->reason);
        return;
    }
    bool flushed = pending(connection) == 0;
    if (flushed && connection->peer_done && !connection->paused) {
        jrpci_connection_close(connection, session->reason);
        return;
    }
    if (flushed && session->ending == JRPCI_LAST_ANSWER && !connection->shut) {
        shut(connection);
        return;
    }
    set_deadline(connection);
    if (!watch(connection)) jrpci_connection_close(connection, strerror(errno));
}

/* ---- Writing ---- */

/* Sends what the socket takes. Answers how much, or -1 after a failure. */
static ssize_t send_some(int descriptor, const char *bytes, size_t length) {
    size_t sent = 0;
    while (sent < length) {
        ssize_t now = send(descriptor, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (now >= 0) {
            sent += (size_t)now;
        } else if (errno == EAGAIN) {
            break;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (ssize_t)sent;
}

static void fail_write(jrpci_connection *connection) {
    jrpci_session_end(&connection->session, JRPCI_ABORT,
                      errno == EPIPE || errno == ECONNRESET ? "peer closed before it had read its replies"
                                                            : strerror(errno));
}

/* Sends what the connection has kept. */
static void flush_kept(jrpci_connection *connection) {
    jrpc_buffer *output = &connection->output;
    if (!pending(connection)) return;
    ssize_t sent =
        send_some(connection->peer.descriptor, output->data + connection->sent, pending(connection));
    if (sent < 0) {
        fail_write(connection);
        return;
    }
    if (sent) connection->progress = true;
    connection->sent += (size_t)sent;
    if (!pending(connection)) {
        jrpc_buffer_fini(output);
        connection->sent = 0;
    } else if (connection->sent > output->length / 2) {
        /* Moving less than was sent keeps this linear. */
        memmove(output->data, output->data + connection->sent, pending(connection));
        output->length -= connection->sent;
        connection->sent = 0;
    }
}

/* Sends what the worker's buffer has, and lets the connection keep the rest. */
static void flush_shared(jrpci_connection *connection) {
    jrpc_buffer *output = &connection->worker->output;
    if (!output->length) return;
    ssize_t sent = send_some(connection->peer.descriptor, output->data, output->length);
    if (sent < 0)
        fail_write(connection);
    else if (!jrpc_buffer_append(&connection->output, output->data + sent, output->length - (size_t)sent))
        jrpci_session_end(&connection->session, JRPCI_ABORT, out_of_memory);
    if (sent > 0) connection->progress = true;
    output->length = 0;
    jrpc_buffer_trim(output, jrpci_limits_size(connection->worker->shared->limits, JRPCI_MAX_OUTPUT_BYTES));
}

static void flush(jrpci_connection *connection) {
    flush_kept(connection);
    flush_shared(connection);
}

/* ---- Reading and answering ---- */

/* Lets the session use bytes, as many as the output mark allows. Answers how many were used. */
static size_t process(jrpci_connection *connection, const char *bytes, size_t length) {
    jrpci_session *session = &connection->session;
    size_t mark = jrpci_limits_size(connection->worker->shared->limits, JRPCI_MAX_OUTPUT_BYTES);
    size_t used = 0;
    connection->paused = false;
    while (session->ending == JRPCI_OPEN) {
        /* Replies stay in order: once some are kept, the next go behind them. */
        bool kept = pending(connection) != 0;
        jrpc_buffer *output = kept ? &connection->output : &connection->worker->output;
        size_t full = kept ? connection->sent + mark : mark;
        used += session->protocol->feed(session, bytes + used, length - used, output, full);
        bool passed = output->length >= full;
        flush(connection);
        if (!passed) break;
        connection->paused = pending(connection) >= mark;
        if (connection->paused) break;
    }
    flush(connection);
    return used;
}

/* Keeps what was not used. `own`: `bytes` lies in the connection's own buffer, else in the worker's. */
static void keep(jrpci_connection *connection, const char *bytes, size_t length, bool own) {
    jrpc_buffer *input = &connection->input;
    if (connection->session.ending != JRPCI_OPEN) length = 0;
    if (own) {
        if (length && bytes != input->data) memmove(input->data, bytes, length);
        input->length = length;
    } else {
        input->length = 0;
        if (!jrpc_buffer_append(input, bytes, length))
            jrpci_session_end(&connection->session, JRPCI_ABORT, out_of_memory);
    }
    if (!input->length)
        jrpc_buffer_fini(input);
    else if (input->length <= JRPCI_CARRY_BYTES)
        jrpc_buffer_trim(input, JRPCI_CARRY_BYTES);
}

/* Goes on with what is buffered, once the peer has read. */
static void resume(jrpci_connection *connection) {
    connection->paused = false;
    if (!connection->input.length) return;
    const char *bytes = connection->input.data;
    size_t used = process(connection, bytes, connection->input.length);
    keep(connection, bytes + used, connection->input.length - used, true);
}

static void note_end(jrpci_connection *connection, ssize_t received) {
    if (received == 0) {
        connection->peer_done = true;
    } else if (errno != EAGAIN && errno != EINTR) {
        jrpci_session_end(&connection->session, JRPCI_ABORT, strerror(errno));
    }
}

/* Reads once, behind what is kept: a little of that is copied into the shared buffer, more stays where it is. False:
 * there was nothing. */
static bool receive(jrpci_connection *connection) {
    jrpc_buffer *input = &connection->input;
    size_t kept = input->length;
    bool own = kept > JRPCI_CARRY_BYTES;
    if (own && !jrpc_buffer_reserve(input, JRPCI_READ_BYTES)) {
        jrpci_session_end(&connection->session, JRPCI_ABORT, out_of_memory);
        return false;
    }
    char *bytes = own ? input->data : connection->worker->read;
    if (!own && kept) memcpy(bytes, input->data, kept);
    ssize_t received = recv(connection->peer.descriptor, bytes + kept, JRPCI_READ_BYTES, 0);
    if (received <= 0) {
        note_end(connection, received);
        return false;
    }
    size_t length = kept + (size_t)received;
    if (own) input->length = length;
    size_t used = process(connection, bytes, length);
    keep(connection, bytes + used, length - used, own);
    return true;
}

/* What has come before the host stops is answered. */
static void receive_all(jrpci_connection *connection) {
    for (int reads = 0; reads < STOP_READS && connection->session.ending == JRPCI_OPEN; reads++)
        if (connection->paused || connection->peer_done || !receive(connection)) return;
}

/* Reads and forgets, so that the last answer is not lost to a reset, up to a bound. */
static void discard(jrpci_connection *connection) {
    jrpci_worker *worker = connection->worker;
    ssize_t received = recv(connection->peer.descriptor, worker->read, JRPCI_READ_BYTES, 0);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (received > 0) {
        connection->discarded += (size_t)received;
        if (connection->discarded <= jrpci_limits_size(worker->shared->limits, JRPCI_MAX_DISCARDED_BYTES))
            return;
    }
    jrpci_connection_close(connection, NULL);
}

/* ---- Events ---- */

void jrpci_connection_ready(jrpci_connection *connection, uint32_t events) {
    if (connection->shut) {
        discard(connection);
        return;
    }
    if (events & EPOLLERR) {
        jrpci_connection_close(connection, "connection reset");
        return;
    }
    if (events & EPOLLOUT) flush(connection);
    if (connection->paused && !pending(connection)) resume(connection);
    if ((events & EPOLLIN) && (connection->interest & EPOLLIN) && !connection->paused) receive(connection);
    if ((events & EPOLLHUP) && !(events & EPOLLIN)) {
        jrpci_connection_close(connection, pending(connection) ? "connection reset" : NULL);
        return;
    }
    if (connection->session.stopping) receive_all(connection);
    settle(connection);
}

void jrpci_connection_expire(jrpci_connection *connection) {
    jrpci_session *session = &connection->session;
    jrpci_deadline_clear(&connection->deadline);
    connection->deadline_set = false;
    switch (connection->wait) {
    case JRPCI_WAIT_CLOSE: jrpci_connection_close(connection, NULL); return;
    case JRPCI_WAIT_WRITE:
        jrpci_connection_close(connection, "peer took no reply for writeMilliseconds");
        return;
    default: break;
    }
    session->protocol->expire(session, &connection->worker->output);
    flush(connection);
    settle(connection);
}

void jrpci_connection_stop(jrpci_connection *connection) {
    if (connection->shut) return;
    receive_all(connection);
    connection->session.stopping = true;
    settle(connection);
}

bool jrpci_connection_open(jrpci_worker *worker, const jrpci_arrival *arrival) {
    const jrpc_allocator *allocator = worker->shared->allocator;
    jrpci_connection *connection = allocator->allocate(allocator->context, sizeof *connection);
    if (!connection) {
        jrpci_log_end(worker->shared, &arrival->peer, out_of_memory);
        close(arrival->descriptor);
        tell_acceptor(worker);
        return false;
    }
    *connection = (jrpci_connection){.worker = worker, .peer = arrival->peer, .interest = EPOLLIN};
    size_t index = (size_t)(arrival->listener - worker->shared->listeners);
    jrpci_session_init(&connection->session, &arrival->listener->site, worker->states[index],
                       &connection->peer, worker->shared->bounded);
    jrpc_buffer_init(&connection->input, worker->shared->bounded);
    jrpc_buffer_init(&connection->output, worker->shared->bounded);
    link_in(worker, connection);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(worker->epoll, EPOLL_CTL_ADD, arrival->descriptor, &event) != 0) {
        jrpci_connection_close(connection, strerror(errno));
        return false;
    }
    set_deadline(connection);
    return true;
}
