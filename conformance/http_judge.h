/* SPDX-License-Identifier: MIT */
#ifndef CONF_HTTP_JUDGE_H
#define CONF_HTTP_JUDGE_H

#include "case.h"

#include "wire/http.h"

/* What came back on an HTTP connection, kept beyond its reader. */
typedef struct conf_response {
    int status;
    bool keeps;          /* lets the connection go on */
    wire_buffer headers; /* "name: value" lines, LF behind each */
    wire_buffer body;
} conf_response;

typedef struct conf_conversation {
    conf_response *responses; /* final ones, in order */
    size_t count;
    int interim[8]; /* statuses of interim ones (1xx), in order */
    size_t interim_count;
    bool closed;        /* the server closed the connection */
    const char *broken; /* what came and was no HTTP; NULL: nothing */
} conf_conversation;

/* Adds the response that `reader` handed out last. False: out of memory, or too many. */
bool conf_conversation_add(conf_conversation *conversation, const wire_http_reader *reader,
                           const wire_http_response *response);
void conf_conversation_fini(conf_conversation *conversation);

/* NULL, or what is wrong with the form of an expectation of HTTP. */
const char *conf_http_expect_check(const wire_value *expect);

/* How many final responses it wants. */
size_t conf_http_expect_responses(const wire_value *expect);

/* "keep", "close" or "any": what the last response has to leave behind. */
wire_slice conf_http_expect_connection(const wire_value *expect);

/* Whether the responses are what `expect` wants; the connection's state is not looked at. */
bool conf_http_judge(const wire_value *expect, const conf_conversation *conversation, wire_error *why);

/* Whether a response carries a reply as our own server does: 200 and JSON, or 204 without content for silence. */
bool conf_http_judge_carrier(const conf_response *response, wire_error *why);

#endif
