/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_COUNT 100

static const char *const workloads[] = {"add", "addInt", "nullable", "decimal", "string", "random"};
#define WORKLOAD_COUNT (sizeof workloads / sizeof *workloads)

/* One document that is answered with an error, for each kind there is. */
static const struct fault {
    const char *name, *document;
} faults[] = {
    {"error-parse", "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2,\"id\":1}"},
    {"error-utf8", "{\"jsonrpc\":\"2.0\",\"method\":\"StringMe\",\"params\":[\"\xff\"],\"id\":1}"},
    {"error-invalid-request", "{\"jsonrpc\":\"1.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}"},
    {"error-empty-batch", "[]"},
    {"error-method-not-found", "{\"jsonrpc\":\"2.0\",\"method\":\"subtract\",\"params\":[1,2],\"id\":1}"},
    {"error-param-count", "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2,3],\"id\":1}"},
    {"error-param-name", "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":{\"l\":1,\"q\":2},\"id\":1}"},
    {"error-conversion", "{\"jsonrpc\":\"2.0\",\"method\":\"addInt\",\"params\":[1,2.5],\"id\":1}"},
};
#define FAULT_COUNT (sizeof faults / sizeof *faults)

static const char *const batches[] = {"batch-100", "batch-100-notifications"};
#define BATCHES (sizeof batches / sizeof *batches)

const char *micro_shape_name(size_t n) {
    if (n < WORKLOAD_COUNT) return workloads[n];
    n -= WORKLOAD_COUNT;
    if (n < BATCHES) return batches[n];
    n -= BATCHES;
    return n < FAULT_COUNT ? faults[n].name : NULL;
}

static bool start(micro_shape *shape, size_t documents, size_t requests) {
    *shape = (micro_shape){.documents = documents, .requests = requests};
    shape->offsets = calloc(documents + 1, sizeof *shape->offsets);
    return shape->offsets != NULL;
}

static bool finish(micro_shape *shape, bool enough, wire_error *error) {
    if (enough && !shape->bytes.failed) return true;
    wire_error_set(error, "out of memory");
    return false;
}

static void end_document(micro_shape *shape, size_t index) {
    shape->offsets[index + 1] = shape->bytes.length;
}

static bool take_workload(micro_shape *shape, const load_workload *workload) {
    size_t count = load_workload_count(workload);
    if (!start(shape, count, 1)) return false;
    for (size_t i = 0; i < count; i++) {
        load_workload_encode(workload, i, load_workload_id(workload, i), &shape->bytes);
        end_document(shape, i);
    }
    return true;
}

/* The whole workload, in batches of a hundred; what is left over stays out. */
static bool take_batches(micro_shape *shape, const load_workload *workload) {
    size_t count = load_workload_count(workload) / BATCH_COUNT;
    if (!start(shape, count, BATCH_COUNT)) return false;
    for (size_t i = 0; i < count * BATCH_COUNT; i++) {
        wire_buffer_append(&shape->bytes, i % BATCH_COUNT ? "," : "[", 1);
        load_workload_encode(workload, i, load_workload_id(workload, i), &shape->bytes);
        if (i % BATCH_COUNT != BATCH_COUNT - 1) continue;
        wire_buffer_append(&shape->bytes, "]", 1);
        end_document(shape, i / BATCH_COUNT);
    }
    return true;
}

static bool take_notifications(micro_shape *shape) {
    static const char notification[] = "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2]}";
    if (!start(shape, 1, BATCH_COUNT)) return false;
    for (size_t i = 0; i < BATCH_COUNT; i++) {
        wire_buffer_append(&shape->bytes, i ? "," : "[", 1);
        wire_buffer_append(&shape->bytes, notification, sizeof notification - 1);
    }
    wire_buffer_append(&shape->bytes, "]", 1);
    end_document(shape, 0);
    return true;
}

static bool take_fault(micro_shape *shape, const struct fault *fault) {
    if (!start(shape, 1, 1)) return false;
    wire_buffer_append(&shape->bytes, fault->document, strlen(fault->document));
    end_document(shape, 0);
    return true;
}

static bool read_workload(micro_shape *shape, const char *path, bool in_batches, wire_error *error) {
    load_workload *workload = load_workload_read(path, error);
    if (!workload) return false;
    bool enough = in_batches ? take_batches(shape, workload) : take_workload(shape, workload);
    load_workload_free(workload);
    return finish(shape, enough, error);
}

static bool read_named(micro_shape *shape, const char *name, bool in_batches, wire_error *error) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s.json", MICRO_WORKLOADS, name);
    return read_workload(shape, path, in_batches, error);
}

bool micro_shape_read(micro_shape *shape, const char *path, wire_error *error) {
    *shape = (micro_shape){.documents = 0};
    return read_workload(shape, path, false, error);
}

bool micro_shape_init(micro_shape *shape, const char *name, wire_error *error) {
    *shape = (micro_shape){.documents = 0};
    for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
        if (strcmp(name, workloads[i]) == 0) return read_named(shape, name, false, error);
    }
    if (strcmp(name, batches[0]) == 0) return read_named(shape, "random", true, error);
    if (strcmp(name, batches[1]) == 0) return finish(shape, take_notifications(shape), error);
    for (size_t i = 0; i < FAULT_COUNT; i++) {
        if (strcmp(name, faults[i].name) == 0) return finish(shape, take_fault(shape, &faults[i]), error);
    }
    wire_error_set(error, "there is no shape '%s'", name);
    return false;
}

void micro_shape_fini(micro_shape *shape) {
    wire_buffer_fini(&shape->bytes);
    free(shape->offsets);
    *shape = (micro_shape){.documents = 0};
}

wire_slice micro_shape_document(const micro_shape *shape, size_t index) {
    size_t from = shape->offsets[index];
    return (wire_slice){shape->bytes.data + from, shape->offsets[index + 1] - from};
}
