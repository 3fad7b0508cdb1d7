/* SPDX-License-Identifier: MIT */
#ifndef CONF_EXCHANGE_H
#define CONF_EXCHANGE_H

#include "case.h"

#include "wire/clock.h"
#include "wire/transport.h"

/* The bytes that go out and come in on one connection while a case runs. */
typedef struct conf_exchange {
    wire_connection *connection;
    wire_time deadline; /* of the whole case */
    wire_buffer in;     /* what came and was not dropped */
    wire_buffer heard;  /* the beginning of all that came, for reports */
    bool ended;         /* nothing more comes: the peer closed or reset */
    bool reset;         /* it was a reset */
    bool slow;          /* read late, and in small pieces */
} conf_exchange;

/* Bytes of `heard`. */
#define CONF_HEARD_MAX 1024u

/* Frees what was received; the connection is not closed. */
void conf_exchange_fini(conf_exchange *exchange);

/* Sends bytes in the case's way, reading what comes meanwhile so that neither side waits for the other,
 * unless the case reads slowly. A peer that stops taking them is no failure: what it said is still to be
 * read. */
void conf_send(conf_exchange *exchange, wire_slice bytes, conf_writes writes);

/* Sends a case's bytes, framed, in its way. */
void conf_send_case(conf_exchange *exchange, wire_slice bytes, const conf_case *one);

/* Waits for more and appends it to `in`. False: the peer closed, or the deadline passed (`ended` tells
 * which). */
bool conf_receive(conf_exchange *exchange);

#endif
