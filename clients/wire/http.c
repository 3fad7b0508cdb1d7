/* SPDX-License-Identifier: MIT */
#include "http.h"

#include <llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Fields of one response before it counts as bad. What it stops: memory without end. */
#define HEADER_BYTES_MAX ((size_t)256 * 1024)
#define HEADERS_MAX 1000u

struct header {
    size_t name, name_length, value, value_length; /* offsets into `fields` */
};

struct wire_http_reader {
    llhttp_t parser;
    wire_http_response response;
    wire_buffer fields, body;
    struct header headers[HEADERS_MAX];
    size_t header_count;
    bool header_open; /* the last header may still get pieces */
    bool head_only;   /* the next final response answers a HEAD */
    bool begun, complete;
    bool closing; /* the last response ended the connection */
    const char *message;
};

static struct wire_http_reader *of(llhttp_t *parser) {
    return parser->data;
}

static int refuse(llhttp_t *parser, const char *message) {
    of(parser)->message = message;
    return -1;
}

static int on_begin(llhttp_t *parser) {
    struct wire_http_reader *reader = of(parser);
    reader->fields.length = 0;
    reader->body.length = 0;
    reader->header_count = 0;
    reader->header_open = false;
    reader->complete = false;
    reader->response = (wire_http_response){0};
    return 0;
}

static int append_field(llhttp_t *parser, const char *at, size_t length, size_t *piece) {
    struct wire_http_reader *reader = of(parser);
    if (reader->fields.length + length > HEADER_BYTES_MAX)
        return refuse(parser, "too many bytes of header fields");
    wire_buffer_append(&reader->fields, at, length);
    *piece += length;
    return reader->fields.failed ? refuse(parser, "out of memory") : 0;
}

static int on_name(llhttp_t *parser, const char *at, size_t length) {
    struct wire_http_reader *reader = of(parser);
    if (!reader->header_open) {
        if (reader->header_count == HEADERS_MAX) return refuse(parser, "too many header fields");
        reader->headers[reader->header_count++] = (struct header){.name = reader->fields.length};
        reader->header_open = true;
    }
    return append_field(parser, at, length, &reader->headers[reader->header_count - 1].name_length);
}

static int on_name_end(llhttp_t *parser) {
    struct wire_http_reader *reader = of(parser);
    reader->headers[reader->header_count - 1].value = reader->fields.length;
    return 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t length) {
    struct wire_http_reader *reader = of(parser);
    return append_field(parser, at, length, &reader->headers[reader->header_count - 1].value_length);
}

static int on_value_end(llhttp_t *parser) {
    of(parser)->header_open = false;
    return 0;
}

/* 1 tells llhttp that no body follows, whatever the fields say (RFC 9112, 6.3). */
static int on_head(llhttp_t *parser) {
    struct wire_http_reader *reader = of(parser);
    reader->response.keep_alive = llhttp_should_keep_alive(parser) != 0;
    bool interim = parser->status_code >= 100 && parser->status_code < 200;
    if (!reader->head_only || interim) return 0;
    reader->head_only = false;
    return 1;
}

static int on_body(llhttp_t *parser, const char *at, size_t length) {
    wire_buffer_append(&of(parser)->body, at, length);
    return of(parser)->body.failed ? refuse(parser, "out of memory") : 0;
}

/* Pausing here hands out one response at a time. */
static int on_complete(llhttp_t *parser) {
    struct wire_http_reader *reader = of(parser);
    reader->complete = true;
    reader->response.status = parser->status_code;
    reader->response.major = parser->http_major;
    reader->response.minor = parser->http_minor;
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_message_begin = on_begin,
    .on_header_field = on_name,
    .on_header_field_complete = on_name_end,
    .on_header_value = on_value,
    .on_header_value_complete = on_value_end,
    .on_headers_complete = on_head,
    .on_body = on_body,
    .on_message_complete = on_complete,
};

wire_http_reader *wire_http_reader_new(void) {
    wire_http_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    llhttp_init(&reader->parser, HTTP_RESPONSE, &settings);
    reader->parser.data = reader;
    return reader;
}

void wire_http_reader_free(wire_http_reader *reader) {
    if (!reader) return;
    wire_buffer_fini(&reader->fields);
    wire_buffer_fini(&reader->body);
    free(reader);
}

void wire_http_expect_head(wire_http_reader *reader) {
    reader->head_only = true;
}

static wire_http_status hand_out(wire_http_reader *reader, const wire_http_response **response) {
    reader->complete = false;
    reader->begun = false;
    reader->response.body = (wire_slice){reader->body.data, reader->body.length};
    reader->response.header_count = reader->header_count;
    *response = &reader->response;
    return WIRE_HTTP_RESPONSE;
}

static wire_http_status bad(wire_http_reader *reader, const char *otherwise) {
    if (!reader->message) reader->message = llhttp_get_error_reason(&reader->parser);
    if (!reader->message || !*reader->message) reader->message = otherwise;
    return WIRE_HTTP_BAD;
}

/* llhttp remembers "close" and then refuses what follows; after an interim or a closing response a new
 * start is clearer, and what follows a closing one is refused by us, with words. */
static void start_again(wire_http_reader *reader) {
    reader->closing = !reader->response.keep_alive && reader->response.status >= 200;
    llhttp_reset(&reader->parser);
}

wire_http_status wire_http_feed(wire_http_reader *reader, const char *bytes, size_t length, size_t *consumed,
                                const wire_http_response **response) {
    *consumed = 0;
    if (length == 0) return WIRE_HTTP_MORE;
    if (reader->closing) {
        reader->message = "bytes behind a response that closes the connection";
        return WIRE_HTTP_BAD;
    }
    reader->begun = true;
    llhttp_errno_t status = llhttp_execute(&reader->parser, bytes, length);
    if (reader->complete && (status == HPE_PAUSED || status == HPE_PAUSED_UPGRADE)) {
        *consumed = (size_t)(llhttp_get_error_pos(&reader->parser) - bytes);
        start_again(reader);
        return hand_out(reader, response);
    }
    if (status != HPE_OK) return bad(reader, llhttp_errno_name(status));
    *consumed = length;
    return WIRE_HTTP_MORE;
}

wire_http_status wire_http_finish(wire_http_reader *reader, const wire_http_response **response) {
    if (!reader->begun) return WIRE_HTTP_MORE;
    bool until_close = llhttp_message_needs_eof(&reader->parser) != 0;
    llhttp_errno_t status = llhttp_finish(&reader->parser);
    if (!reader->complete)
        return bad(reader,
                   status == HPE_OK ? "the connection ended inside a response" : llhttp_errno_name(status));
    reader->response.until_close = until_close;
    start_again(reader);
    return hand_out(reader, response);
}

void wire_http_header(const wire_http_reader *reader, size_t n, wire_slice *name, wire_slice *value) {
    const struct header *header = &reader->headers[n];
    *name = (wire_slice){reader->fields.data + header->name, header->name_length};
    *value = (wire_slice){reader->fields.data + header->value, header->value_length};
}

bool wire_http_find(const wire_http_reader *reader, const char *name, wire_slice *value) {
    for (size_t i = 0; i < reader->header_count; i++) {
        wire_slice header_name, header_value;
        wire_http_header(reader, i, &header_name, &header_value);
        if (header_name.length != strlen(name) ||
            strncasecmp(header_name.bytes, name, header_name.length) != 0)
            continue;
        if (value) *value = header_value;
        return true;
    }
    return false;
}

const char *wire_http_message(const wire_http_reader *reader) {
    return reader->message;
}

void wire_http_post(wire_buffer *buffer, const char *host, const char *target, const char *document,
                    size_t length) {
    wire_buffer_format(
        buffer,
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
        target ? target : "/", host, length);
    wire_buffer_append(buffer, document, length);
}
