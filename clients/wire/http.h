/* SPDX-License-Identifier: MIT */
#ifndef WIRE_HTTP_H
#define WIRE_HTTP_H

#include "buffer.h"

/* HTTP/1.1 as a client sees it. */

/* Appends a POST of one document. host: the Host field. target: the request target, "/" for NULL. */
void wire_http_post(wire_buffer *buffer, const char *host, const char *target, const char *document,
                    size_t length);

/* One response. Slices are valid until the next call on its reader. */
typedef struct wire_http_response {
    int status;
    int major, minor; /* of its HTTP version */
    bool keep_alive;  /* what it says about the connection (RFC 9112, 9.3) */
    bool until_close; /* its body had no length and ended with the connection */
    wire_slice body;  /* transfer coding removed */
    size_t header_count;
} wire_http_response;

typedef enum wire_http_status {
    WIRE_HTTP_RESPONSE, /* a whole one, an interim one (1xx) included, stands in *response */
    WIRE_HTTP_MORE,     /* all bytes were taken, nothing is wrong, it is not whole */
    WIRE_HTTP_BAD       /* not a response; wire_http_message says why */
} wire_http_status;

typedef struct wire_http_reader wire_http_reader;

/* Makes a reader at the start of a connection; NULL when out of memory. Not thread-safe. */
wire_http_reader *wire_http_reader_new(void);
void wire_http_reader_free(wire_http_reader *reader); /* NULL is fine */

/* Says that the next final response answers a HEAD, so that no body follows whatever its fields say. */
void wire_http_expect_head(wire_http_reader *reader);

/* Feeds the next bytes of the connection. *consumed says how many were taken: up to the end of one response,
 * so feed the rest again. It resumes: any piece of any size will do. After WIRE_HTTP_BAD only freeing is
 * left. */
wire_http_status wire_http_feed(wire_http_reader *reader, const char *bytes, size_t length, size_t *consumed,
                                const wire_http_response **response);

/* Says that the connection has ended. WIRE_HTTP_RESPONSE: that ended a body without a length. WIRE_HTTP_MORE:
 * it ended between responses. WIRE_HTTP_BAD: it ended inside one. */
wire_http_status wire_http_finish(wire_http_reader *reader, const wire_http_response **response);

/* The n-th header of the response that was handed out last, n below header_count. Valid until the next
 * feed. */
void wire_http_header(const wire_http_reader *reader, size_t n, wire_slice *name, wire_slice *value);

/* The first header of that name (any case); false when there is none. value may be NULL. */
bool wire_http_find(const wire_http_reader *reader, const char *name, wire_slice *value);

/* What was wrong, after WIRE_HTTP_BAD. Constant. */
const char *wire_http_message(const wire_http_reader *reader);

#endif
