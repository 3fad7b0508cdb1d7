/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include "wire/clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sends of which something is unanswered: four or five while replies come in order, and room for a server
 * that keeps one back. */
#define FLIGHTS 64

bool load_connection_init(load_connection *connection, load_exchange *exchange) {
    load_job *job = exchange->thread->job;
    *connection = (load_connection){.exchange = exchange, .socket = WIRE_CONNECTION_NONE};
    connection->pacing = load_pacing_closed(job->row->depth);
    connection->reader = exchange->framing->reader_new(job->address);
    /* Room for the parser's way, so that a surprise does not allocate while time is taken. */
    if (connection->reader && load_window_init(&connection->window, FLIGHTS, job->ring.documents) &&
        wire_buffer_reserve(&connection->pending, LOAD_RECEIVE_BYTES + 2 * job->ring.replies.longest))
        return true;
    load_job_fail(job, "out of memory for a connection");
    return false;
}

bool load_connection_open(load_connection *connection, load_exchange *exchange) {
    load_job *job = exchange->thread->job;
    wire_error error = {""};
    if (!load_connection_init(connection, exchange)) return false;
    if (wire_connect(&connection->socket, job->address, wire_after(job->row->timeout), &error)) return true;
    const bool full = errno == EMFILE;
    exchange->thread->recorder.errors[load_error_of_errno(errno)]++;
    load_job_fail(job, "%s%s", error.text, full ? "; raise the limit of open files (ulimit -n)" : "");
    return false;
}

static void lose_all(load_connection *connection, load_fate fate) {
    load_window *window = &connection->window;
    load_recorder *recorder = &connection->exchange->thread->recorder;
    uint64_t batch = connection->exchange->thread->job->ring.batch;
    while (window->count) {
        load_flight *flight = &window->flights[window->oldest];
        load_recorder_lost(recorder, flight->start, flight->unanswered * batch, fate);
        window->oldest = (window->oldest + 1) % window->capacity;
        window->count--;
    }
    window->unanswered = 0;
}

bool load_connection_fail(load_connection *connection, load_error kind, load_fate fate, const char *format,
                          ...) {
    char reason[sizeof connection->exchange->thread->job->reason];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    connection->exchange->thread->recorder.errors[kind]++;
    lose_all(connection, fate);
    load_job_fail(connection->exchange->thread->job, "%s", reason);
    return false;
}

static bool fail_broken(load_connection *connection) {
    int number = errno;
    return load_connection_fail(connection, load_error_of_errno(number), LOAD_ERRORED,
                                "the server broke the connection with %zu documents in flight: %s",
                                connection->window.unanswered, strerror(number));
}

bool load_connection_flush(load_connection *connection) {
    ssize_t sent = wire_send(&connection->socket, connection->unsent.bytes, connection->unsent.length);
    if (sent == WIRE_WOULD_BLOCK) return true;
    if (sent < 0) return fail_broken(connection);
    connection->unsent.bytes += sent;
    connection->unsent.length -= (size_t)sent;
    return true;
}

void load_connection_take_slice(load_connection *connection, size_t documents, uint64_t now) {
    load_thread *thread = connection->exchange->thread;
    const load_ring *ring = &thread->job->ring;
    load_window *window = &connection->window;
    size_t first = (size_t)(window->sent % ring->documents);
    const size_t *offsets = ring->requests.offsets;
    connection->unsent =
        (wire_slice){ring->requests.bytes.data + offsets[first], offsets[first + documents] - offsets[first]};
    if (!window->unanswered) connection->last_progress = now;
    for (size_t left = documents; left;) {
        size_t group = load_pacing_group(&connection->pacing, left);
        size_t start = first + documents - left;
        load_window_sent(window, group,
                         load_recorder_sent(&thread->recorder, load_pacing_intended(&connection->pacing, now),
                                            now, group * ring->batch,
                                            offsets[start + group] - offsets[start]));
        left -= group;
    }
}

size_t load_connection_due(const load_connection *connection, uint64_t now) {
    const load_thread *thread = connection->exchange->thread;
    const load_job *job = thread->job;
    size_t due =
        load_pacing_due(&connection->pacing, load_window_room(&connection->window, job->row->depth), now);
    uint64_t allowed = load_recorder_allowance(&thread->recorder, now, due * job->ring.batch);
    return (size_t)((allowed + job->ring.batch - 1) / job->ring.batch);
}

bool load_connection_send(load_connection *connection, uint64_t now) {
    while (!connection->unsent.length) {
        size_t documents = load_connection_due(connection, now);
        if (!documents) return true;
        load_connection_take_slice(connection, documents, now);
        if (!load_connection_flush(connection)) return false;
    }
    return true;
}

static bool end_of_stream(load_connection *connection, uint64_t now) {
    if (!connection->window.unanswered &&
        !load_recorder_is_open(&connection->exchange->thread->recorder, now)) {
        wire_close(&connection->socket); /* it has answered everything that it was or will be asked */
        return true;
    }
    return load_connection_fail(connection, LOAD_ERROR_CLOSED, LOAD_ERRORED,
                                "the server closed a connection with %zu documents in flight",
                                connection->window.unanswered);
}

bool load_connection_receive(load_connection *connection, uint64_t *now) {
    load_exchange *exchange = connection->exchange;
    ssize_t received = wire_receive(&connection->socket, exchange->received, LOAD_RECEIVE_BYTES);
    *now = (uint64_t)wire_now();
    if (received == WIRE_WOULD_BLOCK) return true;
    if (received < 0) return fail_broken(connection);
    if (received == 0) return end_of_stream(connection, *now);
    connection->last_progress = *now;
    load_recorder_received(&exchange->thread->recorder, *now, (uint64_t)received);
    return exchange->match(connection, exchange->received, (size_t)received, *now) &&
           load_connection_send(connection, *now);
}

bool load_connection_is_stalled(const load_connection *connection, uint64_t now) {
    uint64_t patience = (uint64_t)(connection->exchange->thread->job->row->timeout * 1e9);
    return connection->window.unanswered && now > connection->last_progress &&
           now - connection->last_progress > patience;
}

void load_connection_close(load_connection *connection) {
    if (!connection->exchange) return;
    lose_all(connection, LOAD_UNFINISHED);
    wire_close(&connection->socket);
    load_window_fini(&connection->window);
    wire_buffer_fini(&connection->pending);
    if (connection->reader) connection->exchange->framing->reader_free(connection->reader);
    *connection = (load_connection){.socket = WIRE_CONNECTION_NONE};
}
