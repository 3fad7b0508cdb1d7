/* SPDX-License-Identifier: MIT */
#include "fake_server.h"

#include "wire/address.h"
#include "wire/buffer.h"
#include "wire/framing.h"
#include "wire/reader.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum fault {
    NONE,
    WRONG,      /* one wrong value, once */
    WRONG_ID,   /* an id that nobody sent */
    ERROR,      /* JSON-RPC errors from there on */
    NULL_ERROR, /* one error under id null */
    STALL,      /* no more answers */
    CLOSE,      /* closes the connection */
    RESET,      /* resets it */
    DIE,        /* exits with status 3 */
    GARBAGE,    /* bytes that are no document */
    EXTRA,      /* answers something twice */
    TRICKLE,    /* one byte a write */
    REVERSE,    /* the replies of each read, last first; in a batch, its elements */
    SPACED,     /* a line end behind each reply */
    RESPELLED,  /* right values in other bytes than before */
    STATUS_500, /* HTTP */
    CHUNKED,    /* HTTP, from the beginning */
    DATED,      /* HTTP: a Date that is another each time */
    SAY_CLOSE,  /* HTTP: Connection: close */
    MISSING,    /* in a batch: an element is not answered */
    FAULTS
};

static const char *const fault_names[FAULTS] = {
    "none",      "wrong",      "wrong-id", "error", "null-error", "stall",   "close",
    "reset",     "die",        "garbage",  "extra", "trickle",    "reverse", "spaced",
    "respelled", "status-500", "chunked",  "dated", "say-close",  "missing"};

static struct {
    enum fault fault;
    unsigned long from;
    atomic_ulong requests;
    wire_address address;
} server;

/* One connection's reading and writing. */
struct peer {
    int socket;
    wire_splitter splitter;
    wire_buffer in, out;
    bool faulty; /* the request in hand has the fault */
};

static bool has(const struct peer *peer, enum fault fault) {
    return server.fault == fault && peer->faulty;
}

static const char *result_of(const wire_value *request) {
    static const char *const methods[][2] = {{"add", "3.0"},
                                             {"addInt", "8"},
                                             {"NullableFloatToNullableFloat", "1.23"},
                                             {"Test2", "3.456"},
                                             {"StringMe", "\"Foo\""}};
    for (size_t i = 0; i < 5; i++)
        if (wire_string_is(wire_member(request, "method"), methods[i][0])) return methods[i][1];
    return "null";
}

static void answer(struct peer *peer, const wire_value *request, wire_buffer *out) {
    unsigned long number = 1 + atomic_fetch_add(&server.requests, 1);
    bool once = server.fault == WRONG || server.fault == NULL_ERROR || server.fault == WRONG_ID ||
                server.fault == EXTRA;
    wire_slice id = wire_member(request, "id")->raw;
    peer->faulty = once ? number == server.from : number >= server.from;
    if (has(peer, DIE)) _exit(3);
    if (has(peer, ERROR) || has(peer, NULL_ERROR)) {
        if (has(peer, NULL_ERROR)) id = wire_slice_of("null");
        wire_buffer_format(
            out, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"busy\"},\"id\":%.*s}",
            (int)id.length, id.bytes);
        return;
    }
    if (has(peer, WRONG_ID)) id = wire_slice_of("777");
    const char *result = has(peer, WRONG) ? "3.25" : result_of(request);
    if (has(peer, RESPELLED))
        wire_buffer_format(out, "{\"id\":%.*s, \"jsonrpc\":\"2.0\", \"result\":%s}", (int)id.length, id.bytes,
                           result);
    else
        wire_buffer_format(out, "{\"jsonrpc\":\"2.0\",\"result\":%s,\"id\":%.*s}", result, (int)id.length,
                           id.bytes);
}

static void answer_document(struct peer *peer, wire_slice text, wire_buffer *out) {
    wire_document document = {0};
    if (!wire_read(&document, text.bytes, text.length)) _exit(4);
    if (document.root->type != WIRE_ARRAY) {
        answer(peer, document.root, out);
        wire_document_fini(&document);
        return;
    }
    bool first = true;
    wire_buffer_string(out, "[");
    for (const wire_value *one = document.root->first; one; one = one->next) {
        wire_buffer element = {0};
        answer(peer, one, &element);
        bool dropped = has(peer, MISSING) && !one->next;
        if (!dropped && !first) {
            if (has(peer, REVERSE)) {
                wire_buffer_string(&element, ",");
                wire_buffer_append(&element, out->data + 1, out->length - 1);
                out->length = 1;
            } else {
                wire_buffer_string(out, ",");
            }
        }
        if (!dropped) wire_buffer_append(out, element.data, element.length);
        first = false;
        wire_buffer_fini(&element);
    }
    wire_buffer_string(out, "]");
    wire_document_fini(&document);
}

static void send_bytes(const struct peer *peer, const char *bytes, size_t length) {
    size_t piece = has(peer, TRICKLE) ? 1 : length;
    for (size_t at = 0; at < length;) {
        size_t size = length - at < piece ? length - at : piece;
        ssize_t sent = send(peer->socket, bytes + at, size, MSG_NOSIGNAL);
        if (sent <= 0) return;
        at += (size_t)sent;
    }
}

/* Puts a reply, or what the fault makes of it, behind or before what is to be sent. False: the connection
 * ends. */
static bool put(struct peer *peer, wire_slice reply) {
    wire_buffer framed = {0};
    if (has(peer, CLOSE)) return false;
    if (has(peer, RESET)) {
        struct linger at_once = {.l_onoff = 1, .l_linger = 0};
        setsockopt(peer->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        return false;
    }
    if (has(peer, STALL)) return true;
    if (has(peer, GARBAGE)) wire_buffer_string(&framed, "!!");
    for (int i = has(peer, EXTRA) ? 2 : 1; i; i--)
        wire_frame(&framed, server.address.framing, reply.bytes, reply.length);
    if (has(peer, SPACED)) wire_buffer_string(&framed, "\r\n");
    if (has(peer, REVERSE)) {
        wire_buffer_append(&framed, peer->out.data, peer->out.length);
        peer->out.length = 0;
    }
    wire_buffer_append(&peer->out, framed.data, framed.length);
    wire_buffer_fini(&framed);
    return true;
}

static void put_http(struct peer *peer, wire_slice body) {
    wire_buffer *out = &peer->out;
    wire_buffer_format(out, "HTTP/1.1 %s\r\nContent-Type: application/json\r\n",
                       has(peer, STATUS_500) ? "500 Internal Server Error" : "200 OK");
    if (has(peer, DATED)) wire_buffer_format(out, "Date: %024lu GMT\r\n", atomic_load(&server.requests));
    if (has(peer, SAY_CLOSE)) wire_buffer_string(out, "Connection: close\r\n");
    if (has(peer, CHUNKED))
        wire_buffer_format(out, "Transfer-Encoding: chunked\r\n\r\n5\r\n%.5s\r\n%zx\r\n%.*s\r\n0\r\n\r\n",
                           body.bytes, body.length - 5, (int)(body.length - 5), body.bytes + 5);
    else
        wire_buffer_format(out, "Content-Length: %zu\r\n\r\n%.*s", body.length, (int)body.length, body.bytes);
}

/* The next request of what has come. False: there is none yet. */
static bool next_document(struct peer *peer, wire_slice *document, size_t *consumed) {
    const char *bytes = peer->in.data;
    size_t length = peer->in.length;
    if (!wire_transport_is_http(server.address.transport))
        return length &&
               wire_split(&peer->splitter, bytes, length, document, consumed) == WIRE_SPLIT_DOCUMENT;
    const char *end = length ? memmem(bytes, length, "\r\n\r\n", 4) : NULL;
    const char *field = end ? memmem(bytes, length, "Content-Length: ", 16) : NULL;
    if (!field) return false;
    *document = (wire_slice){end + 4, (size_t)strtoul(field + 16, NULL, 10)};
    *consumed = (size_t)(end + 4 - bytes) + document->length;
    return *consumed <= length;
}

static bool serve_one(struct peer *peer, wire_slice document) {
    wire_buffer reply = {0};
    bool goes_on = true;
    answer_document(peer, document, &reply);
    wire_slice slice = {reply.data, reply.length};
    bool raw = !wire_transport_is_http(server.address.transport);
    if (raw || has(peer, CLOSE) || has(peer, RESET) || has(peer, STALL))
        goes_on = put(peer, slice);
    else
        put_http(peer, slice);
    wire_buffer_fini(&reply);
    return goes_on;
}

static bool serve_all(struct peer *peer) {
    wire_slice document;
    size_t consumed = 0;
    while (next_document(peer, &document, &consumed)) {
        if (!serve_one(peer, document)) return false;
        wire_buffer_drop(&peer->in, consumed);
    }
    send_bytes(peer, peer->out.data, peer->out.length);
    peer->out.length = 0;
    return true;
}

static void *serve(void *context) {
    struct peer *peer = context;
    char bytes[16384];
    ssize_t got;
    wire_splitter_init(&peer->splitter, server.address.framing);
    while ((got = recv(peer->socket, bytes, sizeof bytes, 0)) > 0) {
        wire_buffer_append(&peer->in, bytes, (size_t)got);
        if (!serve_all(peer)) break;
    }
    close(peer->socket);
    wire_buffer_fini(&peer->in);
    wire_buffer_fini(&peer->out);
    free(peer);
    return NULL;
}

static int listen_at(wire_address *address) {
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    memcpy(path.sun_path, address->path, sizeof path.sun_path);
    bool local = address->path[0];
    int listener = socket(local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct sockaddr *name = local ? (const struct sockaddr *)&path : (const struct sockaddr *)&port;
    socklen_t length = local ? sizeof path : sizeof port;
    if (bind(listener, name, length) || listen(listener, 64)) return -1;
    if (!local && getsockname(listener, (struct sockaddr *)&port, &length)) return -1;
    address->port = ntohs(port.sin_port);
    return listener;
}

int fake_server(int argc, char **argv) {
    if (argc < 4 || !wire_address_parse(&server.address, argv[2], NULL)) return 2;
    while (strcmp(fault_names[server.fault], argv[3]) != 0)
        if (++server.fault == FAULTS) return 2;
    server.from = argc > 4 ? strtoul(argv[4], NULL, 10) : 1;
    int listener = listen_at(&server.address);
    if (listener < 0) return perror("listen"), 1;
    if (server.address.path[0])
        printf("listening on %s\n", argv[2]);
    else
        printf("listening on %s://127.0.0.1:%u\n", wire_transport_name(server.address.transport),
               server.address.port);
    fflush(stdout);
    for (;;) {
        pthread_t thread;
        int on = 1;
        int accepted = accept(listener, NULL, NULL);
        struct peer *peer = accepted < 0 ? NULL : calloc(1, sizeof *peer);
        if (!peer) return 1;
        peer->socket = accepted;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (pthread_create(&thread, NULL, serve, peer)) return free(peer), 1;
        pthread_detach(thread);
    }
}
