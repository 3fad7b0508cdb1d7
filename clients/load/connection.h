/* SPDX-License-Identifier: MIT */
#ifndef LOAD_CONNECTION_H
#define LOAD_CONNECTION_H

#include "framing.h"
#include "job.h"
#include "pacing.h"
#include "window.h"

#include "wire/reader.h"
#include "wire/transport.h"

/* One connection under load: it sends slices of the ring as pacing says, and checks what comes back. */

struct load_connection;

/* Checks received bytes against what is in flight, and records. False: the run has been failed. */
typedef bool load_match(struct load_connection *connection, const char *bytes, size_t length, uint64_t now);

/* What one receive takes at most: more than a window of small replies, less than a second-level cache. */
#define LOAD_RECEIVE_BYTES 65536u

/* A server that never ends a reply must not fill the memory. */
#define LOAD_LARGEST_PENDING ((size_t)64 << 20)

/* Why a server that ends its connections cannot be measured over connections that are kept. */
#define LOAD_CLOSING                                                                                         \
    "the server ends the connection after a response; raise its limit of requests a connection"

/* What the connections of a thread have in common. */
typedef struct load_exchange {
    load_thread *thread;
    const load_framing *framing;
    load_match *match;
    wire_document document;  /* replies that go through the parser are read into it */
    unsigned char *answered; /* `batch` flags: elements of a batch that its reply has answered */
    char *received;          /* LOAD_RECEIVE_BYTES */
} load_exchange;

typedef struct load_connection {
    load_exchange *exchange;
    wire_connection socket;
    load_window window;
    load_pacing pacing;
    wire_slice unsent;    /* of the last send, what the socket did not take yet */
    size_t document;      /* of the ring: the next reply is to this one, while replies come as learned */
    size_t position;      /* in the learned bytes: the next byte that is to come */
    bool parsing;         /* not the bytes expected: `pending` goes through the reader and the parser */
    bool polled_for_room; /* the event loop waits for the socket to take more */
    wire_buffer pending;  /* bytes that are no whole message yet */
    void *reader;
    uint64_t last_progress; /* when bytes last came, or were sent with nothing in flight */
} load_connection;

/* Makes one without a socket, for a driver that brings its own way to the server. False: out of memory,
 * reported by load_job_fail; load_connection_close is still to be called. */
bool load_connection_init(load_connection *connection, load_exchange *exchange);

/* Makes one and connects it. False: reported likewise. */
bool load_connection_open(load_connection *connection, load_exchange *exchange);

/* Documents that pacing and the end of the window let go now, in one send. */
size_t load_connection_due(const load_connection *connection, uint64_t now);

/* Lets the next `documents` of the ring leave: they are recorded, and stand in `unsent`. */
void load_connection_take_slice(load_connection *connection, size_t documents, uint64_t now);

/* Sends what is due, in as many sends as it takes. False: failed. */
bool load_connection_send(load_connection *connection, uint64_t now);

/* Goes on with a send that the socket did not take whole. False: failed. */
bool load_connection_flush(load_connection *connection);

/* One receive and what follows from it: one clock reading, the check, and what is due to be sent. *now
 * gets the reading. False: failed. */
bool load_connection_receive(load_connection *connection, uint64_t *now);

/* Whether replies are owed and none has come for the row's timeout. */
bool load_connection_is_stalled(const load_connection *connection, uint64_t now);

/* Fails the run by this connection: `kind` is counted once, what is in flight on it is lost by `fate`.
 * Returns false. */
bool load_connection_fail(load_connection *connection, load_error kind, load_fate fate, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));

/* Closes it; what is still in flight is counted as unfinished. */
void load_connection_close(load_connection *connection);

#endif
