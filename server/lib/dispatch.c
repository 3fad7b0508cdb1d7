/* SPDX-License-Identifier: MIT */
#include "bind.h"
#include "envelope.h"
#include "error.h"
#include "escape.h"
#include "writer.h"

/* A document on its way: loaded, parsed, then its elements one by one. */

#define RESULT_BEGIN "{\"jsonrpc\":\"2.0\",\"result\":"
#define RESULT_ID ",\"id\":"

/* The name as text, readable eight bytes at a time. False: no memory, and the call has failed. */
static bool method_name(jrpci_call *call, const jrpc_value *method, jrpc_string *name) {
    const char *text = call->head.text + method->offset;
    *name = (jrpc_string){text, method->length};
    if (!method->flags) return true;
    char *unescaped = jrpc_call_alloc(&call->head, method->length + JRPCI_PADDING);
    if (!unescaped) return false;
    *name = (jrpc_string){unescaped, jrpci_unescape(text, method->length, unescaped)};
    return true;
}

/* A method by hand may have left its result out, or unfinished. */
static bool complete_by_hand(jrpci_call *call) {
    if (call->head.failed) return false;
    if (call->writer.depth) return jrpci_call_fail(call, JRPCI_FAILURE_RESULT);
    return !call->writer.ready || jrpc_write_null(&call->head);
}

/* Binds and calls; the result is in the reply behind what begins it. */
static bool invoke(jrpci_call *call, const jrpc_value *params) {
    const jrpc_method *method = call->row->method;
    if (method->by_hand) return method->by_hand(&call->head, params) && complete_by_hand(call);
    const jrpc_value *arguments[JRPCI_PARAMS_MAX];
    return jrpci_bind(call, params, arguments) && method->invoke(&call->head, arguments);
}

/* The bytes that an answer takes beside its value. */
static size_t frame_bytes(const jrpci_call *call) {
    size_t id = call->id ? call->id->length + 2 : 0;
    return sizeof RESULT_BEGIN + sizeof RESULT_ID + id + 16;
}

static bool begin_result(jrpci_call *call) {
    jrpci_writer_begin(call, call->reply_end);
    /* One reservation serves most answers: a number and what is around it. */
    char *out = jrpci_writer_room(call, frame_bytes(call) + 64);
    if (!out) return false;
    memcpy(out, RESULT_BEGIN, sizeof RESULT_BEGIN - 1);
    call->reply->length += sizeof RESULT_BEGIN - 1;
    return true;
}

static bool end_result(jrpci_call *call) {
    char *out = jrpci_writer_room(call, frame_bytes(call));
    if (!out) return false;
    memcpy(out, RESULT_ID, sizeof RESULT_ID - 1);
    jrpc_raw id;
    (void)jrpc_read_jrpc_raw(&call->head, call->id, &id);
    out = jrpci_writer_copy(out + sizeof RESULT_ID - 1, id.data, id.length);
    *out = '}';
    jrpci_writer_commit(call, out + 1);
    return true;
}

static bool run_method(jrpci_call *call, const jrpc_value *params) {
    if (!begin_result(call) || !invoke(call, params)) return jrpci_error_failure(call);
    if (call->notification) return true;
    return end_result(call) || jrpci_error_failure(call);
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

static bool run_request(jrpci_call *call, const jrpci_envelope *envelope) {
    if (call->document->full) {
        return jrpci_error_limit(call, JRPCI_INTERNAL_ERROR, "maxReplyBytes",
                                 call->snapshot->max_reply_bytes);
    }
    jrpc_string name;
    if (!method_name(call, envelope->method, &name)) return jrpci_error_failure(call);
    call->row = jrpci_table_find(&call->snapshot->table, name.data, name.length);
    return call->row ? run_method(call, envelope->params) : jrpci_error_no_method(call, name);
}

/* Answers one element, or nothing if it is a notification. False: no memory. */
static bool run_element(jrpci_call *call, const jrpc_value *element) {
    jrpci_envelope envelope;
    const char *why = jrpci_envelope_read(&call->head, element, call->snapshot->options.version, &envelope);
    call->mark = call->reply->length;
    call->id = envelope.id;
    call->notification = !why && !envelope.id;
    call->head.failed = false;
    bool done = why ? jrpci_error_invalid(call, why) : run_request(call, &envelope);
    if (call->notification) call->reply->length = call->mark;
    if (done && is_too_long(call)) done = answer_too_long(call);
    call->notification = false;
    jrpci_arena_reset(&call->document->arena);
    return done;
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
    if (count == 0) return jrpci_error_invalid(call, "A batch has at least one element.");
    if (count > maximum) return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxBatchCount", maximum);
    call->document->batch = true;
    call->document->element = 1;
    call->document->elements_left = (uint32_t)count;
    return run_elements(call, call->reply->length);
}

static JRPCI_RARE bool refuse_text(jrpci_call *call, jrpci_parse_status status, size_t offset) {
    const jrpci_parse_limits *limits = &call->snapshot->parse_limits;
    switch (status) {
    case JRPCI_PARSE_SYNTAX: return jrpci_error_parse(call, offset);
    case JRPCI_PARSE_DEPTH: return jrpci_error_limit(call, JRPCI_PARSE_ERROR, "maxDepth", limits->depth);
    case JRPCI_PARSE_VALUES:
        return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxValues", limits->values);
    case JRPCI_PARSE_MEMORY:
    case JRPCI_PARSE_OK: break;
    }
    return false;
}

/* SIZE_MAX where the sum is more. */
static size_t total_length(const jrpc_segment *segments, size_t count) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        if (__builtin_add_overflow(total, segments[i].length, &total)) return SIZE_MAX;
    }
    return total;
}

static bool run_document(jrpci_call *call, const jrpc_segment *segments, size_t count) {
    jrpci_document *document = call->document;
    const jrpci_snapshot *snapshot = call->snapshot;
    size_t length = total_length(segments, count);
    if (length > snapshot->max_document_bytes) {
        return jrpci_error_limit(call, JRPCI_INVALID_REQUEST, "maxDocumentBytes",
                                 snapshot->max_document_bytes);
    }
    if (!jrpci_document_load(document, segments, count, length)) return false;
    call->head.text = document->text;
    size_t offset = 0;
    jrpci_parse_status status = call->dispatcher->vector->parse(document, &snapshot->parse_limits, &offset);
    if (status != JRPCI_PARSE_OK) return refuse_text(call, status, offset);
    document->batch = false;
    document->full = false;
    const jrpc_value *root = document->values;
    return root->kind == JRPC_ARRAY ? run_batch(call, jrpc_value_count(root)) : run_element(call, root);
}

static size_t end_of_reply(const jrpc_buffer *reply, const jrpci_snapshot *snapshot) {
    size_t maximum = snapshot->max_reply_bytes;
    return maximum < SIZE_MAX - reply->length ? reply->length + maximum : SIZE_MAX;
}

jrpc_status jrpc_process_segments(jrpc_dispatcher *dispatcher, jrpc_service *service,
                                  const jrpc_segment *segments, size_t count, jrpc_buffer *reply,
                                  void *context) {
    if (!dispatcher || !service || !reply || (!segments && count)) return JRPC_E_ARGUMENT;
    jrpc_status status = jrpci_dispatcher_enter(dispatcher, service);
    if (status != JRPC_OK) return status;
    size_t begin = reply->length;
    const jrpci_snapshot *snapshot = dispatcher->frames[dispatcher->depth - 1].snapshot;
    jrpci_call call; /* run_element sets the rest: most of it is for failures, and clearing it would show */
    call.head = (jrpc_call){NULL, snapshot->options.serializer, false};
    call.reply = reply;
    call.mark = begin;
    call.reply_end = end_of_reply(reply, snapshot);
    call.dispatcher = dispatcher;
    call.document = dispatcher->documents[dispatcher->depth - 1];
    call.snapshot = snapshot;
    call.row = NULL;
    call.id = NULL;
    call.notification = false;
    call.service = service;
    call.context = context;
    if (!run_document(&call, segments, count)) {
        reply->length = begin;
        status = JRPC_E_MEMORY;
    }
    jrpci_dispatcher_leave(dispatcher);
    return status;
}

jrpc_status jrpc_process(jrpc_dispatcher *dispatcher, jrpc_service *service, const void *request,
                         size_t length, jrpc_buffer *reply, void *context) {
    jrpc_segment segment = {request, length};
    return jrpc_process_segments(dispatcher, service, &segment, 1, reply, context);
}
