/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "exchange.h"
#include "http_judge.h"
#include "judge.h"
#include "parts.h"

#include <string.h>

/* One HTTP connection while a case runs on it. */
struct session {
    const conf_case *one;
    const conf_place *place;
    conf_exchange *exchange;
    wire_http_reader *reader;
    conf_conversation conversation;
    bool sent_rest; /* what waits for an interim response */
};

/* Sends what the case holds back until a 100 has come. */
static void send_rest(struct session *session) {
    const wire_value *rest = wire_member(session->one->expect, "then_send");
    wire_buffer bytes = {0};
    if (!rest || session->sent_rest) return;
    session->sent_rest = true;
    if (!conf_parts_append(rest, &bytes, NULL))
        conf_send(session->exchange, (wire_slice){bytes.data, bytes.length}, CONF_AT_ONCE);
    wire_buffer_fini(&bytes);
}

static void take_response(struct session *session, const wire_http_response *response) {
    conf_conversation *conversation = &session->conversation;
    if (!conf_conversation_add(conversation, session->reader, response))
        conversation->broken = "too many responses";
    if (response->status < 200) send_rest(session);
}

/* Reads the responses in what has come so far. */
static void take_all(struct session *session) {
    wire_buffer *in = &session->exchange->in;
    const wire_http_response *response;
    while (in->length && !session->conversation.broken) {
        size_t consumed;
        wire_http_status status = wire_http_feed(session->reader, in->data, in->length, &consumed, &response);
        wire_buffer_drop(in, consumed);
        if (status == WIRE_HTTP_RESPONSE)
            take_response(session, response);
        else if (status == WIRE_HTTP_BAD)
            session->conversation.broken = wire_http_message(session->reader);
    }
}

static void take_end(struct session *session) {
    const wire_http_response *response;
    if (session->conversation.closed) return;
    session->conversation.closed = true;
    wire_http_status status = wire_http_finish(session->reader, &response);
    if (status == WIRE_HTTP_RESPONSE)
        take_response(session, response);
    else if (status == WIRE_HTTP_BAD)
        session->conversation.broken = wire_http_message(session->reader);
}

/* Receives until there are `wanted` final responses or the connection has ended. */
static void receive(struct session *session, size_t wanted) {
    take_all(session);
    while (session->conversation.count < wanted && !session->conversation.broken &&
           conf_receive(session->exchange))
        take_all(session);
    if (session->exchange->ended && !session->conversation.broken) take_end(session);
}

/* One more call, to see whether the connection is in order still. */
static void probe(struct session *session, conf_result *result) {
    const wire_address *address = &session->place->address;
    conf_conversation *conversation = &session->conversation;
    size_t before = conversation->count;
    wire_buffer bytes = {0};
    char host[272];
    wire_address_host(address, host, sizeof host);
    wire_http_post(&bytes, host, address->target, conf_probe.bytes, conf_probe.length);
    conf_send(session->exchange, (wire_slice){bytes.data, bytes.length}, CONF_AT_ONCE);
    receive(session, before + 1);
    const wire_buffer *body = conversation->count > before ? &conversation->responses[before].body : NULL;
    if (conversation->broken)
        conf_fail(result, "then a call: %s", conversation->broken);
    else if (!body)
        conf_fail(result, "then a call: it is not answered");
    else if (!conf_is_probe_answer((wire_slice){body->data, body->length}))
        conf_fail(result, "then a call: what came does not answer it");
    wire_buffer_fini(&bytes);
}

static void expect_close(struct session *session, conf_result *result) {
    size_t before = session->conversation.count;
    receive(session, SIZE_MAX);
    if (session->conversation.broken)
        conf_fail(result, "%s", session->conversation.broken);
    else if (session->conversation.count > before)
        conf_fail(result, "another response came");
    else if (!session->conversation.closed)
        conf_fail(result, "the connection stays open for %g s", session->place->seconds);
}

/* Any server may say that a connection ends here (RFC 9112, 9.6), as one of HTTP/1.0 does by being that. */
static bool may_end(const struct session *session) {
    const conf_conversation *conversation = &session->conversation;
    return !session->place->exact && conversation->count &&
           !conversation->responses[conversation->count - 1].keeps;
}

static void check_connection(struct session *session, wire_slice wanted, conf_result *result) {
    if (wire_slice_equal(wanted, wire_slice_of("keep")) && !may_end(session))
        probe(session, result);
    else if (wire_slice_equal(wanted, wire_slice_of("close")))
        expect_close(session, result);
}

/* The first good answer that fits what came; NULL: none. `why` is about the expected one. */
static const wire_value *fitting(const struct session *session, wire_error *why) {
    const conf_case *one = session->one;
    wire_error ignored;
    if (conf_http_judge(one->expect, &session->conversation, why)) return one->expect;
    const wire_value *more = session->place->exact || !one->accept ? NULL : one->accept->first;
    while (more && !conf_http_judge(more, &session->conversation, &ignored)) more = more->next;
    return more;
}

static void judge_http_case(struct session *session, conf_result *result) {
    wire_error why = {""};
    size_t wanted = conf_http_expect_responses(session->one->expect);
    receive(session, wanted ? wanted : SIZE_MAX);
    const wire_value *fits = fitting(session, &why);
    bool sound = !session->conversation.broken && session->conversation.count > 0;
    conf_judged(result, session->one, session->place, fits, sound, why.text);
    if (fits) check_connection(session, conf_http_expect_connection(fits), result);
    if (session->one->writes != CONF_THEN_WAIT || session->place->exact || session->exchange->ended) return;
    result->verdict = CONF_SKIP;
    wire_error_set(&result->why, "the server waits longer than %g s (--timeout)", session->place->seconds);
}

/* A document in a POST: one response, and the connection goes on. */
static void judge_document(struct session *session, conf_result *result) {
    const conf_case *one = session->one;
    wire_error why = {""};
    receive(session, 1);
    if (session->conversation.broken || session->conversation.count != 1) {
        conf_fail(result, "%s",
                  session->conversation.broken ? session->conversation.broken : "no response came");
        return;
    }
    const conf_response *response = &session->conversation.responses[0];
    bool exact = session->place->exact, sound;
    wire_slice body = {response->body.data, response->body.length};
    const wire_value *answer = conf_judge_case(one, exact, &body, body.length ? 1 : 0, &sound, &why);
    conf_judged(result, one, session->place, answer, sound, why.text);
    if (answer && exact && !conf_http_judge_carrier(response, &why)) conf_fail(result, "%s", why.text);
    if (exact || response->keeps) probe(session, result);
}

void conf_run_http(const conf_case *one, const conf_place *place, conf_exchange *exchange,
                   conf_result *result) {
    struct session session = {
        .one = one, .place = place, .exchange = exchange, .reader = wire_http_reader_new()};
    wire_buffer bytes = {0};
    if (!session.reader || !conf_frame(one, place, &bytes)) {
        conf_fail(result, "out of memory");
    } else {
        if (bytes.length > 5 && memcmp(bytes.data, "HEAD ", 5) == 0) wire_http_expect_head(session.reader);
        conf_send_case(exchange, (wire_slice){bytes.data, bytes.length}, one);
        if (one->writes == CONF_THEN_HALF_CLOSE) wire_half_close(exchange->connection);
        if (one->transport == CONF_HTTP)
            judge_http_case(&session, result);
        else
            judge_document(&session, result);
    }
    conf_conversation_fini(&session.conversation);
    wire_http_reader_free(session.reader);
    wire_buffer_fini(&bytes);
}
