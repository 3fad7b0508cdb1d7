/* SPDX-License-Identifier: MIT */
/* Setting a host up: everything before it runs. */
#include "host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { MAX_WORKERS = 1024 };

jrpc_status jrpci_host_fail(jrpc_host *host, jrpc_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(host->error, sizeof host->error, format, arguments);
    va_end(arguments);
    return status;
}

static jrpc_status refuse_running(jrpc_host *host) {
    return jrpci_host_fail(host, JRPC_E_STATE, "the host runs already, or has run");
}

jrpc_status jrpc_host_new(const jrpc_allocator *allocator, jrpc_host **host) {
    if (!host) return JRPC_E_ARGUMENT;
    *host = NULL;
    if (!allocator) allocator = jrpc_allocator_default();
    jrpc_host *made = allocator->allocate(allocator->context, sizeof *made);
    if (!made) return JRPC_E_MEMORY;
    *made =
        (jrpc_host){.allocator = allocator, .worker_count = 1, .no_content = true, .epoll = -1, .timer = -1};
    jrpci_limits_init(&made->limits);
    /* Made here so that jrpc_host_stop finds it whenever it is called. */
    made->shared.acceptor_wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (made->shared.acceptor_wake < 0) {
        allocator->release(allocator->context, made, sizeof *made);
        return JRPC_E_SYSTEM;
    }
    *host = made;
    return JRPC_OK;
}

void jrpc_host_free(jrpc_host *host) {
    if (!host) return;
    const jrpc_allocator *allocator = host->allocator;
    if (host->stage == JRPCI_HOST_RUNNING) jrpci_host_end(host); /* a driven one that was not stopped */
    for (size_t i = 0; i < host->listener_count; i++) jrpci_listener_close(&host->listeners[i]);
    if (host->listeners)
        allocator->release(allocator->context, host->listeners,
                           host->listener_capacity * sizeof *host->listeners);
    jrpci_names_fini(&host->hosts, allocator);
    jrpci_names_fini(&host->origins, allocator);
    if (host->epoll >= 0) close(host->epoll);
    if (host->timer >= 0) close(host->timer);
    close(host->shared.acceptor_wake);
    allocator->release(allocator->context, host, sizeof *host);
}

const char *jrpc_host_error(const jrpc_host *host) {
    return host->error;
}

/* ---- Settings ---- */

jrpc_status jrpc_host_set_workers(jrpc_host *host, unsigned workers) {
    if (host->stage != JRPCI_HOST_SET_UP) return refuse_running(host);
    if (workers < 1 || workers > MAX_WORKERS)
        return jrpci_host_fail(host, JRPC_E_ARGUMENT, "%u workers: there can be 1 to %d", workers,
                               MAX_WORKERS);
    host->worker_count = workers;
    return JRPC_OK;
}

jrpc_status jrpc_host_set_limit(jrpc_host *host, const char *name, uint64_t value) {
    if (host->stage != JRPCI_HOST_SET_UP) return refuse_running(host);
    jrpc_status status = jrpci_limits_set(&host->limits, name, value);
    if (status == JRPC_E_UNKNOWN) return jrpci_host_fail(host, status, "there is no limit %s", name);
    if (status != JRPC_OK)
        return jrpci_host_fail(host, status, "%s: the value is out of range", name ? name : "limit");
    return JRPC_OK;
}

static jrpc_status allow(jrpc_host *host, jrpci_names *names, const char *name) {
    if (host->stage != JRPCI_HOST_SET_UP) return refuse_running(host);
    jrpc_status status = jrpci_names_add(names, name, host->allocator);
    if (status == JRPC_E_ARGUMENT) return jrpci_host_fail(host, status, "an allowed name may not be empty");
    if (status != JRPC_OK) return jrpci_host_fail(host, status, "out of memory");
    return JRPC_OK;
}

jrpc_status jrpc_host_allow_host(jrpc_host *host, const char *name) {
    return allow(host, &host->hosts, name);
}

jrpc_status jrpc_host_allow_origin(jrpc_host *host, const char *origin) {
    return allow(host, &host->origins, origin);
}

void jrpc_host_set_no_content(jrpc_host *host, bool no_content) {
    host->no_content = no_content;
}

void jrpc_host_set_log(jrpc_host *host, void (*log)(void *user, const char *line), void *user) {
    host->shared.log = log;
    host->shared.log_user = user;
}

void jrpc_host_set_authorise(jrpc_host *host, bool (*authorise)(void *user, const jrpc_http_request *request),
                             void *user) {
    host->authorise = authorise;
    host->authorise_user = user;
}

/* ---- Listeners ---- */

static bool make_room(jrpc_host *host) {
    const jrpc_allocator *allocator = host->allocator;
    if (host->listener_count < host->listener_capacity) return true;
    size_t old = host->listener_capacity * sizeof *host->listeners;
    size_t capacity = old ? host->listener_capacity * 2 : 4;
    size_t size = capacity * sizeof *host->listeners;
    jrpci_listener *grown = old ? allocator->reallocate(allocator->context, host->listeners, old, size)
                                : allocator->allocate(allocator->context, size);
    if (!grown) return false;
    host->listeners = grown;
    host->listener_capacity = capacity;
    return true;
}

static bool has_stdio(const jrpc_host *host) {
    for (size_t i = 0; i < host->listener_count; i++)
        if (host->listeners[i].address.transport == JRPC_TRANSPORT_STDIO) return true;
    return false;
}

/* Everything that can be wrong before the system is asked. */
static jrpc_status check_listener(jrpc_host *host, const char *text, bool adopted, const jrpc_served *served,
                                  jrpc_address *address) {
    const char *problem = NULL;
    if (host->stage != JRPCI_HOST_SET_UP) return refuse_running(host);
    if (!served || !served->serve) return jrpci_host_fail(host, JRPC_E_ARGUMENT, "there is nothing to serve");
    if (jrpc_address_parse(text, address, &problem) != JRPC_OK)
        return jrpci_host_fail(host, JRPC_E_ARGUMENT, "%s: %s", text ? text : "no address", problem);
    if (address->transport == JRPC_TRANSPORT_STDIO && (adopted || has_stdio(host)))
        return jrpci_host_fail(host, JRPC_E_TAKEN, "%s: standard input and output can be served once", text);
    if (!make_room(host)) return jrpci_host_fail(host, JRPC_E_MEMORY, "%s: out of memory", text);
    return JRPC_OK;
}

static jrpc_status add_listener(jrpc_host *host, const char *text, int descriptor,
                                const jrpc_served *served) {
    jrpc_address address;
    jrpc_status status = check_listener(host, text, descriptor >= 0, served, &address);
    if (status != JRPC_OK) {
        if (descriptor >= 0) close(descriptor);
        return status;
    }
    jrpci_listener *listener = &host->listeners[host->listener_count];
    *listener = (jrpci_listener){
        .site = {.transport = address.transport, .framing = address.framing, .served = *served}};
    const char *problem = NULL;
    status = jrpci_listener_open(listener, &address, descriptor, &problem);
    if (status != JRPC_OK)
        return jrpci_host_fail(host, status, "%s: %s", text, problem ? problem : strerror(errno));
    host->listener_count++;
    return JRPC_OK;
}

jrpc_status jrpc_host_listen(jrpc_host *host, const char *address, const jrpc_served *served) {
    return add_listener(host, address, -1, served);
}

jrpc_status jrpc_host_adopt(jrpc_host *host, int descriptor, const char *address, const jrpc_served *served) {
    if (descriptor < 0)
        return jrpci_host_fail(host, JRPC_E_ARGUMENT, "there is no descriptor %d", descriptor);
    return add_listener(host, address, descriptor, served);
}

size_t jrpc_host_listeners(const jrpc_host *host) {
    return host->listener_count;
}

bool jrpc_host_address(const jrpc_host *host, size_t index, char text[JRPC_ADDRESS_TEXT]) {
    if (index >= host->listener_count) return false;
    memcpy(text, host->listeners[index].text, JRPC_ADDRESS_TEXT);
    return true;
}
