/* SPDX-License-Identifier: MIT */
#include "bind.h"
#include "envelope.h"
#include "error.h"
#include "escape.h"
#include "writer.h"

/* A document on its way: loaded, parsed, then its elements one by one. What all of them go through is one function for the
 * compiler. */
#define INLINE inline __attribute__((always_inline))

#define RESULT_BEGIN "{\"jsonrpc\":\"2.0\",\"result\":"
#define RESULT_ID ",\"id\":"

/* What an answer takes beside its value and its id, and what the copying of that may touch behind it. */
#define FRAME_BYTES ((size_t)64)

/* The name as text, the eight bytes before its end readable. False: no memory, and the call has failed. */
static JRPCI_RARE bool unescape_name(jrpci_call *call, const jrpc_value *method, jrpc_string *name) {
    const size_t before = sizeof(uint64_t);
    char *room = jrpc_call_alloc(&call->head, before + method->length);
    if (!room) return false;
    memset(room, 0, before);
    size_t length = jrpci_unescape(call->head.text + method->offset, method->length, room + before);
    *name = (jrpc_string){room + before, length};
    return true;
}

static INLINE bool method_name(jrpci_call *call, const jrpc_value *method, jrpc_string *name) {
    if (method->flags) return unescape_name(call, method, name);
    *name =
        (jrpc_string){call->head.text + method->offset, method->length}; /* its member's name is before it */
    return true;
}

/* A method by hand may have left its result out, or unfinished. */
static bool complete_by_hand(jrpci_call *call) {
    if (call->head.failed) return false;
    if (call->writer.depth) return jrpci_call_fail(call, JRPCI_FAILURE_RESULT);
    return !call->writer.ready || jrpc_write_null(&call->head);
}

/* Binds and calls; the result is in the reply behind what begins it. */
static INLINE bool invoke(jrpci_call *call, const jrpc_value *params) {
    const jrpc_method *method = call->row->method;
    if (method->by_hand) return method->by_hand(&call->head, params) && complete_by_hand(call);
    const jrpc_value *arguments[JRPCI_PARAMS_MAX];
    return jrpci_bind(call, method, params, arguments) && method->invoke(&call->head, arguments);
}

static INLINE bool begin_result(jrpci_call *call, size_t id_length) {
    jrpci_writer_begin(call, call->reply_end);
    /* One reservation serves most answers: a number and what is around it. */
    if (!jrpci_writer_ensure(call, 2 * FRAME_BYTES + id_length)) return false;
    memcpy(jrpci_writer_end(call), RESULT_BEGIN, sizeof RESULT_BEGIN - 1);
    call->reply->length += sizeof RESULT_BEGIN - 1;
    return true;
}

static INLINE bool end_result(jrpci_call *call, size_t id_length) {
    if (!jrpci_writer_ensure(call, FRAME_BYTES + id_length)) return false;
    char *out = jrpci_writer_end(call);
    memcpy(out, RESULT_ID, sizeof RESULT_ID - 1);
    jrpc_raw id;
    (void)jrpc_read_jrpc_raw(&call->head, call->id, &id);
    out = jrpci_writer_copy(out + sizeof RESULT_ID - 1, id.data, id.length);
    *out = '}';
    jrpci_writer_commit(call, out + 1);
    return true;
}

static INLINE bool run_method(jrpci_call *call, const jrpc_value *params) {
    size_t id_length = call->id ? call->id->length : 0;
    if (!begin_result(call, id_length) || !invoke(call, params)) return jrpci_error_failure(call);
    if (call->notification) return true;
    return end_result(call, id_length) || jrpci_error_failure(call);
}

/* Whether the reply, and what ends a batch, is longer than it may be. */
static bool is_too_long(const jrpci_call *call) {
    return call->reply->length + call->document->batch > call->reply_end;
}

/* The answer that has made the reply too long gives way to one that says so; what comes later will not run. */
static JRPCI_RARE bool answer_too_long(jrpci_call *call) {
    call->document->full = true;
    return jrpci_error_limit(call, JRPCI_INTERNAL_ERROR, "maxReplyBytes", call->snapshot->max_reply_bytes);
}

static INLINE bool run_request(jrpci_call *call, const jrpci_envelope *envelope) {
    if (call->document->full) {
        return jrpci_error_limit(call, JRPCI_INTERNAL_ERROR, "maxReplyBytes",
                                 call->snapshot->max_reply_bytes);
    }
    jrpc_string name;
    if (!method_name(call, envelope->method, &name)) return jrpci_error_failure(call);
    call->row = jrpci_table_find(&call->snapshot->table, name.data, name.length);
    return call->row ? run_method(call, envelope->params) : jrpci_error_no_method(call, name);
}

/* Begins an answer at the reply's end: to a request, or to what is none. */
static inline void begin_answer(jrpci_call *call, const jrpc_value *id, bool notification) {
    call->mark = call->reply->length;
    call->id = id;
    call->notification = notification;
    call->head.failed = false;
}

/* Whatever was written of a call that is not to be answered goes; an answer that has made the reply too long too. */
static INLINE bool end_answer(jrpci_call *call, bool done) {
    if (call->notification)
        call->reply->length = call->mark;
    else if (done && is_too_long(call))
        done = answer_too_long(call);
    jrpci_arena_reset(&call->document->arena);
    return done;
}

/* Answers an element that is not as requests usually are. */
static JRPCI_RARE bool run_unusual(jrpci_call *call, const jrpc_value *element) {
    jrpci_envelope envelope;
    const char *why = jrpci_envelope_read(&call->head, element, call->snapshot->options.version, &envelope);
    begin_answer(call, envelope.id, !why && !envelope.id);
    return end_answer(call, why ? jrpci_error_invalid(call, why) : run_request(call, &envelope));
}

static INLINE bool run_usual(jrpci_call *call, const jrpci_envelope *envelope) {
    begin_answer(call, envelope->id, !envelope->id);
    return end_answer(call, run_request(call, envelope));
}

/* Answers one element of a batch, or nothing if it is a notification. False: no memory. */
static INLINE bool run_element(jrpci_call *call, const jrpc_value *element) {
    jrpci_envelope envelope;
    return jrpci_envelope_read_usual(element, &envelope) ? run_usual(call, &envelope)
                                                         : run_unusual(call, element);
}

/* Runs what is left of a batch. `begin` is where its reply begins. */
static bool run_elements(jrpci_call *call, size_t begin) {
    jrpci_document *document = call->document;
    jrpc_buffer *reply = call->reply;
    while (document->elements_left) {
        size_t before = reply->length;
        if (!jrpc_buffer_append(reply, before == begin ? "[" : ",", 1)) return false;
        const jrpc_value *element = document->values + document->element;
        if (!run_element(call, element)) return false;
        if (reply->length == before + 1) reply->length = before;
        document->element = (uint32_t)(jrpc_value_after(element) - document->values);
        document->elements_left--;
    }
    return reply->length == begin || jrpc_buffer_append(reply, "]", 1);
}

static __attribute__((noinline)) bool run_batch(jrpci_call *call, size_t count) {
    size_t maximum = call->snapshot->max_batch_count;
    begin_answer(call, NULL, false);
    if (count == 0) return jrpci_error_invalid(call, "A batch has at least one element.");
    if (count > maximum) return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxBatchCount", maximum);
    call->document->batch = true;
    call->document->element = 1;
    call->document->elements_left = (uint32_t)count;
    return run_elements(call, call->reply->length);
}

static JRPCI_RARE bool refuse_length(jrpci_call *call) {
    begin_answer(call, NULL, false);
    return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxDocumentBytes",
                             call->snapshot->max_document_bytes);
}

static JRPCI_RARE bool refuse_text(jrpci_call *call, jrpci_parse_status status) {
    const jrpci_parse_limits *limits = &call->snapshot->parse_limits;
    begin_answer(call, NULL, false);
    switch (status) {
    case JRPCI_PARSE_SYNTAX: return jrpci_error_parse(call, call->document->wrong);
    case JRPCI_PARSE_DEPTH: return jrpci_error_limit(call, JRPCI_PARSE_ERROR, "maxDepth", limits->depth);
    case JRPCI_PARSE_VALUES:
        return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxValues", limits->values);
    case JRPCI_PARSE_MEMORY:
    case JRPCI_PARSE_OK: break;
    }
    return false;
}

/* SIZE_MAX where the sum is more. */
static inline size_t total_length(const jrpc_segment *segments, size_t count) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        if (__builtin_add_overflow(total, segments[i].length, &total)) return SIZE_MAX;
    }
    return total;
}

static INLINE bool run_document(jrpci_call *call, const jrpc_segment *segments, size_t count) {
    jrpci_document *document = call->document;
    const jrpci_snapshot *snapshot = call->snapshot;
    size_t length = total_length(segments, count);
    if (length > snapshot->max_document_bytes) return refuse_length(call);
    if (!jrpci_document_load(document, segments, count, length)) return false;
    call->head.text = document->text;
    jrpci_parse_status status = call->dispatcher->vector->parse(document, &snapshot->parse_limits);
    if (status != JRPCI_PARSE_OK) return refuse_text(call, status);
    document->batch = false;
    document->full = false;
    const jrpc_value *root = document->values;
    jrpci_envelope envelope;
    if (jrpci_envelope_read_usual(root, &envelope)) return run_usual(call, &envelope);
    return root->kind == JRPC_ARRAY ? run_batch(call, jrpc_value_count(root)) : run_unusual(call, root);
}

/* Both entries: one that knows that there is one segment, and one for any number of them. */
static INLINE jrpc_status process(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                  const jrpc_segment *segments, size_t count, jrpc_buffer *reply,
                                  void *context) {
    if (!dispatcher || !service || !reply) return JRPC_E_ARGUMENT;
    jrpc_status status = jrpci_dispatcher_enter(dispatcher, service);
    if (status != JRPC_OK) return status;
    size_t begin = reply->length;
    const jrpci_snapshot *snapshot = dispatcher->frames[dispatcher->depth - 1].snapshot;
    jrpci_call call; /* begin_answer sets the rest: most of it is for failures, and clearing it would show */
    call.head.serializer = snapshot->options.serializer;
    call.reply = reply;
    call.reply_end = begin + snapshot->max_reply_bytes;
    call.dispatcher = dispatcher;
    call.document = dispatcher->documents[dispatcher->depth - 1];
    call.snapshot = snapshot;
    call.service = service;
    call.context = context;
    if (!run_document(&call, segments, count)) {
        reply->length = begin;
        status = JRPC_E_MEMORY;
    }
    jrpci_dispatcher_leave(dispatcher, call.document);
    return status;
}

jrpc_status jrpc_process_segments(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                  const jrpc_segment *segments, size_t count, jrpc_buffer *reply,
                                  void *context) {
    if (!segments && count) return JRPC_E_ARGUMENT;
    return process(dispatcher, service, segments, count, reply, context);
}

jrpc_status jrpc_process(jrpc_dispatcher *dispatcher, jrpc_service *service, const void *request,
                         size_t length, jrpc_buffer *reply, void *context) {
    jrpc_segment segment = {request, length};
    return process(dispatcher, service, &segment, 1, reply, context);
}
