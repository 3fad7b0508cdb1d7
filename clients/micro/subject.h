/* SPDX-License-Identifier: MIT */
#ifndef MICRO_SUBJECT_H
#define MICRO_SUBJECT_H

#include "wire/buffer.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is counted: the benchmark service on the library, or on the frozen json-c handler. One thread. */
typedef struct micro_subject micro_subject;

/* handler: "library" or "json-c". vector: "best", "scalar", "sse2" or "avx2", of which json-c takes the first only.
 * NULL: no such handler, this processor lacks the instructions, or no memory. */
micro_subject *micro_subject_new(const char *handler, const char *vector);

/* NULL is allowed. */
void micro_subject_free(micro_subject *subject);

/* Answers a document; the reply is dropped when the next one comes. False: out of memory. */
bool micro_subject_call(micro_subject *subject, wire_slice document);

/* The reply to the last document. */
wire_slice micro_subject_reply(const micro_subject *subject);

/* The vector instructions in use; NULL where the handler has no choice of them. Constant. */
const char *micro_subject_vector(const micro_subject *subject);

/* How rows of it are called in result files: "sync", "sync-json-c". Constant. */
const char *micro_subject_id(const micro_subject *subject);

#ifdef __cplusplus
}
#endif

#endif
