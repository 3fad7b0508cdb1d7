/* SPDX-License-Identifier: MIT */
#ifndef CONF_RUN_H
#define CONF_RUN_H

#include "case.h"

#include "wire/transport.h"

/* Runs one case on one connection. */

/* Where cases are sent. Plain data. */
typedef struct conf_place {
    wire_address address;   /* transport and framing, and for sockets where to connect */
    wire_connection *stdio; /* for WIRE_STDIO: the pipes of a process that serves this case alone */
    bool strict;            /* the server's version policy is strict */
    bool exact;             /* only `expect` passes: the rule for our own server */
    double seconds;         /* time limit of a case */
} conf_place;

typedef enum conf_verdict { CONF_PASS, CONF_FAIL, CONF_SKIP } conf_verdict;

/* What came of it. Ended with conf_result_fini. */
typedef struct conf_result {
    conf_verdict verdict;
    wire_error why;  /* of CONF_FAIL and CONF_SKIP */
    wire_buffer got; /* the beginning of what came back */
} conf_result;

void conf_result_fini(conf_result *result);

/* Whether a case can be sent there at all. False: `why` says what stands against it. */
bool conf_fits(const conf_case *one, const conf_place *place, wire_error *why);

/* Sends a case on a fresh connection, which it closes, and judges what comes back. */
void conf_run(const conf_case *one, const conf_place *place, conf_result *result);

/* ---- for the two files below it ---- */

/* The bytes of a case in the frame of its place; a case that brings its own frames is sent as it stands. */
bool conf_frame(const conf_case *one, const conf_place *place, wire_buffer *bytes);

/* Runs on a connected raw stream (run_stream.c) and on a connected HTTP connection (run_http.c). */
struct conf_exchange;
void conf_run_stream(const conf_case *one, const conf_place *place, struct conf_exchange *exchange,
                     conf_result *result);
void conf_run_http(const conf_case *one, const conf_place *place, struct conf_exchange *exchange,
                   conf_result *result);

/* Sets CONF_FAIL and its reason; the first reason stays. */
void conf_fail(conf_result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
