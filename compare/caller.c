/* SPDX-License-Identifier: MIT */
#include "caller.h"

#include <string.h>

bool caller_open(struct caller *caller, wire_server *server, double seconds, wire_error *error) {
    const wire_address *address = wire_server_address(server, 0);
    *caller = (struct caller){.address = address, .deadline = wire_after(seconds)};
    wire_splitter_init(&caller->splitter, address->framing);
    if (address->transport == WIRE_STDIO) {
        caller->connection = *wire_server_stdio(server);
        return true;
    }
    if (wire_transport_is_http(address->transport)) caller->http = wire_http_reader_new();
    return wire_connect(&caller->connection, address, caller->deadline, error);
}

void caller_close(struct caller *caller) {
    if (caller->address->transport != WIRE_STDIO) wire_close(&caller->connection); /* else the server's own */
    wire_http_reader_free(caller->http);
    wire_buffer_fini(&caller->in);
}

static bool send_document(struct caller *caller, const char *document, wire_error *error) {
    wire_buffer out = {0};
    char host[272];
    wire_address_host(caller->address, host, sizeof host);
    if (caller->http)
        wire_http_post(&out, host, caller->address->target, document, strlen(document));
    else
        wire_frame(&out, caller->address->framing, document, strlen(document));
    const ssize_t sent = wire_send_all(&caller->connection, out.data, out.length, caller->deadline);
    const bool good = sent >= 0 && (size_t)sent == out.length;
    wire_buffer_fini(&out);
    if (!good) wire_error_set(error, "%s: it does not take the request", document);
    return good;
}

/* Appends what comes next to `in`. */
static bool receive(struct caller *caller, wire_error *error) {
    enum { piece = 65536 };
    if (!wire_buffer_reserve(&caller->in, piece)) return false;
    const ssize_t length =
        wire_receive_by(&caller->connection, caller->in.data + caller->in.length, piece, caller->deadline);
    if (length > 0) {
        caller->in.length += (size_t)length;
        return true;
    }
    wire_error_set(error, "%s",
                   length == WIRE_TIMED_OUT ? "no reply within the time limit" : "the connection ended");
    return false;
}

/* The body of the next response; its bytes stay valid until the next call. */
static bool receive_response(struct caller *caller, wire_slice *body, wire_error *error) {
    const wire_http_response *response;
    for (;;) {
        size_t consumed;
        const wire_http_status status =
            wire_http_feed(caller->http, caller->in.data, caller->in.length, &consumed, &response);
        wire_buffer_drop(&caller->in, consumed);
        if (status == WIRE_HTTP_RESPONSE) break;
        if (status == WIRE_HTTP_BAD) {
            wire_error_set(error, "bad HTTP: %s", wire_http_message(caller->http));
            return false;
        }
        if (!receive(caller, error)) return false;
    }
    *body = response->body;
    if (response->status / 100 == 2) return true;
    wire_error_set(error, "HTTP status %d", response->status);
    return false;
}

/* The next document of a stream; its bytes stay valid as long. */
static bool receive_document(struct caller *caller, wire_slice *document, wire_error *error) {
    for (;;) {
        const wire_split_status status =
            wire_split(&caller->splitter, caller->in.data, caller->in.length, document, &caller->taken);
        if (status == WIRE_SPLIT_DOCUMENT) return true;
        if (status == WIRE_SPLIT_BAD) {
            wire_error_set(error, "bad framing: %s", caller->splitter.message);
            return false;
        }
        if (!receive(caller, error)) return false;
    }
}

static bool read_reply(wire_slice text, wire_document *reply, wire_error *error) {
    if (wire_read(reply, text.bytes, text.length)) return true;
    wire_error_set(error, "the reply is no JSON at byte %zu: %s", reply->offset, reply->message);
    return false;
}

bool caller_notify(struct caller *caller, const char *document, wire_error *error) {
    wire_slice body;
    if (!send_document(caller, document, error)) return false;
    if (!caller->http) return true;
    if (!receive_response(caller, &body, error)) return false;
    if (body.length) wire_error_set(error, "%s is answered: %.*s", document, (int)body.length, body.bytes);
    return body.length == 0;
}

bool caller_call(struct caller *caller, const char *document, wire_document *reply, wire_error *error) {
    wire_slice text;
    wire_buffer_drop(&caller->in, caller->taken); /* only now: the values of the last reply lay there */
    caller->taken = 0;
    return send_document(caller, document, error) &&
           (caller->http ? receive_response(caller, &text, error) : receive_document(caller, &text, error)) &&
           read_reply(text, reply, error);
}
