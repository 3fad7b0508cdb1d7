/* SPDX-License-Identifier: MIT */
/* The library's entry. The last byte chooses policies and limits; what is before it is the document. Every vector path
 * must give the same reply, byte for byte. */
#include "judge.h"

#include "../lib/case_service.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static case_state state;

static jrpc_service *service_with(unsigned choice) {
    jrpc_service_options options;
    jrpc_service *service;
    jrpc_service_options_init(&options);
    options.version = (jrpc_version_policy)(choice % 3);
    options.details = choice & 4;
    options.ignore_unknown_params = choice & 8;
    if (choice & 16) options.limits = (jrpc_limits){200, 4, 5, 40, 300};
    fuzz_require(jrpc_service_new(&options, &service) == JRPC_OK, "a service can be made");
    fuzz_require(case_service_add(service, &state) == JRPC_OK, "methods can be added");
    return service;
}

static jrpc_dispatcher *dispatcher_with(jrpc_vector vector) {
    jrpc_dispatcher_options options;
    jrpc_dispatcher *dispatcher = NULL;
    jrpc_dispatcher_options_init(&options);
    options.vector = vector;
    (void)jrpc_dispatcher_new(&options, &dispatcher); /* NULL where this processor lacks the instructions */
    return dispatcher;
}

static void process(jrpc_dispatcher *dispatcher, jrpc_service *service, const char *document, size_t length,
                    jrpc_buffer *reply) {
    state = (case_state){.dispatcher = dispatcher};
    fuzz_require(jrpc_process(dispatcher, service, document, length, reply, NULL) == JRPC_OK,
                 "whatever is wrong with a document is answered");
    fuzz_require_reply(reply->data, reply->length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static jrpc_service *services[32];
    static jrpc_dispatcher *dispatchers[3];
    if (size == 0) return 0;
    if (!dispatchers[0]) {
        for (unsigned i = 0; i < 32; i++) services[i] = service_with(i);
        for (int i = 0; i < 3; i++) dispatchers[i] = dispatcher_with((jrpc_vector)(JRPC_VECTOR_SCALAR + i));
    }
    /* In memory that ends with the document, so that a read past it is seen. */
    char *document = malloc(size);
    fuzz_require(document != NULL, "there is memory");
    size_t skipped = 1;
    memcpy(document + skipped, data, size - 1);
    jrpc_buffer replies[3];
    for (int i = 0; i < 3; i++) {
        jrpc_buffer_init(&replies[i], NULL);
        if (!dispatchers[i]) continue;
        process(dispatchers[i], services[data[size - 1] % 32], document + skipped, size - 1, &replies[i]);
        fuzz_require(
            replies[i].length == replies[0].length &&
                (replies[0].length == 0 || memcmp(replies[i].data, replies[0].data, replies[0].length) == 0),
            "vector paths agree");
    }
    for (int i = 0; i < 3; i++) jrpc_buffer_fini(&replies[i]);
    free(document);
    return 0;
}
