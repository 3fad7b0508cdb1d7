/* SPDX-License-Identifier: MIT */
#ifndef JRPC_CALL_H
#define JRPC_CALL_H

#include <jrpc/buffer.h>
#include <jrpc/status.h>
#include <jrpc/types.h>

struct jrpc_service;
struct jrpc_method;

/* What a method may ask of the request that runs it. A call belongs to the thread that runs the method, until
 * the method returns. */

typedef enum jrpc_id_kind {
    JRPC_ID_ABSENT,  /* a notification: nothing will be answered */
    JRPC_ID_INTEGER, /* a Number that fits int64_t and is written without fraction or exponent */
    JRPC_ID_NUMBER,  /* any other Number */
    JRPC_ID_STRING,
    JRPC_ID_NULL
} jrpc_id_kind;

typedef struct jrpc_id {
    jrpc_id_kind kind;
    jrpc_raw raw;    /* as sent, quotes and escapes too; empty if absent */
    int64_t integer; /* JRPC_ID_INTEGER: its value, else 0 */
} jrpc_id;

/* The id of the request (specification, section 4). */
jrpc_id jrpc_call_id(const jrpc_call *call);

/* The id as text, unescaped: false if it is no String, or there is no memory (the call has failed then). */
bool jrpc_call_id_string(jrpc_call *call, jrpc_string *out);

/* The pointer that jrpc_process was given; the one that jrpc_service_add was given with this method; the one
 * in the options of the service. Each NULL if that was. */
void *jrpc_call_context(const jrpc_call *call);
void *jrpc_call_instance(const jrpc_call *call);
void *jrpc_call_user(const jrpc_call *call);

struct jrpc_service *jrpc_call_service(const jrpc_call *call);
const struct jrpc_method *jrpc_call_method(const jrpc_call *call);

/* Answers the call with an error object (section 5.1) in place of a result. What the method returns or has
 * written is dropped; of several failures the last counts. message: UTF-8, copied; NULL means the
 * specification's message of a code that it defines, else an empty one. Always false, so that a method by
 * hand can return it. Without memory, or with a message that is not UTF-8, the error is -32603. */
bool jrpc_call_fail(jrpc_call *call, int32_t code, const char *message);

/* The same with the member data: `length` bytes of JSON at `data`, copied and checked; what is no JSON makes
 * the error -32603. Null and length 0 leave data out. */
bool jrpc_call_fail_data(jrpc_call *call, int32_t code, const char *message, const char *data, size_t length);

/* Answers -32603 "Internal error", for what the caller must not learn of. detail: UTF-8, copied, sent as data
 * only where the service has details on; NULL is none. */
bool jrpc_call_fail_internal(jrpc_call *call, const char *detail);

/* Answers -32602 "Invalid params" with a sentence as data, or without if sentence is NULL: for methods that
 * read their params by hand. */
bool jrpc_call_fail_params(jrpc_call *call, const char *sentence);

/* `size` bytes, aligned for any type, that live until the reply to this call has been written. NULL: no
 * memory, and the call has failed with -32603. */
void *jrpc_call_alloc(jrpc_call *call, size_t size);

/* A copy of `length` bytes in such memory. {NULL, 0}: no memory, and the call has failed. */
jrpc_string jrpc_call_copy(jrpc_call *call, const char *data, size_t length);

/* Processes another document inside this call, as jrpc_process does, and appends its reply to a buffer of the
 * method's own. service: NULL means the one of this call. context: for the calls within. JRPC_E_LIMIT: more
 * than JRPC_MAX_NESTING documents would be inside one another; nothing ran. JRPC_E_MEMORY as with
 * jrpc_process. */
jrpc_status jrpc_call_process(jrpc_call *call, struct jrpc_service *service, const void *request,
                              size_t length, jrpc_buffer *reply, void *context);

#endif
