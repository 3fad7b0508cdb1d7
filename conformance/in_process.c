/* SPDX-License-Identifier: MIT */
#include "in_process.h"

#include <jrpc/jrpc.h>
#include <services.h>
#include <stdlib.h>

struct conf_library {
    app_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
};

conf_library *conf_library_new(bool strict) {
    conf_library *library = calloc(1, sizeof *library);
    jrpc_service_options options;
    if (!library) return NULL;
    jrpc_buffer_init(&library->reply, NULL);
    if (app_service_options_init("conformance", &options) == JRPC_OK) {
        options.version = strict ? JRPC_VERSION_STRICT : JRPC_VERSION_LENIENT;
        if (app_service_new("conformance", &options, &library->service) == JRPC_OK &&
            jrpc_dispatcher_new(NULL, &library->dispatcher) == JRPC_OK)
            return library;
    }
    conf_library_free(library);
    return NULL;
}

void conf_library_free(conf_library *library) {
    if (!library) return;
    jrpc_dispatcher_free(library->dispatcher);
    app_service_free(library->service);
    jrpc_buffer_fini(&library->reply);
    free(library);
}

bool conf_library_call(void *context, wire_slice request, wire_buffer *reply, wire_error *error) {
    conf_library *library = context;
    library->reply.length = 0;
    jrpc_status status = jrpc_process(library->dispatcher, app_service_get(library->service), request.bytes,
                                      request.length, &library->reply, NULL);
    if (status != JRPC_OK) {
        wire_error_set(error, "%s", jrpc_status_str(status));
        return false;
    }
    wire_buffer_append(reply, library->reply.data, library->reply.length);
    return !reply->failed;
}
