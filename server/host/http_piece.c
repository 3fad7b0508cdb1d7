/* SPDX-License-Identifier: MIT */
#include "http.h"

#include <string.h>

bool jrpci_http_piece_keep(jrpci_http *http) {
    return jrpc_buffer_append(&http->kept, http->piece, http->piece_length);
}

bool jrpci_http_piece_join(jrpci_http *http, jrpci_text *whole) {
    if (!jrpc_buffer_append(&http->kept, http->piece, http->piece_length)) return false;
    *whole = (jrpci_text){http->kept.data, http->kept.length};
    return true;
}

/* The last byte before `end` that is no blank, which may have come with an earlier read. */
static char solid_before(const jrpci_http *http, const char *end) {
    while (end > http->read && jrpci_is_blank(end[-1])) end--;
    if (end == http->read) return http->last_solid;
    return end[-1];
}

bool jrpci_http_piece_continues(const jrpci_http *http, const char *at) {
    return http->piece_open ? http->piece_cut && at == http->read : solid_before(http, at) == ':';
}

bool jrpci_http_piece_park(jrpci_http *http) {
    const char *end = http->read + http->read_length;
    http->last_solid = solid_before(http, end);
    http->piece_cut = http->piece_length && http->piece + http->piece_length == end;
    if (!jrpc_buffer_append(&http->kept, http->piece, http->piece_length)) return false;
    http->piece_length = 0;
    return true;
}

bool jrpci_http_keep_body(jrpci_http *http) {
    if (!jrpc_buffer_append(&http->kept, http->piece, http->piece_length)) return false;
    jrpc_buffer empty = http->body;
    http->body = http->kept;
    http->kept = empty;
    jrpci_http_piece_clear(http);
    return true;
}

bool jrpci_http_body(jrpci_http *http, jrpci_text *body) {
    if (!http->now.chunked) return jrpci_http_piece_whole(http, body);
    *body = (jrpci_text){http->body.length ? http->body.data : "", http->body.length};
    return true;
}
