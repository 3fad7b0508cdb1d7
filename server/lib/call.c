/* SPDX-License-Identifier: MIT */
#include "call.h"

#include "error.h"
#include "escape.h"
#include "raw.h"
#include "utf8.h"

bool jrpci_call_fail(jrpci_call *call, jrpci_failure_kind kind) {
    call->head.failed = true;
    call->failure = (jrpci_failure){.kind = kind};
    return false;
}

void *jrpc_call_alloc(jrpc_call *call, size_t size) {
    jrpci_call *own = jrpci_call_of(call);
    void *memory = jrpci_arena_allocate(&own->document->arena, size);
    if (!memory) jrpci_call_fail(own, JRPCI_FAILURE_MEMORY);
    return memory;
}

jrpc_string jrpc_call_copy(jrpc_call *call, const char *data, size_t length) {
    char *copy = jrpc_call_alloc(call, length ? length : 1);
    if (!copy) return (jrpc_string){NULL, 0};
    if (length) memcpy(copy, data, length);
    return (jrpc_string){copy, length};
}

/* A copy of a text that goes into an error; NULL is an empty one. False: the call has failed for another reason. */
static bool keep_text(jrpci_call *call, const char *text, jrpc_string *kept) {
    size_t length = text ? strlen(text) : 0;
    if (!jrpci_utf8_valid(text, length)) return jrpci_call_fail(call, JRPCI_FAILURE_INTERNAL);
    *kept = jrpc_call_copy(&call->head, text, length);
    return kept->data != NULL;
}

static bool is_null(const char *data, size_t length) {
    return length == 4 && memcmp(data, "null", 4) == 0;
}

bool jrpc_call_fail_data(jrpc_call *call, int32_t code, const char *message, const char *data,
                         size_t length) {
    jrpci_call *own = jrpci_call_of(call);
    jrpci_failure failure = {.kind = JRPCI_FAILURE_AUTHORED, .code = code};
    if (!message) message = jrpci_error_message(code);
    if (!keep_text(own, message, &failure.text)) return false;
    if (length && !is_null(data, length)) {
        if (!jrpci_raw_valid(own, (jrpc_raw){data, length}))
            return jrpci_call_fail(own, JRPCI_FAILURE_INTERNAL);
        jrpc_string kept = jrpc_call_copy(call, data, length);
        if (!kept.data) return false;
        failure.data = (jrpc_raw){kept.data, kept.length};
    }
    own->head.failed = true;
    own->failure = failure;
    return false;
}

bool jrpc_call_fail(jrpc_call *call, int32_t code, const char *message) {
    return jrpc_call_fail_data(call, code, message, NULL, 0);
}

static bool fail_with_text(jrpc_call *call, jrpci_failure_kind kind, const char *text) {
    jrpc_string kept;
    if (!keep_text(jrpci_call_of(call), text, &kept)) return false;
    jrpci_call_fail(jrpci_call_of(call), kind);
    jrpci_call_of(call)->failure.text = kept;
    return false;
}

bool jrpc_call_fail_internal(jrpc_call *call, const char *detail) {
    return fail_with_text(call, JRPCI_FAILURE_INTERNAL, detail);
}

bool jrpc_call_fail_params(jrpc_call *call, const char *sentence) {
    return fail_with_text(call, JRPCI_FAILURE_PARAMS, sentence);
}

bool jrpc_call_mismatch(jrpc_call *call, size_t index, const jrpc_value *value) {
    /* A reader that had no memory has said so already. */
    if (call->failed) return false;
    jrpci_call_fail(jrpci_call_of(call), JRPCI_FAILURE_CONVERSION);
    jrpci_call_of(call)->failure.index = index;
    jrpci_call_of(call)->failure.value = value;
    return false;
}

static bool is_integer(const jrpc_call *call, const jrpc_value *id, int64_t *integer) {
    const char *text = call->text + id->offset;
    for (uint32_t i = 0; i < id->length; i++) {
        if (text[i] == '.' || (text[i] | 0x20) == 'e') return false;
    }
    return jrpc_read_signed(call, id, INT64_MIN, INT64_MAX, integer);
}

jrpc_id jrpc_call_id(const jrpc_call *call) {
    const jrpc_value *value = jrpci_call_of_const(call)->id;
    jrpc_id id = {JRPC_ID_ABSENT, {NULL, 0}, 0};
    if (!value) return id;
    size_t quotes = value->kind == JRPC_STRING;
    id.raw = (jrpc_raw){call->text + value->offset - quotes, value->length + 2 * quotes};
    if (value->kind == JRPC_STRING) {
        id.kind = JRPC_ID_STRING;
    } else if (value->kind == JRPC_NULL) {
        id.kind = JRPC_ID_NULL;
    } else {
        id.kind = is_integer(call, value, &id.integer) ? JRPC_ID_INTEGER : JRPC_ID_NUMBER;
    }
    return id;
}

bool jrpc_call_id_string(jrpc_call *call, jrpc_string *out) {
    const jrpc_value *value = jrpci_call_of(call)->id;
    return value && jrpc_read_jrpc_string(call, value, out);
}

void *jrpc_call_context(const jrpc_call *call) {
    return jrpci_call_of_const(call)->context;
}

void *jrpc_call_instance(const jrpc_call *call) {
    return jrpci_call_of_const(call)->row->instance;
}

void *jrpc_call_user(const jrpc_call *call) {
    return jrpci_call_of_const(call)->snapshot->options.user;
}

jrpc_service *jrpc_call_service(const jrpc_call *call) {
    return jrpci_call_of_const(call)->service;
}

const jrpc_method *jrpc_call_method(const jrpc_call *call) {
    return jrpci_call_of_const(call)->row->method;
}

jrpc_status jrpc_call_process(jrpc_call *call, jrpc_service *service, const void *request, size_t length,
                              jrpc_buffer *reply, void *context) {
    jrpci_call *own = jrpci_call_of(call);
    return jrpc_process(own->dispatcher, service ? service : own->service, request, length, reply, context);
}
