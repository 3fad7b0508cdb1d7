/* SPDX-License-Identifier: MIT */
/* HTTP/1.1: requests in, responses out. */
#include "length_prefix.h"
#include "session.h"

#include <string.h>

static const char out_of_memory[] = "out of memory";

void jrpci_http_init(jrpci_http *http, struct jrpci_session *session, const jrpc_allocator *allocator) {
    *http = (jrpci_http){0};
    llhttp_init(&http->parser, HTTP_REQUEST, &jrpci_http_settings);
    http->parser.data = session;
    jrpc_buffer_init(&http->kept, allocator);
    jrpc_buffer_init(&http->body, allocator);
    jrpc_buffer_init(&http->fields, allocator);
}

static void fini(jrpci_session *session) {
    jrpc_buffer_fini(&session->as.http.kept);
    jrpc_buffer_fini(&session->as.http.body);
    jrpc_buffer_fini(&session->as.http.fields);
}

/* ---- Answers ---- */

/* Why a connection ends with a status, for the log. */
static const char *why(unsigned status) {
    switch (status) {
    case 400: return "malformed HTTP request (400)";
    case 403: return "refused (403)";
    case 405: return "method not allowed (405)";
    case 408: return "request took too long (408)";
    case 411: return "body without length (411)";
    case 413: return "body over maxDocumentBytes (413)";
    case 414: return "target over maxTargetBytes (414)";
    case 417: return "unknown expectation (417)";
    case 431: return "header over maxHeaderBytes or maxHeaderCount (431)";
    case 500: return "out of memory (500)";
    case 501: return "unknown method or transfer coding (501)";
    case 503: return "stopping (503)";
    case 505: return "unknown HTTP version (505)";
    default: return "refused";
    }
}

static void write_empty(jrpci_session *session, unsigned status, jrpc_buffer *out) {
    if (!jrpci_http_write_empty(out, status, &session->as.http.manner))
        jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
}

static void refuse(jrpci_session *session, unsigned status, jrpc_buffer *out) {
    jrpci_http *http = &session->as.http;
    http->manner.close = true;
    http->manner.keep_alive = false;
    http->manner.allow = status == 405;
    write_empty(session, status, out);
    jrpci_session_end(session, JRPCI_LAST_ANSWER, why(status));
}

/* The reply in a 200, silence in a 204. */
static void answer_call(jrpci_session *session, jrpci_text body, jrpc_buffer *out) {
    char scratch[JRPCI_HTTP_TAIL];
    const char *tail = jrpci_http_tail(&session->as.http.manner, scratch);
    jrpci_length_prefix prefix;
    if (!tail || !jrpci_length_prefix_begin(&prefix, out, &session->digits, jrpci_http_ok_head, tail)) {
        jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
        return;
    }
    bool answered = jrpci_session_answer(session, body.at, body.length, out);
    if (answered && !jrpci_length_prefix_is_empty(&prefix, out)) {
        if (!jrpci_length_prefix_end(&prefix, out)) jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
        return;
    }
    jrpci_length_prefix_cancel(&prefix, out);
    if (answered)
        write_empty(session, session->site->rules.no_content ? 204 : 200, out);
    else
        refuse(session, 500, out);
}

static void answer(jrpci_session *session, jrpc_buffer *out) {
    jrpci_http *http = &session->as.http;
    unsigned status = http->now.status;
    http->manner.allow = status == 405 || (status == 204 && http->manner.preflight);
    jrpci_text body;
    if (status)
        write_empty(session, status, out);
    else if (jrpci_http_body(http, &body))
        answer_call(session, body, out);
    else
        refuse(session, 500, out);
    if (http->manner.close) jrpci_session_end(session, JRPCI_LAST_ANSWER, NULL);
}

static void begin_anew(jrpci_session *session) {
    jrpci_http *http = &session->as.http;
    http->now = (jrpci_http_state){.part = JRPCI_HTTP_BETWEEN};
    jrpci_http_piece_clear(http);
    if (http->kept.capacity) jrpc_buffer_fini(&http->kept);
    if (http->body.capacity) jrpc_buffer_fini(&http->body);
    if (http->fields.capacity) jrpc_buffer_fini(&http->fields);
    session->turn++;
}

/* ---- Reading ---- */

static bool is_in_head(const jrpci_http *http) {
    return http->now.part != JRPCI_HTTP_BODY;
}

/* What stands before a target or a version may be cut off by the end of a read. */
static void remember_last(jrpci_http *http) {
    size_t size = sizeof http->last;
    if (http->read_length >= size) {
        memcpy(http->last, http->read + http->read_length - size, size);
        return;
    }
    memmove(http->last, http->last + http->read_length, size - http->read_length);
    memcpy(http->last + size - http->read_length, http->read, http->read_length);
}

/* Only as much of a head as may come is shown to the parser, so that nothing in it goes uncounted. */
static size_t slice_length(const jrpci_session *session, size_t length) {
    const jrpci_http *http = &session->as.http;
    if (!is_in_head(http)) return length;
    size_t room = jrpci_limits_size(session->site->limits, JRPCI_MAX_HEADER_BYTES) - http->now.head_bytes;
    return length < room ? length : room;
}

/* All of a slice was used and the request goes on. Answers the status that refuses it, or 0. */
static unsigned end_slice(jrpci_session *session) {
    jrpci_http *http = &session->as.http;
    jrpci_http_state *now = &http->now;
    if (!jrpci_http_piece_park(http)) return 500;
    if (!is_in_head(http)) return 0;
    remember_last(http);
    now->head_bytes += http->read_length;
    if (now->head_bytes < jrpci_limits_size(session->site->limits, JRPCI_MAX_HEADER_BYTES)) return 0;
    return now->part == JRPCI_HTTP_TARGET ? 414 : 431;
}

/* What the parser could not read. */
static unsigned status_of_error(const jrpci_http *http, llhttp_errno_t error) {
    const char *at = http->parser.error_pos;
    switch (error) {
    case HPE_INVALID_METHOD:
        /* A method that nobody here knows, or no method at all. */
        return at && jrpci_text_is_token((jrpci_text){at, 1}) ? 501 : 400;
    case HPE_INVALID_VERSION:
        /* A good version with something behind it is no version question. */
        return http->parser.http_major == 1 && http->parser.http_minor <= 1 ? 400 : 505;
    case HPE_PAUSED_H2_UPGRADE: return 505;
    default: return 400;
    }
}

/* Bytes of a chunked body that are none of its data; those of its first read are let off. */
static bool is_mostly_framing(jrpci_session *session, size_t used, size_t body_before) {
    jrpci_http_state *now = &session->as.http.now;
    if (now->chunked) now->overhead_bytes += used - (now->body_bytes - body_before);
    return now->overhead_bytes > jrpci_limits_size(session->site->limits, JRPCI_MAX_CHUNK_OVERHEAD_BYTES);
}

static void continue_if_due(jrpci_session *session, jrpc_buffer *out) {
    jrpci_http_state *now = &session->as.http.now;
    if (!now->continues || is_in_head(&session->as.http)) return;
    now->continues = false;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!now->body_bytes && !jrpc_buffer_append(out, go_on, sizeof go_on - 1))
        jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
}

/* Shows the parser one slice: up to the end of a request at most. Answers how much was used. */
static size_t feed_slice(jrpci_session *session, const char *bytes, size_t length, jrpc_buffer *out) {
    jrpci_http *http = &session->as.http;
    bool in_body = !is_in_head(http);
    size_t body_before = http->now.body_bytes;
    http->read = bytes;
    http->read_length = slice_length(session, length);
    llhttp_errno_t error = llhttp_execute(&http->parser, bytes, http->read_length);
    if (error == HPE_PAUSED && http->now.complete) {
        size_t used = (size_t)(llhttp_get_error_pos(&http->parser) - bytes);
        llhttp_resume(&http->parser);
        answer(session, out);
        begin_anew(session);
        return used;
    }
    unsigned status = error != HPE_OK ? (http->now.status ? http->now.status : status_of_error(http, error))
                                      : end_slice(session);
    if (!status && in_body && is_mostly_framing(session, http->read_length, body_before)) status = 400;
    if (status)
        refuse(session, status, out);
    else
        continue_if_due(session, out);
    return http->read_length;
}

static size_t feed(jrpci_session *session, const char *bytes, size_t length, jrpc_buffer *out, size_t mark) {
    size_t at = 0;
    while (at < length && session->ending == JRPCI_OPEN && out->length < mark)
        at += feed_slice(session, bytes + at, length - at, out);
    const jrpci_http *http = &session->as.http;
    if (session->ending != JRPCI_OPEN)
        at = length;
    else if (!is_in_head(http))
        session->wait = JRPCI_WAIT_BODY;
    else
        session->wait = http->now.head_bytes ? JRPCI_WAIT_HEAD : JRPCI_WAIT_IDLE;
    return at;
}

/* RFC 9110 section 15.5.9: 408 tells of a request that began. */
static void expire(jrpci_session *session, jrpc_buffer *out) {
    if (session->wait == JRPCI_WAIT_IDLE) {
        jrpci_session_end(session, JRPCI_LAST_ANSWER, "idle");
        return;
    }
    session->as.http.manner = (jrpci_http_manner){0};
    refuse(session, 408, out);
}

const jrpci_protocol jrpci_http_protocol = {feed, expire, fini};
