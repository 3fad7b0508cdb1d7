/* SPDX-License-Identifier: MIT */
/* The head of a request: llhttp reads it, and what llhttp lets through is checked here. */
#include "session.h"

#include <string.h>
#include <strings.h>

static jrpci_session *session_of(llhttp_t *parser) {
    return parser->data;
}

static jrpci_http *http_of(llhttp_t *parser) {
    return &session_of(parser)->as.http;
}

int jrpci_http_refuse(jrpci_http *http, unsigned status) {
    http->now.status = status;
    http->now.close = true;
    return -1;
}

static int add_piece(jrpci_http *http, const char *at, size_t length) {
    return jrpci_http_piece_add(http, at, length) ? 0 : jrpci_http_refuse(http, 500);
}

/* What authorise is shown later. */
static bool record(jrpci_http *http, const jrpci_session *session, jrpci_text text) {
    if (!session->site->rules.authorise || http->now.trailer) return true;
    return jrpc_buffer_append(&http->fields, text.at, text.length) &&
           jrpc_buffer_append(&http->fields, "", 1);
}

/* ---- Request line ---- */

static int on_message_begin(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    size_t head_bytes = http->now.head_bytes; /* of the empty lines before */
    http->now = (jrpci_http_state){.part = JRPCI_HTTP_TARGET, .head_bytes = head_bytes, .json = true};
    http->fields.length = 0;
    jrpci_http_piece_clear(http);
    return 0;
}

/* Whether `text` stands right before `at`; part of it may have come with an earlier read. */
static bool follows(const jrpci_http *http, const char *at, const char *text) {
    size_t length = strlen(text);
    size_t here = (size_t)(at - http->read);
    if (here >= length) return memcmp(at - length, text, length) == 0;
    const char *earlier = http->last + sizeof http->last - (length - here);
    return memcmp(earlier, text, length - here) == 0 && memcmp(http->read, text + length - here, here) == 0;
}

static int on_url(llhttp_t *parser, const char *at, size_t length) {
    jrpci_http *http = http_of(parser);
    http->now.target_bytes += length;
    if (http->now.target_bytes > jrpci_limits_size(session_of(parser)->site->limits, JRPCI_MAX_TARGET_BYTES))
        return jrpci_http_refuse(http, 414);
    if (!http->piece_open && follows(http, at, "  ")) return jrpci_http_refuse(http, 400);
    return add_piece(http, at, length);
}

static int on_url_complete(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    const jrpci_session *session = session_of(parser);
    jrpci_text whole;
    if (!jrpci_http_piece_whole(http, &whole) || !record(http, session, whole))
        return jrpci_http_refuse(http, 500);
    jrpci_target target = jrpci_target_read(whole);
    jrpci_http_state *now = &http->now;
    now->asterisk = target.kind == JRPCI_TARGET_ASTERISK;
    now->absolute = target.kind == JRPCI_TARGET_ABSOLUTE;
    now->bad_target = target.kind == JRPCI_TARGET_BAD && parser->method != HTTP_CONNECT;
    now->path_fits = jrpci_text_equals(target.path, session->site->rules.path);
    if (now->absolute) now->host = jrpci_http_rules_host(&session->site->rules, target.authority);
    jrpci_http_piece_clear(http);
    return 0;
}

/* llhttp also takes "RTSP/1.0" and "ICE/1.0", and any number of spaces. */
static int on_version(llhttp_t *parser, const char *at, size_t length) {
    (void)length;
    jrpci_http *http = http_of(parser);
    if (http->now.part == JRPCI_HTTP_TARGET)
        http->now.bad_protocol = !follows(http, at, " HTTP/") || follows(http, at, "  HTTP/");
    http->now.part = JRPCI_HTTP_FIELDS;
    return 0;
}

/* ---- Fields ---- */

/* Told apart by length first: few names need a comparison. */
static jrpci_field field_of(jrpci_text name) {
    switch (name.length) {
    case 4: return jrpci_text_equals_folded(name, "host") ? JRPCI_FIELD_HOST : JRPCI_FIELD_OTHER;
    case 6:
        if (jrpci_text_equals_folded(name, "expect")) return JRPCI_FIELD_EXPECT;
        return jrpci_text_equals_folded(name, "origin") ? JRPCI_FIELD_ORIGIN : JRPCI_FIELD_OTHER;
    case 12:
        return jrpci_text_equals_folded(name, "content-type") ? JRPCI_FIELD_CONTENT_TYPE : JRPCI_FIELD_OTHER;
    case 14:
        if (jrpci_text_equals_folded(name, "content-length")) return JRPCI_FIELD_CONTENT_LENGTH;
        return jrpci_text_equals_folded(name, "sec-fetch-site") ? JRPCI_FIELD_SEC_FETCH_SITE
                                                                : JRPCI_FIELD_OTHER;
    case 17:
        return jrpci_text_equals_folded(name, "transfer-encoding") ? JRPCI_FIELD_TRANSFER_ENCODING
                                                                   : JRPCI_FIELD_OTHER;
    default: return JRPCI_FIELD_OTHER;
    }
}

static int on_header_field(llhttp_t *parser, const char *at, size_t length) {
    return add_piece(http_of(parser), at, length);
}

static int on_header_field_complete(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    const jrpci_session *session = session_of(parser);
    jrpci_http_state *now = &http->now;
    jrpci_text name;
    if (!jrpci_http_piece_whole(http, &name) || !record(http, session, name))
        return jrpci_http_refuse(http, 500);
    if (!name.length) return jrpci_http_refuse(http, 400);
    if (++now->fields > jrpci_limits_size(session->site->limits, JRPCI_MAX_HEADER_COUNT))
        return jrpci_http_refuse(http, 431);
    now->field = field_of(name);
    /* A field that decides something has no business behind the body that it would have decided on. */
    if (now->trailer && now->field != JRPCI_FIELD_OTHER) return jrpci_http_refuse(http, 400);
    if (now->trailer) now->overhead_bytes += name.length;
    jrpci_http_piece_clear(http);
    return 0;
}

/* A value that goes on after a line end is folded (RFC 9112 section 5.2): everybody reads it differently. */
static int on_header_value(llhttp_t *parser, const char *at, size_t length) {
    jrpci_http *http = http_of(parser);
    if (length && !jrpci_http_piece_continues(http, at)) return jrpci_http_refuse(http, 400);
    if (http->now.trailer) http->now.overhead_bytes += length;
    return add_piece(http, at, length);
}

static void note_coding(jrpci_http_state *now, jrpci_text value) {
    now->chunked = jrpci_text_equals_folded(value, "chunked");
    if (now->chunked) return;
    size_t last = value.length;
    while (last && value.at[last - 1] != ',') last--;
    now->unknown_coding = jrpci_text_equals_folded(jrpci_text_trim(jrpci_text_from(value, last)), "chunked");
    now->bad_coding = !now->unknown_coding;
}

static void note_value(jrpci_http_state *now, const jrpci_http_rules *rules, jrpci_text value) {
    switch (now->field) {
    case JRPCI_FIELD_HOST:
        /* RFC 9112 section 3.2.2: the target's host wins. */
        if (!now->absolute) now->host = jrpci_http_rules_host(rules, value);
        return;
    case JRPCI_FIELD_CONTENT_TYPE: now->json = jrpci_media_type_is_json(value); return;
    case JRPCI_FIELD_TRANSFER_ENCODING: note_coding(now, value); return;
    case JRPCI_FIELD_EXPECT:
        now->continues = jrpci_text_equals_folded(value, "100-continue");
        now->unknown_expectation = !now->continues;
        return;
    case JRPCI_FIELD_ORIGIN: now->origin = jrpci_http_rules_origin(rules, value); return;
    case JRPCI_FIELD_SEC_FETCH_SITE: now->cross_site = jrpci_text_equals_folded(value, "cross-site"); return;
    default: return;
    }
}

static int on_header_value_complete(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    const jrpci_session *session = session_of(parser);
    jrpci_http_state *now = &http->now;
    jrpci_text value;
    if (!jrpci_http_piece_whole(http, &value)) return jrpci_http_refuse(http, 500);
    value = jrpci_text_trim(value);
    if (!record(http, session, value)) return jrpci_http_refuse(http, 500);
    if (now->field != JRPCI_FIELD_OTHER) {
        /* Which of two would count is anybody's guess. */
        if (now->seen[now->field]++) return jrpci_http_refuse(http, 400);
        note_value(now, &session->site->rules, value);
    }
    jrpci_http_piece_clear(http);
    return 0;
}

/* ---- The whole head ---- */

static bool is_ambiguous(const jrpci_http_state *now, bool version_1_0) {
    bool coded = now->seen[JRPCI_FIELD_TRANSFER_ENCODING];
    if (coded && (version_1_0 || now->bad_coding || now->seen[JRPCI_FIELD_CONTENT_LENGTH])) return true;
    return now->bad_protocol || now->bad_target;
}

static bool lacks_host(const jrpci_http_state *now, bool version_1_0) {
    if (now->seen[JRPCI_FIELD_HOST]) return now->host == JRPCI_HOST_BAD;
    return !version_1_0;
}

/* What makes the connection useless: 0 where nothing does. */
static unsigned fatal_status(const llhttp_t *parser, const jrpci_http_state *now) {
    bool version_1_0 = parser->http_minor == 0;
    if (parser->http_major == 0) return 400;
    if (parser->http_major != 1 || parser->http_minor > 1) return 505;
    if (is_ambiguous(now, version_1_0) || lacks_host(now, version_1_0)) return 400;
    return now->unknown_coding ? 501 : 0;
}

/* What is wrong with a request that can be read to its end: 0 where nothing is. */
static unsigned refusal_status(const llhttp_t *parser, const jrpci_http_state *now) {
    if (now->host != JRPCI_HOST_FINE) return 421;
    if ((now->seen[JRPCI_FIELD_ORIGIN] || now->cross_site) && !now->origin) return 403;
    if (parser->method == HTTP_OPTIONS && (now->asterisk || now->path_fits)) return 204;
    if (!now->path_fits) return parser->method == HTTP_CONNECT ? 405 : 404;
    if (parser->method != HTTP_POST) return 405;
    return now->json ? 0 : 415;
}

static bool is_authorised(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    const jrpci_session *session = session_of(parser);
    const jrpci_http_rules *rules = &session->site->rules;
    if (!rules->authorise) return true;
    if (!jrpc_buffer_append(&http->fields, "", 1)) return false; /* an empty name ends the list */
    jrpc_http_request request = {.method = llhttp_method_name((llhttp_method_t)parser->method),
                                 .path = http->fields.data,
                                 .peer = session->peer,
                                 .fields = http->fields.data + strlen(http->fields.data) + 1};
    return rules->authorise(rules->authorise_user, &request);
}

const char *jrpc_http_field(const jrpc_http_request *request, const char *name) {
    const char *at = request->fields;
    while (*at) {
        const char *value = at + strlen(at) + 1;
        if (strcasecmp(at, name) == 0) return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

/* A call that would run: what its body may be. */
static unsigned body_status(llhttp_t *parser, const jrpci_http_state *now) {
    const jrpci_session *session = session_of(parser);
    if (session->stopping) return 503;
    if (now->unknown_expectation && parser->http_minor == 1) return 417;
    if (!now->chunked && !now->seen[JRPCI_FIELD_CONTENT_LENGTH]) return 411;
    return 0;
}

static void set_manner(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    const jrpci_session *session = session_of(parser);
    bool more = ++http->requests < session->site->limits->values[JRPCI_MAX_CONNECTION_REQUESTS] ||
                !session->site->limits->values[JRPCI_MAX_CONNECTION_REQUESTS];
    bool keep = llhttp_should_keep_alive(parser) && more && !session->stopping;
    http->manner = (jrpci_http_manner){
        .close = !keep,
        .keep_alive = keep && parser->http_minor == 0,
        .preflight = parser->method == HTTP_OPTIONS,
        .origin = http->now.origin,
    };
}

static int on_headers_complete(llhttp_t *parser) {
    jrpci_http *http = http_of(parser);
    jrpci_http_state *now = &http->now;
    parser->upgrade = 0; /* no upgrade is offered, so that none is looked for (RFC 9110 section 7.8) */
    set_manner(parser);
    unsigned status = fatal_status(parser, now);
    if (status) return jrpci_http_refuse(http, status);
    now->status = refusal_status(parser, now);
    if (!now->status) {
        status = body_status(parser, now);
        if (status) return jrpci_http_refuse(http, status);
        if (!is_authorised(parser)) now->status = 403;
    }
    if (parser->content_length >
        jrpci_limits_size(session_of(parser)->site->limits, JRPCI_MAX_DOCUMENT_BYTES))
        return jrpci_http_refuse(http, 413);
    now->continues = now->continues && parser->http_minor == 1;
    /* Whoever waits for 100 need not send the body at all, so that where the next request begins is not known. */
    if (now->status && (now->continues || parser->method == HTTP_CONNECT))
        return jrpci_http_refuse(http, now->status);
    now->part = JRPCI_HTTP_BODY;
    return 0;
}

const llhttp_settings_t jrpci_http_settings = {
    .on_message_begin = on_message_begin,
    .on_url = on_url,
    .on_url_complete = on_url_complete,
    .on_version = on_version,
    .on_header_field = on_header_field,
    .on_header_field_complete = on_header_field_complete,
    .on_header_value = on_header_value,
    .on_header_value_complete = on_header_value_complete,
    .on_headers_complete = on_headers_complete,
    .on_body = jrpci_http_on_body,
    .on_chunk_header = jrpci_http_on_chunk_header,
    .on_message_complete = jrpci_http_on_message_complete,
};
