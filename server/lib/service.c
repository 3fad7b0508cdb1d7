/* SPDX-License-Identifier: MIT */
#include "service.h"

#include "bind.h"
#include "utf8.h"

void jrpc_service_options_init(jrpc_service_options *options) {
    *options = (jrpc_service_options){.version = JRPC_VERSION_LENIENT};
    jrpc_limits_init(&options->limits);
}

static bool options_fit(const jrpc_service_options *options) {
    return options->limits.max_depth <= JRPC_MAX_DEPTH_CAP &&
           (unsigned)options->version <= JRPC_VERSION_IGNORE;
}

jrpc_status jrpc_service_new(const jrpc_service_options *options, jrpc_service **service) {
    jrpc_service_options defaults;
    jrpc_service_options_init(&defaults);
    if (!options) options = &defaults;
    if (!service || !options_fit(options)) return JRPC_E_ARGUMENT;
    const jrpc_allocator *allocator = jrpci_allocator(options->allocator);
    jrpc_service *made = jrpci_allocate(allocator, sizeof *made);
    if (!made) return JRPC_E_MEMORY;
    jrpci_snapshot *snapshot = jrpci_snapshot_new(allocator, options, NULL, NULL, NULL, 0);
    if (!snapshot || !jrpci_mutex_init(&made->mutex)) {
        jrpci_snapshot_release(snapshot);
        jrpci_release(allocator, made, sizeof *made);
        return JRPC_E_MEMORY;
    }
    atomic_init(&made->current, snapshot);
    atomic_init(&made->references, 1);
    made->allocator = allocator;
    *service = made;
    return JRPC_OK;
}

jrpc_service *jrpc_service_retain(jrpc_service *service) {
    atomic_fetch_add_explicit(&service->references, 1, memory_order_relaxed);
    return service;
}

void jrpc_service_free(jrpc_service *service) {
    if (!service) return;
    if (atomic_fetch_sub_explicit(&service->references, 1, memory_order_acq_rel) != 1) return;
    jrpci_snapshot_release(atomic_load_explicit(&service->current, memory_order_relaxed));
    jrpci_mutex_fini(&service->mutex);
    jrpci_release(service->allocator, service, sizeof *service);
}

static jrpci_snapshot *current(jrpc_service *service) {
    return atomic_load_explicit(&service->current, memory_order_relaxed);
}

jrpci_snapshot *jrpci_service_snapshot(jrpc_service *service) {
    jrpci_mutex_lock(&service->mutex);
    jrpci_snapshot *snapshot = current(service);
    jrpci_snapshot_retain(snapshot);
    jrpci_mutex_unlock(&service->mutex);
    return snapshot;
}

/* Puts a new snapshot in force; the mutex is held. NULL: there was no memory for it. */
static jrpc_status publish(jrpc_service *service, jrpci_snapshot *fresh) {
    if (!fresh) return JRPC_E_MEMORY;
    jrpci_snapshot *old = current(service);
    atomic_store_explicit(&service->current, fresh, memory_order_release);
    jrpci_snapshot_release(old);
    return JRPC_OK;
}

/* Names are taken as they are: nothing is trimmed, no case is folded. */
static bool name_allowed(const char *name) {
    size_t length = strlen(name);
    if (strspn(name, " \t\n\v\f\r") == length) return false;
    if (strncmp(name, "rpc.", 4) == 0 || strcmp(name, "$/cancelRequest") == 0) return false;
    return jrpci_utf8_valid(name, length);
}

static jrpc_status check_method(const jrpc_method *method) {
    if (!method || !method->name || !(method->invoke || method->by_hand)) return JRPC_E_ARGUMENT;
    if (!name_allowed(method->name)) return JRPC_E_NAME;
    return jrpci_params_fit(method) ? JRPC_OK : JRPC_E_ARGUMENT;
}

static jrpc_status check_methods(const jrpci_snapshot *snapshot, const jrpc_method *const *methods,
                                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        jrpc_status status = check_method(methods[i]);
        if (status != JRPC_OK) return status;
        if (jrpci_snapshot_find(snapshot, methods[i]->name)) return JRPC_E_TAKEN;
        for (size_t j = 0; j < i; j++) {
            if (strcmp(methods[i]->name, methods[j]->name) == 0) return JRPC_E_TAKEN;
        }
    }
    return JRPC_OK;
}

static jrpc_status add_locked(jrpc_service *service, const jrpc_method *const *methods, size_t count,
                              void *instance) {
    jrpci_snapshot *old = current(service);
    jrpc_status status = check_methods(old, methods, count);
    if (status != JRPC_OK) return status;
    size_t size = count * sizeof(jrpci_entry);
    jrpci_entry *entries = jrpci_allocate(service->allocator, size);
    if (!entries) return JRPC_E_MEMORY;
    for (size_t i = 0; i < count; i++) entries[i] = (jrpci_entry){methods[i], instance};
    status =
        publish(service, jrpci_snapshot_new(service->allocator, &old->options, old, NULL, entries, count));
    jrpci_release(service->allocator, entries, size);
    return status;
}

jrpc_status jrpc_service_add(jrpc_service *service, const jrpc_method *const *methods, size_t count,
                             void *instance) {
    if (!service || (!methods && count)) return JRPC_E_ARGUMENT;
    if (count == 0) return JRPC_OK;
    jrpci_mutex_lock(&service->mutex);
    jrpc_status status = add_locked(service, methods, count, instance);
    jrpci_mutex_unlock(&service->mutex);
    return status;
}

jrpc_status jrpc_service_remove(jrpc_service *service, const char *name) {
    if (!service || !name) return JRPC_E_ARGUMENT;
    jrpci_mutex_lock(&service->mutex);
    jrpci_snapshot *old = current(service);
    jrpc_status status = JRPC_E_UNKNOWN;
    if (jrpci_snapshot_find(old, name)) {
        status = publish(service, jrpci_snapshot_new(service->allocator, &old->options, old, name, NULL, 0));
    }
    jrpci_mutex_unlock(&service->mutex);
    return status;
}

jrpc_status jrpc_service_configure(jrpc_service *service, const jrpc_service_options *options) {
    if (!service || !options || !options_fit(options)) return JRPC_E_ARGUMENT;
    jrpci_mutex_lock(&service->mutex);
    jrpci_snapshot *old = current(service);
    jrpc_status status =
        publish(service, jrpci_snapshot_new(service->allocator, options, old, NULL, NULL, 0));
    jrpci_mutex_unlock(&service->mutex);
    return status;
}

void jrpc_service_options_get(jrpc_service *service, jrpc_service_options *options) {
    jrpci_mutex_lock(&service->mutex);
    *options = current(service)->options;
    jrpci_mutex_unlock(&service->mutex);
}
