/* SPDX-License-Identifier: MIT */
#include "series.h"

#include <stdio.h>
#include <string.h>

enum {
    in_sync = 1 << LOAD_MODE_SYNC,
    in_tcp = 1 << LOAD_MODE_TCP,
    in_unix = 1 << LOAD_MODE_UNIX,
    in_http = 1 << LOAD_MODE_HTTP,
    in_http_batch = 1 << LOAD_MODE_HTTP_BATCH,
    in_host = 1 << LOAD_MODE_HOST,
    in_sweep = 1 << LOAD_MODE_SWEEP,
    in_limits = 1 << LOAD_MODE_LIMITS
};

#define IN_PROCESS(id_, label_, limit_, callee_, workload_, modes_)                                          \
    {                                                                                                        \
        .id = (id_), .label = (label_), .limit = (limit_), .driver = LOAD_DRIVER_IN_PROCESS,                 \
        .callee = (callee_), .workload = (workload_), .depth = 1, .batch = 1, .modes = (modes_)              \
    }

#define ON_STREAM(id_, label_, limit_, target_, transport_, modes_)                                          \
    {                                                                                                        \
        .id = (id_), .label = (label_), .limit = (limit_), .driver = LOAD_DRIVER_STREAM,                     \
        .target = (target_), .transport = (transport_), .workload = "five", .depth = 256, .batch = 1,        \
        .connections = 1, .modes = (modes_)                                                                  \
    }

#define ON_HTTP(id_, label_, limit_, target_, batch_, modes_)                                                \
    {                                                                                                        \
        .id = (id_), .label = (label_), .limit = (limit_), .driver = LOAD_DRIVER_HTTP, .target = (target_),  \
        .transport = "http", .workload = "five", .depth = 1, .batch = (batch_), .connections = 16,           \
        .modes = (modes_)                                                                                    \
    }

#define STREAM_LIMIT(id_, label_, target_, transport_, burns_, modes_)                                       \
    {                                                                                                        \
        .id = (id_), .label = (label_), .driver = LOAD_DRIVER_STREAM, .target = (target_),                   \
        .transport = (transport_), .workload = "limit", .depth = 256, .batch = 1, .connections = 1,          \
        .burns = (burns_), .is_limit = true, .modes = (modes_)                                               \
    }

#define HTTP_LIMIT(id_, label_, target_, batch_, modes_)                                                     \
    {                                                                                                        \
        .id = (id_), .label = (label_), .driver = LOAD_DRIVER_HTTP, .target = (target_),                     \
        .transport = "http", .workload = "limit", .depth = 1, .batch = (batch_), .connections = 16,          \
        .is_limit = true, .modes = (modes_)                                                                  \
    }

/* In process first: what the library takes for a request is what the burning echoes of the same session burn. A limit
 * stands behind what it limits, so that the two are measured in the same minute. */
static const load_series all[] = {
    IN_PROCESS("sync-five", "in process, five documents", NULL, &load_callee_library, "five",
               in_sync | in_tcp | in_unix | in_http_batch | in_host | in_sweep | in_limits),
    IN_PROCESS("sync", "in process, random documents", "sync-copy", &load_callee_library, "random",
               in_sync | in_host | in_sweep | in_limits),
    IN_PROCESS("sync-json-c", "json-c in process, random documents", NULL, &load_callee_json_c, "random",
               in_sync | in_sweep),
    IN_PROCESS("sync-copy", "a copy of the request", NULL, &load_callee_copy, "random",
               in_sync | in_host | in_sweep | in_limits),
    IN_PROCESS("sync-empty", "an empty call", NULL, &load_callee_empty, "random",
               in_sync | in_host | in_sweep | in_limits),
    {.id = "sync-neighbour",
     .label = "in process, beside a busy CPU",
     .driver = LOAD_DRIVER_IN_PROCESS,
     .callee = &load_callee_library,
     .neighbour = true,
     .workload = "random",
     .depth = 1,
     .batch = 1,
     .modes = in_limits},
    IN_PROCESS("sync-add", "in process, add", NULL, &load_callee_library, "add", in_sync),
    IN_PROCESS("sync-addInt", "in process, addInt", NULL, &load_callee_library, "addInt", in_sync),
    IN_PROCESS("sync-nullable", "in process, an optional float", NULL, &load_callee_library, "nullable",
               in_sync),
    IN_PROCESS("sync-decimal", "in process, a decimal", NULL, &load_callee_library, "decimal", in_sync),
    IN_PROCESS("sync-string", "in process, a string", NULL, &load_callee_library, "string", in_sync),
    ON_STREAM("tcp", "TCP", "echo-burn-tcp", "reference", "tcp", in_tcp | in_host | in_sweep),
    STREAM_LIMIT("echo-burn-tcp", "TCP echo that burns what the library takes", "echo", "tcp", true,
                 in_tcp | in_host | in_sweep | in_limits),
    STREAM_LIMIT("echo-tcp", "TCP echo", "echo", "tcp", false, in_sweep | in_limits),
    ON_STREAM("json-c-host-tcp", "json-c behind our host, TCP", NULL, "json-c-host", "tcp", in_sweep),
    ON_STREAM("json-c-tcp", "json-c in a server of its own, TCP", NULL, "json-c", "tcp", in_sweep),
    ON_STREAM("unix", "Unix socket", "echo-burn-unix", "reference", "unix", in_unix | in_host | in_sweep),
    STREAM_LIMIT("echo-burn-unix", "Unix echo that burns what the library takes", "echo", "unix", true,
                 in_unix | in_host | in_sweep | in_limits),
    STREAM_LIMIT("echo-unix", "Unix echo", "echo", "unix", false, in_sweep | in_limits),
    ON_HTTP("http", "HTTP, one request a POST", "http-constant", "reference", 1,
            in_http | in_host | in_sweep),
    HTTP_LIMIT("http-constant", "HTTP, a constant reply", "constant", 1,
               in_http | in_host | in_sweep | in_limits),
    HTTP_LIMIT("http-nginx", "nginx, a constant reply", "nginx", 1, in_http | in_sweep | in_limits),
    ON_HTTP("http-batch", "HTTP, a batch a POST", "http-batch-echo", "reference", 100,
            in_http_batch | in_host | in_sweep),
    HTTP_LIMIT("http-batch-echo", "HTTP, an echo of the same sizes", "echo", 100,
               in_http_batch | in_host | in_sweep | in_limits),
};

const load_series *load_series_at(size_t n) {
    return n < sizeof all / sizeof *all ? &all[n] : NULL;
}

const load_series *load_series_find(const char *id) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].id, id) == 0) return &all[i];
    return NULL;
}

load_series load_series_of_target(const char *target, const char *transport, char *id, size_t size) {
    const bool http = strncmp(transport, "http", 4) == 0;
    const load_series stream = ON_STREAM(id, id, NULL, target, transport, 0);
    const load_series post = ON_HTTP(id, id, NULL, target, 1, 0);
    snprintf(id, size, "%s-%s", target, transport);
    load_series series = http ? post : stream;
    series.transport = transport;
    return series;
}
