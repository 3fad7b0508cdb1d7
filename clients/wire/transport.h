/* SPDX-License-Identifier: MIT */
#ifndef WIRE_TRANSPORT_H
#define WIRE_TRANSPORT_H

#include "address.h"
#include "clock.h"

#include <stddef.h>
#include <sys/types.h>

/* A byte stream to a server: a connected socket, or the two pipes of a child process. Both descriptors are
 * non-blocking and close-on-exec; an epoll driver may use them directly. No call here raises SIGPIPE on a
 * socket; who talks to pipes ignores that signal. Not thread-safe, but different connections may be used by
 * different threads. */
typedef struct wire_connection {
    int in;  /* read from here */
    int out; /* write here; the same as `in` for a socket; -1 once half-closed on a pipe */
} wire_connection;

#define WIRE_CONNECTION_NONE ((wire_connection){-1, -1})

/* Connects, TCP without Nagle's delay, before `deadline`. False: `error` names the address, what the system
 * said and what to do, and *connection is WIRE_CONNECTION_NONE. stdio: is refused: its connection comes with
 * the process. */
bool wire_connect(wire_connection *connection, const wire_address *address, wire_time deadline,
                  wire_error *error);

/* Begins to connect and does not wait: the connection is there once it is writable and wire_connect_finish
 * says so. Same errors as wire_connect. */
bool wire_connect_start(wire_connection *connection, const wire_address *address, wire_error *error);

/* After writable: whether the connection came about; false: errno says why not. */
bool wire_connect_finish(const wire_connection *connection);

#define WIRE_WOULD_BLOCK (-1) /* nothing could be done without waiting */
#define WIRE_TIMED_OUT (-2)   /* the deadline passed first */
#define WIRE_BROKEN (-3)      /* the connection failed; errno says how: ECONNRESET, EPIPE, .. */

/* Sends what goes without waiting: the bytes taken, WIRE_WOULD_BLOCK or WIRE_BROKEN. */
ssize_t wire_send(const wire_connection *connection, const void *bytes, size_t length);

/* Receives what is there: the bytes read, 0 at the end of the stream, WIRE_WOULD_BLOCK or WIRE_BROKEN. */
ssize_t wire_receive(const wire_connection *connection, void *bytes, size_t room);

/* The same, waiting until something came or `deadline` passed (WIRE_TIMED_OUT); never WIRE_WOULD_BLOCK. */
ssize_t wire_receive_by(const wire_connection *connection, void *bytes, size_t room, wire_time deadline);

/* Sends everything: `length`, WIRE_TIMED_OUT or WIRE_BROKEN. */
ssize_t wire_send_all(const wire_connection *connection, const void *bytes, size_t length,
                      wire_time deadline);

/* Waits until `events` (POLLIN, POLLOUT) may be done: those that may, 0 when `deadline` passed. Errors and
 * hang-ups count as both, so that the call that follows reports them. */
short wire_wait(const wire_connection *connection, short events, wire_time deadline);

/* Ends the sending side; the other stays open. */
void wire_half_close(wire_connection *connection);

/* Ends the connection by a reset where the transport has one, so that the peer sees ECONNRESET. */
void wire_reset(wire_connection *connection);

/* Closes it. Closing WIRE_CONNECTION_NONE does nothing. */
void wire_close(wire_connection *connection);

#endif
