/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "exchange.h"
#include "judge.h"

#include "wire/http.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A burst would try the length of the queue in which connections wait to be accepted, which is no concern of the cases:
 * a connection that finds it full is delayed by a second. So few come at a time. All together have a limit, so that a
 * server that accepts slowly fails a case and does not hold up the suite. */
#define IDLE_CONNECTIONS 1100u
#define IDLE_AT_A_TIME 2u
#define IDLE_PAUSE_MILLISECONDS 1
#define IDLE_PATIENCE 3 /* times the limit of a case */

#define LEAVES 50

void conf_result_fini(conf_result *result) {
    wire_buffer_fini(&result->got);
}

void conf_fail(conf_result *result, const char *format, ...) {
    if (result->verdict == CONF_FAIL) return;
    result->verdict = CONF_FAIL;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->why.text, sizeof result->why.text, format, arguments);
    va_end(arguments);
}

void conf_judged(conf_result *result, const conf_case *one, const conf_place *place, const wire_value *answer,
                 bool sound, const char *why) {
    bool open = one->class == CONF_CHOICE && !place->exact;
    result->answer = answer;
    if (!answer && !(open && sound))
        conf_fail(result, "%s", why);
    else if (open && result->verdict == CONF_PASS)
        result->verdict = CONF_CHOSE;
}

static const char probe_text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"conformance.nosuch\",\"id\":\"probe\"}";
const wire_slice conf_probe = {probe_text, sizeof probe_text - 1};

bool conf_is_probe_answer(wire_slice document) {
    wire_document read = {0};
    bool is = wire_read(&read, document.bytes, document.length) &&
              wire_string_is(wire_member(read.root, "id"), "probe");
    wire_document_fini(&read);
    return is;
}

/* ---- what can be sent where ---- */

static bool is_blank(const wire_buffer *bytes) {
    for (size_t i = 0; bytes->data && i < bytes->length; i++)
        if (bytes->data[i] == '\0' || !strchr(" \t\r\n", bytes->data[i])) return false;
    return true;
}

/* What stands against a case whatever the transport. */
static const char *beyond(const conf_case *one, const conf_place *place) {
    if (one->tier == CONF_TIER_ABUSE && place->tier < CONF_TIER_ABUSE)
        return "it is huge, deep, many or slow (--tier abuse)";
    if (one->service && !place->service) return "it needs the methods of the conformance service";
    if (one->needs & ~place->features & CONF_BATCH) return "the server does not claim batches";
    if (one->needs & ~place->features) return "it needs a feature that the server does not claim";
    if (one->own_limits && !place->exact) return "it is about limits that this project's own server has";
    if (one->strict && !place->strict) return "it needs the version policy strict";
    return NULL;
}

static bool needs_sockets(conf_writes writes) {
    return writes == CONF_AFTER_1100_IDLE || writes == CONF_THEN_RESET || writes == CONF_IN_TWO_PIECES ||
           writes == CONF_LEAVE_50;
}

static const char *misfit(const conf_case *one, const conf_place *place) {
    const char *reason = beyond(one, place);
    if (reason) return reason;
    if (place->call) return one->transport == CONF_DOCUMENT && !one->pause ? NULL : "it is about a transport";
    bool http = wire_transport_is_http(place->address.transport);
    wire_framing framing = place->address.framing;
    if (place->stdio && needs_sockets(one->writes)) return "it needs sockets";
    if (one->transport == CONF_HTTP) return http ? NULL : "it is about HTTP";
    if (one->transport == CONF_LINE) return !http && framing == WIRE_LINE ? NULL : "it is about lines";
    if (one->transport == CONF_CONTENT_LENGTH)
        return !http && framing == WIRE_CONTENT_LENGTH ? NULL : "it is about Content-Length framing";
    if (http) return NULL;
    if (framing == WIRE_CONCATENATED && !one->one_document) return "it is not one whole Object or Array";
    if (framing == WIRE_LINE && memchr(one->sent.data ? one->sent.data : "", '\n', one->sent.length))
        return "it holds line ends";
    if (framing == WIRE_LINE && is_blank(&one->sent)) return "a blank line is no document";
    return NULL;
}

bool conf_fits(const conf_case *one, const conf_place *place, wire_error *why) {
    const char *reason = misfit(one, place);
    if (reason) wire_error_set(why, "%s", reason);
    return !reason;
}

/* The bytes of an HTTP case, whose requests are written for the target / and the host h. */
static void address_http(const conf_place *place, const char *host, const wire_buffer *sent,
                         wire_buffer *bytes) {
    const char *at = sent->data, *end = at + sent->length;
    const char *space = memchr(at, ' ', sent->length < 16 ? sent->length : 16);
    if (space && end - space > 7 && memcmp(space, " / HTTP", 7) == 0) {
        wire_buffer_append(bytes, at, (size_t)(space + 1 - at));
        wire_buffer_string(bytes, place->address.target);
        at = space + 2;
    }
    const char *field = memmem(at, (size_t)(end - at), "\r\nHost: h\r\n", 11);
    while (field) {
        wire_buffer_append(bytes, at, (size_t)(field + 8 - at));
        wire_buffer_string(bytes, host);
        at = field + 9;
        field = memmem(at, (size_t)(end - at), "\r\nHost: h\r\n", 11);
    }
    wire_buffer_append(bytes, at, (size_t)(end - at));
}

bool conf_frame(const conf_case *one, const conf_place *place, wire_buffer *bytes) {
    const wire_buffer *sent = &one->sent;
    char host[272];
    wire_address_host(&place->address, host, sizeof host);
    if (one->transport == CONF_HTTP && sent->length)
        address_http(place, host, sent, bytes);
    else if (one->transport != CONF_DOCUMENT)
        wire_buffer_append(bytes, sent->data, sent->length);
    else if (wire_transport_is_http(place->address.transport))
        wire_http_post(bytes, host, place->address.target, sent->data, sent->length);
    else
        wire_frame(bytes, place->address.framing, sent->data, sent->length);
    for (int i = 0; i < 80 && one->writes == CONF_REPEAT_80; i++)
        wire_buffer_append(bytes, sent->data + one->first_part, sent->length - one->first_part);
    return !bytes->failed;
}

/* ---- connections ---- */

static void run_connected(const conf_case *one, const conf_place *place, wire_connection *connection,
                          conf_result *result) {
    conf_exchange exchange = {.connection = connection, .deadline = wire_after(place->seconds)};
    if (wire_transport_is_http(place->address.transport))
        conf_run_http(one, place, &exchange, result);
    else
        conf_run_stream(one, place, &exchange, result);
    wire_buffer_append(&result->got, exchange.heard.data, exchange.heard.length);
    conf_exchange_fini(&exchange);
}

/* Connects, runs, closes. */
static void run_once(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_connection connection = WIRE_CONNECTION_NONE;
    wire_error error = {""};
    if (place->stdio) {
        run_connected(one, place, place->stdio, result);
        wire_close(place->stdio);
    } else if (wire_connect(&connection, &place->address, wire_after(place->seconds), &error)) {
        run_connected(one, place, &connection, result);
        wire_close(&connection);
    } else {
        conf_fail(result, "%s", error.text);
    }
}

/* Sends and resets, once the first bytes of the reply have come where it is waited for. */
static bool send_and_reset(const conf_case *one, const conf_place *place, bool waits, wire_error *error) {
    wire_connection connection;
    wire_buffer bytes = {0};
    if (!wire_connect(&connection, &place->address, wire_after(place->seconds), error)) return false;
    conf_exchange exchange = {.connection = &connection, .deadline = wire_after(place->seconds)};
    if (conf_frame(one, place, &bytes))
        conf_send(&exchange, (wire_slice){bytes.data, bytes.length}, CONF_AT_ONCE);
    bool good = !waits || exchange.heard.length || conf_receive(&exchange);
    if (!good) wire_error_set(error, "nothing came");
    wire_reset(&connection);
    conf_exchange_fini(&exchange);
    wire_buffer_fini(&bytes);
    return good;
}

static void run_properly(const conf_case *one, const conf_place *place, conf_result *result) {
    conf_case again = *one;
    again.writes = CONF_AT_ONCE;
    run_once(&again, place, result);
}

/* Whoever comes behind a client that left has to be served all the same. */
static void run_reset(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_error error = {""};
    bool waits = one->writes == CONF_LEAVE_50;
    for (int left = waits ? LEAVES : 1; left > 0; left--) {
        if (send_and_reset(one, place, waits, &error)) continue;
        conf_fail(result, "%s", error.text);
        return;
    }
    run_properly(one, place, result);
}

/* The first cut that fails is the last that is tried. */
static void run_in_two_pieces(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_buffer bytes = {0};
    conf_case cut = *one;
    cut.writes = CONF_AT_ONCE;
    if (!conf_frame(one, place, &bytes)) conf_fail(result, "out of memory");
    for (cut.pause = 1; cut.pause < bytes.length && result->verdict != CONF_FAIL; cut.pause++) {
        result->got.length = 0;
        run_once(&cut, place, result);
        if (result->verdict != CONF_FAIL) continue;
        wire_error why = result->why;
        wire_error_set(&result->why, "cut behind %zu bytes: %s", cut.pause, why.text);
    }
    wire_buffer_fini(&bytes);
}

/* How many could be opened. */
static size_t open_idle(wire_connection *idle, const conf_place *place, wire_error *error) {
    wire_time deadline = wire_after(IDLE_PATIENCE * place->seconds);
    size_t open = 0;
    while (open < IDLE_CONNECTIONS) {
        bool good = wire_connect(&idle[open], &place->address, deadline, error);
        /* A Unix socket does not wait for room in its queue. */
        if (!good && (errno != EAGAIN || wire_now() >= deadline)) break;
        open += good;
        if (!good || open % IDLE_AT_A_TIME == 0) poll(NULL, 0, IDLE_PAUSE_MILLISECONDS);
    }
    return open;
}

static void run_beside_idle(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_connection *idle = calloc(IDLE_CONNECTIONS, sizeof *idle);
    wire_error error = {"out of memory"};
    size_t open = idle ? open_idle(idle, place, &error) : 0;
    if (open == IDLE_CONNECTIONS)
        run_once(one, place, result);
    else
        conf_fail(result, "idle connection %zu: %s", open + 1, error.text);
    while (open > 0) wire_close(&idle[--open]);
    free(idle);
}

static void run_call(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_buffer reply = {0};
    wire_error why = {""};
    if (place->call(place->context, (wire_slice){one->sent.data, one->sent.length}, &reply, &why)) {
        wire_slice document = {reply.data, reply.length};
        bool sound;
        const wire_value *answer =
            conf_judge_case(one, place->exact, &document, reply.length ? 1 : 0, &sound, &why);
        conf_judged(result, one, place, answer, sound, why.text);
    } else {
        conf_fail(result, "%s", why.text);
    }
    wire_buffer_append(&result->got, reply.data,
                       reply.length < CONF_HEARD_MAX ? reply.length : CONF_HEARD_MAX);
    wire_buffer_fini(&reply);
}

static void run_anyhow(const conf_case *one, const conf_place *place, conf_result *result) {
    if (!conf_fits(one, place, &result->why))
        result->verdict = CONF_SKIP;
    else if (one->writes == CONF_THEN_RESET || one->writes == CONF_LEAVE_50)
        run_reset(one, place, result);
    else if (one->writes == CONF_IN_TWO_PIECES)
        run_in_two_pieces(one, place, result);
    else if (one->writes == CONF_AFTER_1100_IDLE)
        run_beside_idle(one, place, result);
    else if (place->call)
        run_call(one, place, result);
    else
        run_once(one, place, result);
}

void conf_run(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_time start = wire_now();
    *result = (conf_result){.verdict = CONF_PASS};
    run_anyhow(one, place, result);
    result->seconds = (double)(wire_now() - start) / 1e9;
}
