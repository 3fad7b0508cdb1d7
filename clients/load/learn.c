/* SPDX-License-Identifier: MIT */
#include "learn.h"

#include "exchange.h"
#include "matching.h"

#include "wire/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Right first: every document of the ring is sent once, one at a time, over a connection like those that
 * will be measured; every reply is judged, and its exact bytes are what later replies are compared with. */

#define PATIENCE_SECONDS 0.05 /* so soon a stop is noticed */

struct lesson {
    load_thread thread; /* not a thread: what a connection needs of one */
    load_exchange exchange;
    load_connection connection;
};

static wire_slice message_at(const load_messages *messages, size_t document) {
    size_t begin = messages->offsets[document];
    return (wire_slice){messages->bytes.data + begin, messages->offsets[document + 1] - begin};
}

static bool fail_late(load_connection *connection, size_t document) {
    load_ring *ring = &connection->exchange->thread->job->ring;
    wire_slice method = load_workload_method(ring->workload, load_ring_request(ring, document * ring->batch));
    return load_connection_fail(connection, LOAD_ERROR_TIMEOUT, LOAD_TIMED_OUT,
                                "no reply to %.*s within %g s", (int)method.length, method.bytes,
                                connection->exchange->thread->job->row->timeout);
}

static bool fail_received(load_connection *connection, ssize_t received) {
    int number = errno;
    if (received == 0)
        return load_connection_fail(connection, LOAD_ERROR_CLOSED, LOAD_ERRORED,
                                    "the server closed the connection without a whole reply");
    return load_connection_fail(connection, load_error_of_errno(number), LOAD_ERRORED,
                                "the server broke the connection: %s", strerror(number));
}

/* Waits for more bytes of the reply to `document`. */
static bool receive_more(load_connection *connection, size_t document, wire_time deadline) {
    load_exchange *exchange = connection->exchange;
    while (!load_job_is_over(exchange->thread->job)) {
        if (wire_now() >= deadline) return fail_late(connection, document);
        ssize_t received = wire_receive_by(&connection->socket, exchange->received, LOAD_RECEIVE_BYTES,
                                           wire_after(PATIENCE_SECONDS));
        if (received == WIRE_TIMED_OUT) continue;
        if (received <= 0) return fail_received(connection, received);
        wire_buffer_append(&connection->pending, exchange->received, (size_t)received);
        if (!connection->pending.failed && connection->pending.length <= LOAD_LARGEST_PENDING) return true;
        return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                    "a reply does not fit into memory");
    }
    return false;
}

/* Waits until the reply to `document` is whole. */
static bool receive_reply(load_connection *connection, size_t document, load_message *message) {
    wire_buffer *pending = &connection->pending;
    wire_time deadline = wire_after(connection->exchange->thread->job->row->timeout);
    load_next next = LOAD_NEXT_MORE;
    while (next == LOAD_NEXT_MORE) {
        wire_error error = {""};
        if (pending->length)
            next = connection->exchange->framing->next(
                connection->reader, (wire_slice){pending->data, pending->length}, message, &error);
        if (next == LOAD_NEXT_BAD)
            return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED, "%s", error.text);
        if (next == LOAD_NEXT_MORE && !receive_more(connection, document, deadline)) return false;
    }
    return true;
}

static bool ask(load_connection *connection, size_t document) {
    load_job *job = connection->exchange->thread->job;
    wire_slice request = message_at(&job->ring.requests, document);
    load_window_sent(&connection->window, 1, (load_start){0});
    ssize_t sent =
        wire_send_all(&connection->socket, request.bytes, request.length, wire_after(job->row->timeout));
    if (sent == WIRE_TIMED_OUT) return fail_late(connection, document);
    return sent >= 0 || fail_received(connection, sent);
}

/* The first document of each method is shown to the user. */
static void show(load_connection *connection, size_t document, wire_slice reply) {
    load_job *job = connection->exchange->thread->job;
    const load_ring *ring = &job->ring;
    if (!job->show) return;
    wire_slice method = load_workload_method(ring->workload, load_ring_request(ring, document * ring->batch));
    for (size_t i = 0; i < document; i++)
        if (wire_slice_equal(method,
                             load_workload_method(ring->workload, load_ring_request(ring, i * ring->batch))))
            return;
    wire_buffer request = {0};
    load_ring_encode(ring, document, &request);
    if (!request.failed)
        job->show(job->show_context, request.data, request.length, reply.bytes, reply.length);
    wire_buffer_fini(&request);
}

bool load_learn_reply(load_connection *connection, size_t asked, wire_slice bytes,
                      const load_message *message) {
    load_job *job = connection->exchange->thread->job;
    load_ring *ring = &job->ring;
    wire_slice gap = {bytes.bytes, message->gap};
    wire_slice reply = {bytes.bytes + message->gap, message->length - message->gap};
    if (message->closes)
        return load_connection_fail(connection, LOAD_ERROR_CLOSED, LOAD_ERRORED, "%s", LOAD_CLOSING);
    if (!load_match_document(connection, message->document, (uint64_t)wire_now()) || job->failed)
        return false;
    bool again = asked == ring->documents;
    if (!again) show(connection, asked, message->document);
    if (load_ring_learn_gap(ring, gap) && (again || load_ring_learn(ring, reply, message->mask))) return true;
    load_job_fail(job, "out of memory for replies");
    return false;
}

/* One document more than the ring has: what a server writes between replies follows the last one, too. */
static bool learn_over_socket(load_connection *connection) {
    load_ring *ring = &connection->exchange->thread->job->ring;
    wire_buffer *pending = &connection->pending;
    for (size_t i = 0; i <= ring->documents; i++) {
        size_t document = i % ring->documents;
        load_message message = {0};
        if (!ask(connection, document) || !receive_reply(connection, document, &message) ||
            !load_learn_reply(connection, i, (wire_slice){pending->data, pending->length}, &message))
            return false;
        wire_buffer_drop(pending, message.length);
    }
    return true;
}

bool load_learn(load_job *job, load_teacher *teacher, load_outcome *outcome) {
    struct lesson *lesson = calloc(1, sizeof *lesson);
    if (!lesson) {
        load_job_fail(job, "out of memory");
        return false;
    }
    lesson->thread.job = job;
    load_recorder_init(&lesson->thread.recorder, UINT64_MAX, 0, 0);
    bool learned = load_exchange_init(&lesson->exchange, &lesson->thread) &&
                   teacher(&lesson->connection, &lesson->exchange);
    if (learned && !load_ring_learned(&job->ring)) {
        load_job_fail(job, "out of memory for replies");
        learned = false;
    }
    load_connection_close(&lesson->connection);
    load_exchange_fini(&lesson->exchange);
    load_recorder_merge(outcome, &lesson->thread.recorder);
    free(lesson);
    return learned;
}

static bool teach_over_socket(load_connection *connection, load_exchange *exchange) {
    return load_connection_open(connection, exchange) && learn_over_socket(connection);
}

bool load_exchange_learn(load_job *job, load_outcome *outcome) {
    return load_learn(job, teach_over_socket, outcome);
}
