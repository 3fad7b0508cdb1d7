/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include "handler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES ((size_t)64 * 1024)
#define DRAIN_BYTES                                                                                          \
    (1024 * 1024) /* read after the last reply, at most, so that closing does not cut it off */

enum state {
    SERVING,
    ENDING,  /* nothing more will come: close when all is written */
    REFUSED, /* what came was no JSON: hang up when all is written */
    DRAINING
};

struct connection {
    int descriptor;
    enum state state;
    struct json_tokener *tokener;
    struct printbuf *output;
    int sent;        /* bytes of output that are with the kernel */
    int drained;     /* bytes */
    char partial[4]; /* the beginning of a character whose end has not come yet */
    int partial_length;
};

struct connection *connection_new(int descriptor) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        close(descriptor);
        return NULL;
    }
    connection->descriptor = descriptor;
    connection->tokener = json_tokener_new_ex(JSON_C_DEPTH);
    connection->output = printbuf_new();
    if (!connection->tokener || !connection->output) {
        connection_free(connection);
        return NULL;
    }
    json_tokener_set_flags(connection->tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8 |
                                                    JSON_TOKENER_ALLOW_TRAILING_CHARS);
    return connection;
}

void connection_free(struct connection *connection) {
    close(connection->descriptor);
    if (connection->tokener) json_tokener_free(connection->tokener);
    printbuf_free(connection->output);
    free(connection);
}

int connection_descriptor(const struct connection *connection) {
    return connection->descriptor;
}

/* How many bytes at the end are a character cut short: a tokener that checks UTF-8 takes whole characters only. */
static int cut_character(const char *text, int length) {
    for (int back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)text[length - back];
        if (byte >= 0xC0) return back < (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2) ? back : 0;
        if (byte < 0x80) return 0;
    }
    return 0;
}

/* Answers every document that ends in these bytes. False: out of memory. */
static bool feed(struct connection *connection, const char *bytes, int length) {
    while (length > 0) {
        struct json_object *document = json_tokener_parse_ex(connection->tokener, bytes, length);
        enum json_tokener_error error = json_tokener_get_error(connection->tokener);
        if (error == json_tokener_continue) return true;
        if (error != json_tokener_success) {
            connection->state = REFUSED;
            return json_c_answer_garbage(connection->output);
        }
        bool answered = json_c_answer(document, connection->output);
        json_object_put(document);
        if (!answered) return false;
        int end = (int)json_tokener_get_parse_end(connection->tokener);
        bytes += end;
        length -= end;
    }
    return true;
}

/* Reads once. False: the connection is of no more use. */
static bool take(struct connection *connection) {
    char input[sizeof connection->partial + READ_BYTES];
    int start = connection->partial_length;
    memcpy(input, connection->partial, (size_t)start);
    ssize_t got = recv(connection->descriptor, input + start, READ_BYTES, 0);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) {
        if (connection->state == DRAINING) return false;
        connection->state = ENDING;
        return true;
    }
    if (connection->state == DRAINING) {
        connection->drained += (int)got;
        return connection->drained < DRAIN_BYTES;
    }
    int length = start + (int)got;
    connection->partial_length = cut_character(input, length);
    length -= connection->partial_length;
    memcpy(connection->partial, input + length, (size_t)connection->partial_length);
    return feed(connection, input, length);
}

static bool is_pending(const struct connection *connection) {
    return connection->sent < connection->output->bpos;
}

/* Writes once. False: the connection is of no more use. */
static bool flush(struct connection *connection) {
    struct printbuf *output = connection->output;
    ssize_t sent = send(connection->descriptor, output->buf + connection->sent,
                        (size_t)(output->bpos - connection->sent), MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    connection->sent += (int)sent;
    if (is_pending(connection)) return true;
    printbuf_reset(output);
    connection->sent = 0;
    return true;
}

enum connection_wants connection_step(struct connection *connection) {
    if (!is_pending(connection) && !take(connection)) return CONNECTION_CLOSE;
    if (is_pending(connection) && !flush(connection)) return CONNECTION_CLOSE;
    if (is_pending(connection)) return CONNECTION_WRITE;
    if (connection->state == ENDING) return CONNECTION_CLOSE;
    if (connection->state == REFUSED) {
        shutdown(connection->descriptor, SHUT_WR);
        connection->state = DRAINING;
    }
    return CONNECTION_READ;
}
