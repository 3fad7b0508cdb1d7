/* SPDX-License-Identifier: MIT */
/* The body of a request, which may come in chunks and over several reads. */
#include "session.h"

static jrpci_http *http_of(llhttp_t *parser) {
    return &((jrpci_session *)parser->data)->as.http;
}

static size_t limit_of(const llhttp_t *parser, jrpci_limit limit) {
    return jrpci_limits_size(((const jrpci_session *)parser->data)->site->limits, limit);
}

int jrpci_http_on_body(llhttp_t *parser, const char *at, size_t length) {
    jrpci_http *http = http_of(parser);
    http->now.body_bytes += length;
    if (http->now.body_bytes > limit_of(parser, JRPCI_MAX_DOCUMENT_BYTES))
        return jrpci_http_refuse(http, 413);
    if (http->now.status) return 0; /* nobody wants it */
    return jrpci_http_piece_add(http, at, length) ? 0 : jrpci_http_refuse(http, 500);
}

int jrpci_http_on_chunk_header(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    size_t room = limit_of(parser, JRPCI_MAX_DOCUMENT_BYTES) - http->now.body_bytes;
    if (parser->content_length > room) return jrpci_http_refuse(http, 413);
    http->now.trailer = parser->content_length == 0;
    return http->now.trailer && !jrpci_http_keep_body(http) ? jrpci_http_refuse(http, 500) : 0;
}

int jrpci_http_on_message_complete(llhttp_t *parser) {
    http_of(parser)->now.complete = true;
    return HPE_PAUSED; /* so that the next request waits until this one has been answered */
}
