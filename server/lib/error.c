/* SPDX-License-Identifier: MIT */
#include "error.h"

#include "writer.h"

#include <stdio.h>

const char *jrpci_error_message(int32_t code) {
    switch (code) {
    case JRPCI_PARSE_ERROR: return "Parse error";
    case JRPCI_INVALID_REQUEST: return "Invalid Request";
    case JRPCI_METHOD_NOT_FOUND: return "Method not found";
    case JRPCI_INVALID_PARAMS: return "Invalid params";
    case JRPCI_INTERNAL_ERROR: return "Internal error";
    default: return "";
    }
}

/* An answer up to its message. Data may follow: put_data, then one value. */
static bool begin(jrpci_call *call, int32_t code, jrpc_string message) {
    call->reply->length = call->mark;
    jrpci_writer_begin(call, SIZE_MAX); /* an error is answered however long the reply is by now */
    return JRPCI_WRITER_PUT(call, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":") &&
           jrpc_write_int32_t(&call->head, code) && JRPCI_WRITER_PUT(call, ",\"message\":") &&
           jrpci_writer_string(call, message.data, message.length);
}

static bool begin_standard(jrpci_call *call, int32_t code) {
    const char *message = jrpci_error_message(code);
    return begin(call, code, (jrpc_string){message, strlen(message)});
}

static bool put_data(jrpci_call *call) {
    jrpci_writer_begin(call, SIZE_MAX);
    return JRPCI_WRITER_PUT(call, ",\"data\":");
}

static bool end(jrpci_call *call) {
    if (!JRPCI_WRITER_PUT(call, "},\"id\":")) return false;
    if (!call->id) return JRPCI_WRITER_PUT(call, "null}");
    jrpc_raw id;
    (void)jrpc_read_jrpc_raw(&call->head, call->id, &id);
    return jrpci_writer_put(call, id.data, id.length) && JRPCI_WRITER_PUT(call, "}");
}

static bool put_name(jrpci_call *call, const char *name) {
    return jrpc_write_name(&call->head, name, strlen(name));
}

static bool put_text(jrpci_call *call, const char *text) {
    return jrpc_write_jrpc_string(&call->head, (jrpc_string){text, strlen(text)});
}

static bool put_member(jrpci_call *call, const char *name, const char *text) {
    return put_name(call, name) && put_text(call, text);
}

static bool put_number(jrpci_call *call, const char *name, size_t number) {
    return put_name(call, name) && jrpc_write_uint64_t(&call->head, number);
}

bool jrpci_error_parse(jrpci_call *call, size_t offset) {
    jrpc_call *head = &call->head;
    return begin_standard(call, JRPCI_PARSE_ERROR) && put_data(call) && jrpc_write_object_begin(head) &&
           put_number(call, "offset", offset) && jrpc_write_object_end(head) && end(call);
}

bool jrpci_error_invalid(jrpci_call *call, const char *sentence) {
    return begin_standard(call, JRPCI_INVALID_REQUEST) && put_data(call) && put_text(call, sentence) &&
           end(call);
}

bool jrpci_error_limit(jrpci_call *call, int32_t code, const char *limit, size_t maximum) {
    jrpc_call *head = &call->head;
    if (call->notification) return true;
    return begin_standard(call, code) && put_data(call) && jrpc_write_object_begin(head) &&
           put_member(call, "limit", limit) && put_number(call, "maximum", maximum) &&
           jrpc_write_object_end(head) && end(call);
}

bool jrpci_error_no_method(jrpci_call *call, jrpc_string name) {
    jrpc_call *head = &call->head;
    if (call->notification) return true;
    return begin_standard(call, JRPCI_METHOD_NOT_FOUND) && put_data(call) && jrpc_write_object_begin(head) &&
           put_name(call, "method") && jrpc_write_jrpc_string(head, name) && jrpc_write_object_end(head) &&
           end(call);
}

static const char *kind_name(const jrpc_value *value) {
    static const char *const names[] = {"Null",     "a Boolean", "a Boolean", "a Number",
                                        "a String", "an Array",  "an Object"};
    return names[value->kind];
}

/* What kind of value was sent; the value itself is never told. */
static bool put_mismatch_detail(jrpci_call *call, const jrpc_value *value, const jrpc_type *type) {
    char sentence[96];
    snprintf(sentence, sizeof sentence, "%s that does not fit %s.", kind_name(value), type->name);
    if (sentence[0] == 'a') sentence[0] = 'A';
    return put_member(call, "message", sentence);
}

static bool answer_conversion(jrpci_call *call) {
    jrpc_call *head = &call->head;
    size_t index = call->failure.index;
    const jrpc_param *param = &call->row->method->params[index];
    if (!begin_standard(call, JRPCI_INVALID_PARAMS) || !put_data(call) || !jrpc_write_object_begin(head))
        return false;
    if (!put_member(call, "reason", "conversion") || !put_name(call, "parameter") ||
        !jrpc_write_jrpc_string(head, (jrpc_string){param->name, param->length}) ||
        !put_number(call, "index", index) || !put_member(call, "expectedType", param->type->name)) {
        return false;
    }
    if (call->snapshot->options.details && !put_mismatch_detail(call, call->failure.value, param->type))
        return false;
    return jrpc_write_object_end(head) && end(call);
}

static bool answer_authored(jrpci_call *call, const jrpci_failure *failure) {
    if (!begin(call, failure->code, failure->text)) return false;
    if (failure->data.length && !(put_data(call) && jrpc_write_jrpc_raw(&call->head, failure->data)))
        return false;
    return end(call);
}

/* A code with its own message and perhaps a text as data. */
static bool answer_standard(jrpci_call *call, int32_t code, jrpc_string text) {
    if (!begin_standard(call, code)) return false;
    if (text.length && !(put_data(call) && jrpc_write_jrpc_string(&call->head, text))) return false;
    return end(call);
}

static jrpc_string detail(const jrpci_call *call, const char *text) {
    return call->snapshot->options.details ? (jrpc_string){text, strlen(text)} : (jrpc_string){NULL, 0};
}

static bool answer(jrpci_call *call) {
    jrpci_failure failure = call->failure;
    switch (failure.kind) {
    case JRPCI_FAILURE_AUTHORED: return answer_authored(call, &failure);
    case JRPCI_FAILURE_CONVERSION: return answer_conversion(call);
    case JRPCI_FAILURE_PARAMS: return answer_standard(call, JRPCI_INVALID_PARAMS, failure.text);
    case JRPCI_FAILURE_LIMIT:
        call->document->full = true;
        return jrpci_error_limit(call, JRPCI_INTERNAL_ERROR, "maxReplyBytes",
                                 call->snapshot->max_reply_bytes);
    case JRPCI_FAILURE_MEMORY:
        return answer_standard(call, JRPCI_INTERNAL_ERROR, detail(call, "There is no memory for this call."));
    case JRPCI_FAILURE_INTERNAL:
        if (!call->snapshot->options.details) failure.text.length = 0;
        return answer_standard(call, JRPCI_INTERNAL_ERROR, failure.text);
    case JRPCI_FAILURE_RESULT: break;
    }
    return answer_standard(call, JRPCI_INTERNAL_ERROR,
                           detail(call, "The method gave no result, or one that cannot be written."));
}

bool jrpci_error_failure(jrpci_call *call) {
    if (!call->head.failed) jrpci_call_fail(call, JRPCI_FAILURE_RESULT);
    return call->notification || answer(call);
}
