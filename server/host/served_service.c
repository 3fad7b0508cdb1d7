/* SPDX-License-Identifier: MIT */
#include <jrpc/dispatcher.h>
#include <jrpc/host.h>

#include <string.h>

/* What a worker needs to run documents on a service. */
typedef struct worker_state {
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    const jrpc_allocator *allocator;
} worker_state;

static jrpc_status serve(void *state, const void *request, size_t length, jrpc_buffer *reply,
                         const jrpc_peer *peer) {
    worker_state *worker = state;
    void *context; /* methods get it back as a pointer to const; the library only hands it on */
    memcpy(&context, &peer, sizeof context);
    return jrpc_process(worker->dispatcher, worker->service, request, length, reply, context);
}

static jrpc_status open_state(void *user, const jrpc_allocator *allocator, void **state) {
    worker_state *worker = allocator->allocate(allocator->context, sizeof *worker);
    if (!worker) return JRPC_E_MEMORY;
    *worker = (worker_state){.service = user, .allocator = allocator};
    jrpc_dispatcher_options options;
    jrpc_dispatcher_options_init(&options);
    options.allocator = allocator;
    jrpc_status status = jrpc_dispatcher_new(&options, &worker->dispatcher);
    if (status != JRPC_OK) {
        allocator->release(allocator->context, worker, sizeof *worker);
        return status;
    }
    *state = worker;
    return JRPC_OK;
}

static void close_state(void *user, void *state) {
    (void)user;
    worker_state *worker = state;
    jrpc_dispatcher_free(worker->dispatcher);
    worker->allocator->release(worker->allocator->context, worker, sizeof *worker);
}

static void idle(void *state) {
    worker_state *worker = state;
    jrpc_dispatcher_idle(worker->dispatcher);
}

jrpc_served jrpc_served_service(jrpc_service *service) {
    return (jrpc_served){
        .serve = serve, .open = open_state, .close = close_state, .idle = idle, .user = service};
}
