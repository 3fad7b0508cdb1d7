/* SPDX-License-Identifier: MIT */
#ifndef APP_SERVER_H
#define APP_SERVER_H

#include "options.h"
#include "services.h"

/* A host, its listeners, and the services behind them: one of each name, so that two listeners of one name share what
 * it counts. */
typedef struct app_server {
    jrpc_host *host;
    app_service *services[APP_LIST_MAX];
    size_t service_count;
    bool has_stdio;
} app_server;

typedef enum app_exit { APP_EXIT_OK = 0, APP_EXIT_FAILURE = 1, APP_EXIT_USAGE = 2 } app_exit;

/* Makes the services, binds every address and prints where it listens. Not APP_EXIT_OK: it has said why on standard
 * error. app_server_close either way. */
app_exit app_server_open(app_server *server, const app_options *options);

/* Serves until SIGTERM or SIGINT, or until standard input ends where nothing else is served. */
app_exit app_server_run(app_server *server);

void app_server_close(app_server *server);

#endif
