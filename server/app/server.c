/* SPDX-License-Identifier: MIT */
#include "server.h"

#include "limit.h"
#include "stop.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void log_line(void *user, const char *line) {
    (void)user;
    fprintf(stderr, "jrpc-server: %s\n", line);
}

/* What a person can do about an address that was not to be had. */
static const char *advice(jrpc_status status, int error) {
    if (status == JRPC_E_TAKEN) return "; stop what listens there, or choose another address";
    if (status != JRPC_E_SYSTEM) return "";
    switch (error) {
    case EACCES:
    case EPERM: return "; choose a port from 1024 up, or a folder that you may write to";
    case ENOENT: return "; the folder of a socket must exist";
    case EADDRNOTAVAIL: return "; no network interface of this machine has that address";
    default: return "";
    }
}

/* Says what failed, in the host's words where it has some. */
static app_exit fail(const app_server *server, const char *what, jrpc_status status) {
    int error = errno;
    const char *words = server->host ? jrpc_host_error(server->host) : "";
    if (*words) {
        fprintf(stderr, "jrpc-server: %s%s\n", words, advice(status, error));
    } else {
        const char *reason = status == JRPC_E_SYSTEM ? strerror(error) : jrpc_status_str(status);
        fprintf(stderr, "jrpc-server: %s: %s\n", what, reason);
    }
    return status == JRPC_E_ARGUMENT ? APP_EXIT_USAGE : APP_EXIT_FAILURE;
}

static jrpc_status set_up_host(app_server *server, const app_options *options) {
    jrpc_status status = jrpc_host_new(NULL, &server->host);
    if (status == JRPC_OK) status = jrpc_host_set_workers(server->host, options->workers);
    if (status == JRPC_OK) status = app_limit_apply_host(options->limits, options->limit_count, server->host);
    for (size_t i = 0; i < options->allowed_host_count && status == JRPC_OK; i++) {
        status = jrpc_host_allow_host(server->host, options->allowed_hosts[i]);
    }
    if (status == JRPC_OK && !options->quiet) jrpc_host_set_log(server->host, log_line, NULL);
    return status;
}

/* The service of that name, made when it is asked for first. */
static jrpc_status get_service(app_server *server, const app_options *options, const char *name,
                               jrpc_service **service) {
    for (size_t i = 0; i < server->service_count; i++) {
        *service = app_service_get(server->services[i]);
        if (strcmp(app_service_name_of(server->services[i]), name) == 0) return JRPC_OK;
    }
    jrpc_service_options settings;
    app_service_options_init(name, &settings);
    if (options->has_version) settings.version = options->version;
    app_limit_apply(options->limits, options->limit_count, &settings.limits);
    app_service *made;
    jrpc_status status = app_service_new(name, &settings, &made);
    if (status != JRPC_OK) return status;
    server->services[server->service_count++] = made;
    *service = app_service_get(made);
    return JRPC_OK;
}

static bool is_loopback(const jrpc_address *address) {
    if (address->transport != JRPC_TRANSPORT_TCP && address->transport != JRPC_TRANSPORT_HTTP) return true;
    return strcmp(address->host, "localhost") == 0 || strcmp(address->host, "::1") == 0 ||
           strncmp(address->host, "127.", 4) == 0;
}

static app_exit listen_on(app_server *server, const app_options *options, const char *text) {
    jrpc_address address;
    jrpc_service *service;
    jrpc_address_parse(text, &address, NULL); /* the options have checked it */
    jrpc_status status =
        get_service(server, options, address.service[0] ? address.service : options->service, &service);
    if (status != JRPC_OK) return fail(server, text, status);
    jrpc_served served = jrpc_served_service(service);
    status = jrpc_host_listen(server->host, text, &served);
    if (status != JRPC_OK) return fail(server, text, status);
    server->has_stdio |= address.transport == JRPC_TRANSPORT_STDIO;
    if (!is_loopback(&address)) {
        fprintf(stderr, "jrpc-server: %s can be reached from other machines, and anybody may call it\n",
                text);
    }
    return APP_EXIT_OK;
}

/* Where standard output carries replies, people read standard error. */
static app_exit print_addresses(const app_server *server) {
    FILE *out = server->has_stdio ? stderr : stdout;
    char text[JRPC_ADDRESS_TEXT];
    for (size_t i = 0; jrpc_host_address(server->host, i, text); i++) fprintf(out, "listening on %s\n", text);
    if (fflush(out) == 0) return APP_EXIT_OK;
    perror("jrpc-server: cannot say where it listens");
    return APP_EXIT_FAILURE;
}

app_exit app_server_open(app_server *server, const app_options *options) {
    *server = (app_server){.host = NULL};
    jrpc_status status = set_up_host(server, options);
    if (status != JRPC_OK) return fail(server, "cannot set up", status);
    for (size_t i = 0; i < options->address_count; i++) {
        app_exit listening = listen_on(server, options, options->addresses[i]);
        if (listening != APP_EXIT_OK) return listening;
    }
    return print_addresses(server);
}

app_exit app_server_run(app_server *server) {
    app_stop stop;
    if (!app_stop_start(&stop, server->host)) {
        perror("jrpc-server: cannot wait for signals");
        return APP_EXIT_FAILURE;
    }
    jrpc_status status = jrpc_host_run(server->host);
    app_stop_end(&stop);
    return status == JRPC_OK ? APP_EXIT_OK : fail(server, "cannot serve", status);
}

void app_server_close(app_server *server) {
    jrpc_host_free(server->host);
    for (size_t i = 0; i < server->service_count; i++) app_service_free(server->services[i]);
}
