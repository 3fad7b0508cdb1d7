/* SPDX-License-Identifier: MIT */
#include "services.h"

#include "service_kind.h"

struct app_service {
    const app_service_kind *kind;
    const jrpc_allocator *allocator;
    jrpc_service *service;
    void *state;
};

static const app_service_kind *const kinds[] = {&app_service_benchmark, &app_service_conformance,
                                                &app_service_binding, NULL};

static const app_service_kind *find(const char *name) {
    const app_service_kind *const *kind = kinds;
    while (*kind && strcmp((*kind)->name, name) != 0) kind++;
    return *kind;
}

static jrpc_status add_methods(const app_service_kind *kind, jrpc_service *service, void *state) {
    size_t count = 0;
    while (kind->methods[count]) count++;
    return jrpc_service_add(service, kind->methods, count, state);
}

static jrpc_status make_state(app_service *service) {
    size_t size = service->kind->state_size;
    if (size == 0) return JRPC_OK;
    service->state = service->allocator->allocate(service->allocator->context, size);
    if (!service->state) return JRPC_E_MEMORY;
    memset(service->state, 0, size);
    return JRPC_OK;
}

static jrpc_status fill(app_service *service, const jrpc_service_options *options) {
    const app_service_kind *kind = service->kind;
    jrpc_status status = make_state(service);
    if (status == JRPC_OK) status = jrpc_service_new(options, &service->service);
    if (status == JRPC_OK) status = add_methods(kind, service->service, service->state);
    if (status == JRPC_OK && kind->removed) status = jrpc_service_remove(service->service, kind->removed);
    return status;
}

jrpc_status app_service_new(const char *name, const jrpc_service_options *options, app_service **service) {
    *service = NULL;
    const app_service_kind *kind = find(name);
    if (!kind) return JRPC_E_UNKNOWN;
    jrpc_service_options defaults;
    app_service_options_init(name, &defaults);
    if (!options) options = &defaults;
    const jrpc_allocator *allocator = options->allocator ? options->allocator : jrpc_allocator_default();

    app_service *made = allocator->allocate(allocator->context, sizeof *made);
    if (!made) return JRPC_E_MEMORY;
    *made = (app_service){.kind = kind, .allocator = allocator};
    jrpc_status status = fill(made, options);
    if (status == JRPC_OK)
        *service = made;
    else
        app_service_free(made);
    return status;
}

void app_service_free(app_service *service) {
    if (!service) return;
    const jrpc_allocator *allocator = service->allocator;
    jrpc_service_free(service->service);
    if (service->state) allocator->release(allocator->context, service->state, service->kind->state_size);
    allocator->release(allocator->context, service, sizeof *service);
}

jrpc_service *app_service_get(const app_service *service) {
    return service->service;
}

const char *app_service_name_of(const app_service *service) {
    return service->kind->name;
}

jrpc_status app_service_options_init(const char *name, jrpc_service_options *options) {
    const app_service_kind *kind = find(name);
    jrpc_service_options_init(options);
    if (!kind) return JRPC_E_UNKNOWN;
    options->version = kind->version;
    return JRPC_OK;
}

/* NULL from the last one on, however far. */
static const app_service_kind *at(size_t n) {
    const app_service_kind *const *kind = kinds;
    while (n-- && *kind) kind++;
    return *kind;
}

const char *app_service_name(size_t n) {
    return at(n) ? at(n)->name : NULL;
}

const char *app_service_about(size_t n) {
    return at(n) ? at(n)->about : NULL;
}

jrpc_status benchmark_service_new(jrpc_service **service) {
    jrpc_status status = jrpc_service_new(NULL, service);
    if (status != JRPC_OK) return status;
    status = add_methods(&app_service_benchmark, *service, NULL);
    if (status == JRPC_OK) return JRPC_OK;
    jrpc_service_free(*service);
    *service = NULL;
    return status;
}
