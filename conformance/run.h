/* SPDX-License-Identifier: MIT */
#ifndef CONF_RUN_H
#define CONF_RUN_H

#include "case.h"

#include "wire/transport.h"

/* Runs one case on one connection. */

/* Calls a server that lives in this process: appends its reply, nothing for silence. False: `error` says why. */
typedef bool conf_call(void *context, wire_slice request, wire_buffer *reply, wire_error *error);

/* Where cases are sent, and what is asked of the server. Plain data. */
typedef struct conf_place {
    wire_address address;   /* transport and framing, and for sockets where to connect */
    wire_connection *stdio; /* for WIRE_STDIO: the pipes of a process that serves this case alone */
    conf_call *call;        /* instead of all that: in process */
    void *context;          /* of `call` */
    conf_tier tier;         /* cases beyond it are skipped: any < service < abuse */
    bool service;           /* it has the methods of the conformance service */
    unsigned features;      /* conf_feature bits of what it claims to do */
    bool strict;            /* its version policy is strict */
    bool exact;     /* only `expect` passes, in choices too, and connections end well: for our own server */
    double seconds; /* time limit of a case */
} conf_place;

typedef enum conf_verdict {
    CONF_PASS,
    CONF_FAIL,
    CONF_CHOSE, /* the specification leaves it open; `answer` or `why` says what it does */
    CONF_SKIP
} conf_verdict;

/* What came of it. Ended with conf_result_fini. */
typedef struct conf_result {
    conf_verdict verdict;
    wire_error why;           /* of CONF_FAIL and CONF_SKIP, and of CONF_CHOSE without an answer */
    const wire_value *answer; /* the good answer that came; the case's. NULL: none of them */
    wire_buffer got;          /* the beginning of what came back */
    double seconds;           /* how long it took */
} conf_result;

void conf_result_fini(conf_result *result);

/* Whether a case can be sent there at all. False: `why` says what stands against it. */
bool conf_fits(const conf_case *one, const conf_place *place, wire_error *why);

/* Sends a case on a fresh connection, which it closes, and judges what comes back. */
void conf_run(const conf_case *one, const conf_place *place, conf_result *result);

/* ---- for the two files below it ---- */

/* A call that follows a case, to see that everything before it has been answered and that the connection is in order: any
 * server answers it, with an error. */
extern const wire_slice conf_probe;

/* Whether a document is the answer to it. */
bool conf_is_probe_answer(wire_slice document);

/* The bytes of a case in the frame of its place; a case that brings its own frames is sent as it stands, but to the HTTP
 * target and host of the place. */
bool conf_frame(const conf_case *one, const conf_place *place, wire_buffer *bytes);

/* Runs on a connected raw stream (run_stream.c) and on a connected HTTP connection (run_http.c). */
struct conf_exchange;
void conf_run_stream(const conf_case *one, const conf_place *place, struct conf_exchange *exchange,
                     conf_result *result);
void conf_run_http(const conf_case *one, const conf_place *place, struct conf_exchange *exchange,
                   conf_result *result);

/* Sets CONF_FAIL and its reason; the first reason stays. */
void conf_fail(conf_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes note of which answer of the case came; NULL: of none, and `why` says what is wrong with the expected one.
 * `sound`: what came is well formed all the same, which is enough where the specification leaves the answer open. */
void conf_judged(conf_result *result, const conf_case *one, const conf_place *place, const wire_value *answer,
                 bool sound, const char *why);

#endif
