/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "exchange.h"
#include "judge.h"

#include "wire/http.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDLE_CONNECTIONS 1100u

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

/* ---- what can be sent where ---- */

static bool is_blank(const wire_buffer *bytes) {
    for (size_t i = 0; bytes->data && i < bytes->length; i++)
        if (bytes->data[i] == '\0' || !strchr(" \t\r\n", bytes->data[i])) return false;
    return true;
}

static const char *misfit(const conf_case *one, const conf_place *place) {
    bool http = wire_transport_is_http(place->address.transport);
    wire_framing framing = place->address.framing;
    if (one->strict && !place->strict) return "it needs the version policy strict";
    if (place->stdio && (one->writes == CONF_AFTER_1100_IDLE || one->writes == CONF_THEN_RESET))
        return "it needs sockets";
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

bool conf_frame(const conf_case *one, const conf_place *place, wire_buffer *bytes) {
    const wire_buffer *sent = &one->sent;
    char host[272];
    wire_address_host(&place->address, host, sizeof host);
    if (one->transport != CONF_DOCUMENT)
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

/* Sends and resets; whoever comes next has to be served all the same. */
static void run_reset(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_connection connection;
    wire_error error = {""};
    wire_buffer bytes = {0};
    if (!wire_connect(&connection, &place->address, wire_after(place->seconds), &error)) {
        conf_fail(result, "%s", error.text);
        return;
    }
    conf_exchange exchange = {.connection = &connection, .deadline = wire_after(place->seconds)};
    if (conf_frame(one, place, &bytes))
        conf_send(&exchange, (wire_slice){bytes.data, bytes.length}, CONF_AT_ONCE);
    wire_reset(&connection);
    conf_exchange_fini(&exchange);
    wire_buffer_fini(&bytes);
    conf_case again = *one;
    again.writes = CONF_AT_ONCE;
    run_once(&again, place, result);
}

static void run_beside_idle(const conf_case *one, const conf_place *place, conf_result *result) {
    wire_connection *idle = calloc(IDLE_CONNECTIONS, sizeof *idle);
    size_t open = 0;
    bool good = idle != NULL;
    wire_error error = {"out of memory"};
    while (good && open < IDLE_CONNECTIONS) {
        good = wire_connect(&idle[open], &place->address, wire_after(place->seconds), &error);
        open += good;
    }
    if (good)
        run_once(one, place, result);
    else
        conf_fail(result, "idle connection %zu: %s", open + 1, error.text);
    while (open > 0) wire_close(&idle[--open]);
    free(idle);
}

void conf_run(const conf_case *one, const conf_place *place, conf_result *result) {
    *result = (conf_result){.verdict = CONF_PASS};
    if (!conf_fits(one, place, &result->why))
        result->verdict = CONF_SKIP;
    else if (one->writes == CONF_THEN_RESET)
        run_reset(one, place, result);
    else if (one->writes == CONF_AFTER_1100_IDLE)
        run_beside_idle(one, place, result);
    else
        run_once(one, place, result);
}
