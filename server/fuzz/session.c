/* SPDX-License-Identifier: MIT */
#include "session.h"
#include "judge.h"

#include "../app/services.h"
#include "../host/session_memory.h"

void fuzz_session(jrpc_transport transport, jrpc_framing framing, const char *bytes, size_t length,
                  size_t piece, jrpc_buffer *out) {
    static const jrpci_names any = {.any = true};
    static jrpc_service *service;
    static jrpci_limits limits;
    static jrpc_served served;
    static void *state;
    if (!state) {
        jrpci_limits_init(&limits);
        limits.values[JRPCI_MAX_OUTPUT_BYTES] = 256; /* so that the mark is met */
        fuzz_require(benchmark_service_new(&service) == JRPC_OK, "a service can be made");
        served = jrpc_served_service(service);
        fuzz_require(served.open(served.user, jrpc_allocator_default(), &state) == JRPC_OK,
                     "a state can be made");
    }
    const jrpci_site site = {
        .transport = transport,
        .framing = framing,
        .served = served,
        .limits = &limits,
        .rules = {.path = "/", .loopback = true, .no_content = true, .hosts = &any, .origins = &any},
        .address = "memory"};
    const char *reason;
    (void)jrpci_session_over_memory(&site, state, bytes, length, piece, out, &reason);
}
