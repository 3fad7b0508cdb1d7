/* SPDX-License-Identifier: MIT */
#ifndef JRPC_DISPATCHER_H
#define JRPC_DISPATCHER_H

#include <jrpc/buffer.h>
#include <jrpc/service.h>
#include <jrpc/status.h>

/* Runs documents on services, for one thread at a time: scratch memory that is reused from document to
 * document, so that nothing is allocated once it is warm. Any number of services, in any order. */
typedef struct jrpc_dispatcher jrpc_dispatcher;

/* Which instructions the parser uses. All give the same results, bytes and offsets. */
typedef enum jrpc_vector {
    JRPC_VECTOR_BEST, /* the widest that this processor has and that pays */
    JRPC_VECTOR_SCALAR,
    JRPC_VECTOR_SSE2,
    JRPC_VECTOR_AVX2
} jrpc_vector;

#define JRPC_KEEP_BYTES ((size_t)256 * 1024)

typedef struct jrpc_dispatcher_options {
    const jrpc_allocator *allocator; /* NULL: the C library's */
    size_t keep_bytes;               /* scratch above this goes back after each document */
    jrpc_vector vector;
} jrpc_dispatcher_options;

/* The defaults: the C library's memory, JRPC_KEEP_BYTES, the best instructions. */
void jrpc_dispatcher_options_init(jrpc_dispatcher_options *options);

/* Makes a dispatcher and puts it at *dispatcher. options: NULL means the defaults; copied.
 * JRPC_E_MEMORY. JRPC_E_ARGUMENT: dispatcher is NULL. JRPC_E_UNKNOWN: this processor or build lacks the
 * instructions. */
jrpc_status jrpc_dispatcher_new(const jrpc_dispatcher_options *options, jrpc_dispatcher **dispatcher);

/* Frees it; not inside one of its methods. NULL does nothing. */
void jrpc_dispatcher_free(jrpc_dispatcher *dispatcher);

/* The instructions in use, never JRPC_VECTOR_BEST, and their name: "scalar", "sse2", "avx2". */
jrpc_vector jrpc_dispatcher_vector(const jrpc_dispatcher *dispatcher);
const char *jrpc_vector_str(jrpc_vector vector);

/* Lets go of the services used last, so that what was removed from them can be freed. To be called before the
 * thread waits for long. Inside a method it does nothing. */
void jrpc_dispatcher_idle(jrpc_dispatcher *dispatcher);

/* Runs one document, a request or a batch (specification, sections 4 to 6), and appends its reply to `reply`;
 * nothing if none is due. Whatever is wrong with the document is answered, in `reply`, and is JRPC_OK.
 * request: `length` bytes, not NULL unless length is 0; copied first, so it may be changed at once after.
 * context: for jrpc_call_context. `reply` is not to be touched by the methods that run. May be called again
 * from inside a method: see jrpc_call_process. JRPC_E_MEMORY: no memory for the document or its reply;
 * `reply` is as it was, methods may have run. JRPC_E_LIMIT: more than JRPC_MAX_NESTING documents inside one
 * another; nothing ran. */
jrpc_status jrpc_process(jrpc_dispatcher *dispatcher, jrpc_service *service, const void *request,
                         size_t length, jrpc_buffer *reply, void *context);

/* A piece of a document. data may be NULL if length is 0. */
typedef struct jrpc_segment {
    const void *data;
    size_t length;
} jrpc_segment;

/* The same for a document in `count` pieces, one behind another; each is copied once, after the limit on
 * bytes. */
jrpc_status jrpc_process_segments(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                  const jrpc_segment *segments, size_t count, jrpc_buffer *reply,
                                  void *context);

#endif
