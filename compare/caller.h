/* SPDX-License-Identifier: MIT */
#ifndef COMPARE_CALLER_H
#define COMPARE_CALLER_H

#include "wire/http.h"
#include "wire/reader.h"
#include "wire/server.h"

/* One connection to a target, over which a test calls one method after another. */
struct caller {
    const wire_address *address;
    wire_connection connection;
    wire_time deadline; /* of everything on it */
    wire_buffer in;
    wire_splitter splitter;
    size_t taken;           /* bytes of `in` that the last reply had */
    wire_http_reader *http; /* NULL where the transport is not HTTP */
};

/* Connects to where the server listens, or takes over its standard input and output. False: `error` says why. */
bool caller_open(struct caller *caller, wire_server *server, double seconds, wire_error *error);
void caller_close(struct caller *caller);

/* Sends a document that is not to be answered. HTTP answers everything: there the response is received, and is to be
 * empty. */
bool caller_notify(struct caller *caller, const char *document, wire_error *error);

/* Sends a document and reads its reply into `reply`, whose values stay valid until the next call. */
bool caller_call(struct caller *caller, const char *document, wire_document *reply, wire_error *error);

#endif
