/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HTTP_H
#define JRPCI_HTTP_H

#include "http_response.h"
#include "http_rules.h"

#include <llhttp.h>

struct jrpci_session;

/* The header fields that decide something. */
typedef enum jrpci_field {
    JRPCI_FIELD_OTHER,
    JRPCI_FIELD_HOST,
    JRPCI_FIELD_CONTENT_TYPE,
    JRPCI_FIELD_CONTENT_LENGTH,
    JRPCI_FIELD_TRANSFER_ENCODING,
    JRPCI_FIELD_EXPECT,
    JRPCI_FIELD_ORIGIN,
    JRPCI_FIELD_SEC_FETCH_SITE,
    JRPCI_FIELD_COUNT
} jrpci_field;

/* Where in a message the parser is. */
typedef enum jrpci_http_part {
    JRPCI_HTTP_BETWEEN,
    JRPCI_HTTP_TARGET,
    JRPCI_HTTP_FIELDS,
    JRPCI_HTTP_BODY
} jrpci_http_part;

/* What is known of the request that is being read; zero at its beginning. */
typedef struct jrpci_http_state {
    jrpci_http_part part;
    jrpci_field field;               /* whose value is being read */
    uint8_t seen[JRPCI_FIELD_COUNT]; /* how often, up to 2 */
    unsigned status;                 /* it is refused with this; 0: not yet */
    bool close;                      /* and the connection with it */
    bool path_fits;
    bool asterisk;
    bool absolute; /* the target names the host */
    bool bad_target;
    bool bad_protocol; /* the version stands behind something else than " HTTP/" */
    bool json;
    bool continues; /* waits for 100 */
    bool unknown_expectation;
    bool cross_site;
    bool trailer;
    bool chunked;
    bool unknown_coding; /* a transfer coding besides chunked; bad_coding: chunked is not the last */
    bool bad_coding;
    bool complete;
    jrpci_host_verdict host;
    const char *origin; /* the allowed one */
    size_t head_bytes;
    size_t target_bytes;
    size_t fields;
    size_t body_bytes;
    size_t overhead_bytes; /* of a chunked body */
} jrpci_http_state;

/* HTTP/1.1 on one connection. A piece is what the parser shows of a target, a name, a value or a body: it stays in the
 * read buffer as long as it is whole, and is kept only where the end of a read cuts it. */
typedef struct jrpci_http {
    llhttp_t parser;
    jrpci_http_state now;
    const char *piece;
    size_t piece_length;
    bool piece_open;  /* a name, a value or a target has begun */
    bool piece_cut;   /* its last piece ended with a read */
    const char *read; /* the bytes that the parser is given */
    size_t read_length;
    char last_solid;    /* the last byte of the reads before that is no blank */
    char last[8];       /* the end of the read before */
    jrpc_buffer kept;   /* what went before the piece */
    jrpc_buffer body;   /* a chunked one, once its last chunk has come */
    jrpc_buffer fields; /* for the authorise callback: target, then names and values, each with a NUL */
    uint64_t requests;
    jrpci_http_manner manner;
} jrpci_http;

void jrpci_http_init(jrpci_http *http, struct jrpci_session *session, const jrpc_allocator *allocator);

/* Notes a refusal and stops the parser: the connection closes behind the answer. For a callback to return. */
int jrpci_http_refuse(jrpci_http *http, unsigned status);

/* Which callbacks the parser calls: http_head.c up to the end of the head, http_body.c from there. */
extern const llhttp_settings_t jrpci_http_settings;

/* http_body.c */
int jrpci_http_on_body(llhttp_t *parser, const char *at, size_t length);
int jrpci_http_on_chunk_header(llhttp_t *parser);
int jrpci_http_on_message_complete(llhttp_t *parser);

/* http_piece.c: what the parser shows in pieces. */

/* The slow halves of the functions below: something is kept already. */
bool jrpci_http_piece_keep(jrpci_http *http);
bool jrpci_http_piece_join(jrpci_http *http, jrpci_text *whole);

/* Takes another piece. False: out of memory. */
static inline bool jrpci_http_piece_add(jrpci_http *http, const char *at, size_t length) {
    if (http->piece_open && !jrpci_http_piece_keep(http)) return false;
    http->piece_open = true;
    http->piece = at;
    http->piece_length = length;
    return true;
}

/* All pieces together, until the next piece. False: out of memory. */
static inline bool jrpci_http_piece_whole(jrpci_http *http, jrpci_text *whole) {
    *whole = (jrpci_text){http->piece_length ? http->piece : "", http->piece_length};
    return !http->kept.length || jrpci_http_piece_join(http, whole);
}

static inline void jrpci_http_piece_clear(jrpci_http *http) {
    http->piece_open = false;
    http->piece_cut = false;
    http->piece_length = 0;
    http->kept.length = 0;
}

/* Whether a piece at `at` goes on where the last one was cut by the end of a read. For a value's first piece: whether
 * nothing but blanks stands between it and the colon. */
bool jrpci_http_piece_continues(const jrpci_http *http, const char *at);

/* Sets a chunked body aside, for trailer fields come in pieces as well. False: out of memory. */
bool jrpci_http_keep_body(jrpci_http *http);

/* The body, when the message is complete. False: out of memory. */
bool jrpci_http_body(jrpci_http *http, jrpci_text *body);

/* Keeps what the read buffer is about to lose. False: out of memory. */
bool jrpci_http_piece_park(jrpci_http *http);

#endif
