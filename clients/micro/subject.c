/* SPDX-License-Identifier: MIT */
#include "subject.h"

#include "compare/json-c/handler.h"
#include "server/app/services.h"

#include <jrpc/jrpc.h>
#include <stdlib.h>
#include <string.h>

struct micro_subject {
    jrpc_service *service;
    jrpc_dispatcher *dispatcher; /* NULL: it is json-c's turn */
    jrpc_buffer reply;
    struct json_c_handler *handler;
    struct printbuf *printed;
};

static bool find_vector(const char *name, jrpc_vector *vector) {
    *vector = JRPC_VECTOR_BEST;
    if (strcmp(name, "best") == 0) return true;
    for (int v = JRPC_VECTOR_SCALAR; v <= JRPC_VECTOR_AVX2; v++) {
        *vector = (jrpc_vector)v;
        if (strcmp(name, jrpc_vector_str(*vector)) == 0) return true;
    }
    return false;
}

static bool open_library(micro_subject *subject, const char *vector) {
    jrpc_dispatcher_options options;
    jrpc_dispatcher_options_init(&options);
    jrpc_buffer_init(&subject->reply, NULL);
    return find_vector(vector, &options.vector) && benchmark_service_new(&subject->service) == JRPC_OK &&
           jrpc_dispatcher_new(&options, &subject->dispatcher) == JRPC_OK;
}

static bool open_json_c(micro_subject *subject, const char *vector) {
    if (strcmp(vector, "best") != 0) return false;
    subject->handler = json_c_handler_new();
    subject->printed = printbuf_new();
    return subject->handler && subject->printed;
}

micro_subject *micro_subject_new(const char *handler, const char *vector) {
    micro_subject *subject = calloc(1, sizeof *subject);
    if (!subject) return NULL;
    bool opened = strcmp(handler, "library") == 0  ? open_library(subject, vector)
                  : strcmp(handler, "json-c") == 0 ? open_json_c(subject, vector)
                                                   : false;
    if (opened) return subject;
    micro_subject_free(subject);
    return NULL;
}

void micro_subject_free(micro_subject *subject) {
    if (!subject) return;
    jrpc_dispatcher_free(subject->dispatcher);
    jrpc_service_free(subject->service);
    if (subject->reply.data) jrpc_buffer_fini(&subject->reply);
    json_c_handler_free(subject->handler);
    if (subject->printed) printbuf_free(subject->printed);
    free(subject);
}

bool micro_subject_call(micro_subject *subject, wire_slice document) {
    if (subject->dispatcher) {
        subject->reply.length = 0;
        return jrpc_process(subject->dispatcher, subject->service, document.bytes, document.length,
                            &subject->reply, NULL) == JRPC_OK;
    }
    printbuf_reset(subject->printed);
    return json_c_handle(subject->handler, document.bytes, document.length, subject->printed);
}

wire_slice micro_subject_reply(const micro_subject *subject) {
    if (subject->dispatcher) return (wire_slice){subject->reply.data, subject->reply.length};
    return (wire_slice){subject->printed->buf, (size_t)printbuf_length(subject->printed)};
}

const char *micro_subject_vector(const micro_subject *subject) {
    return subject->dispatcher ? jrpc_vector_str(jrpc_dispatcher_vector(subject->dispatcher)) : NULL;
}

const char *micro_subject_id(const micro_subject *subject) {
    return subject->dispatcher ? "sync" : "sync-json-c";
}
