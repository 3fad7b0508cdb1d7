/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_CALL_H
#define JRPCI_CALL_H

#include "dispatcher.h"

#include <jrpc/call.h>
#include <jrpc/read.h>

/* Why a call has no result. */
typedef enum jrpci_failure_kind {
    JRPCI_FAILURE_RESULT,     /* the result could not be written, or a method by hand gave none */
    JRPCI_FAILURE_MEMORY,     /* no memory for the call */
    JRPCI_FAILURE_LIMIT,      /* the reply has passed maxReplyBytes */
    JRPCI_FAILURE_CONVERSION, /* a param did not fit its type */
    JRPCI_FAILURE_PARAMS,     /* params do not fit otherwise; `text` is a sentence, or empty */
    JRPCI_FAILURE_INTERNAL,   /* the method will not say; `text` is for details */
    JRPCI_FAILURE_AUTHORED    /* by the method: code, message in `text`, data */
} jrpci_failure_kind;

typedef struct jrpci_failure {
    jrpci_failure_kind kind;
    int32_t code;
    jrpc_string text;        /* in the arena, or constant */
    jrpc_raw data;           /* in the arena; valid JSON, or empty */
    size_t index;            /* of the parameter that did not fit, */
    const jrpc_value *value; /* and what was sent for it */
} jrpci_failure;

/* What has been written of a value that may have others within. */
typedef struct jrpci_writer {
    bool ready;       /* a value may be written next, nothing being due before it */
    unsigned depth;   /* containers that are open */
    uint64_t objects; /* a bit for each of them, the innermost lowest: it is an Object */
    size_t limit;     /* where the reply has to end */
} jrpci_writer;

#define JRPCI_WRITER_DEPTH 64

/* One request while it runs; what jrpc_call is the beginning of. */
typedef struct jrpci_call {
    jrpc_call head;
    jrpci_writer writer;
    jrpc_buffer *reply;
    size_t mark;      /* where in the reply this call's answer begins */
    size_t reply_end; /* where the reply to the whole document has to end */
    jrpc_dispatcher *dispatcher;
    jrpci_document *document;
    const jrpci_snapshot *snapshot;
    const jrpci_row *row; /* set once the method is known */
    const jrpc_value *id; /* NULL: absent, or not to be told */
    bool notification;    /* nothing is answered */
    jrpc_service *service;
    void *context;
    jrpci_failure failure;
} jrpci_call;

static inline jrpci_call *jrpci_call_of(jrpc_call *call) {
    return (jrpci_call *)call;
}

static inline const jrpci_call *jrpci_call_of_const(const jrpc_call *call) {
    return (const jrpci_call *)call;
}

/* Marks the call as failed. Always false. */
bool jrpci_call_fail(jrpci_call *call, jrpci_failure_kind kind);

#endif
