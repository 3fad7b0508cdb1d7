/* SPDX-License-Identifier: MIT */
#ifndef JRPC_LIMITS_H
#define JRPC_LIMITS_H

#include <jrpc/status.h>

#include <stddef.h>
#include <stdint.h>

/* A document is copied and kept while it runs: without a bound one peer takes all memory. */
#define JRPC_MAX_DOCUMENT_BYTES ((size_t)4 * 1024 * 1024)
/* A short element can start a long job: without a bound one document is a thousand slow ones. */
#define JRPC_MAX_BATCH_COUNT ((size_t)1024)
/* Nested brackets cost their sender one byte each and make a recursive reader of the value overflow its
 * stack. */
#define JRPC_MAX_DEPTH ((size_t)64)
/* What maxDepth can be at most, and what 0 means. */
#define JRPC_MAX_DEPTH_CAP ((size_t)10000)
/* Each value takes 24 bytes however short its text: two bytes of `0,` become twelve times as many. Names of
 * members count as well. */
#define JRPC_MAX_VALUES ((size_t)1000000)
/* A small batch of calls with large results: without a bound the reply is the request a thousand times over.
 */
#define JRPC_MAX_REPLY_BYTES ((size_t)16 * 1024 * 1024)
/* A method that processes a document that calls the method again. Not settable. */
#define JRPC_MAX_NESTING 8

/* The limits of a service. 0 lifts one, max_depth's goes up to JRPC_MAX_DEPTH_CAP. A document of 4 GiB or
 * more is always refused. */
typedef struct jrpc_limits {
    size_t max_document_bytes; /* of one document; passed: -32600, before it is looked at */
    size_t
        max_batch_count; /* elements of one batch, notifications and junk too; passed: -32600, nothing runs */
    size_t max_depth;    /* of containers in one another, the outermost too; passed: -32700 */
    size_t max_values;   /* in one document; passed: -32600, nothing runs */
    size_t max_reply_bytes; /* of the reply to one document; the call that passes it: -32603, later ones too,
                               unrun */
} jrpc_limits;

/* Sets all to the constants above. */
void jrpc_limits_init(jrpc_limits *limits);

/* Sets the one that is called `name` in error data: maxDocumentBytes, maxBatchCount, maxDepth, maxValues,
 * maxReplyBytes. JRPC_E_UNKNOWN: there is none of that name. JRPC_E_ARGUMENT: the value is out of its range.
 */
jrpc_status jrpc_limits_set(jrpc_limits *limits, const char *name, uint64_t value);

#endif
