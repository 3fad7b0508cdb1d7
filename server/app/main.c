/* SPDX-License-Identifier: MIT */
#include "help.h"
#include "options.h"
#include "server.h"
#include "stop.h"

#include <signal.h>
#include <stdio.h>

static app_exit serve(const app_options *options) {
    app_server server;
    app_exit result = app_server_open(&server, options);
    if (result == APP_EXIT_OK) result = app_server_run(&server);
    app_server_close(&server);
    return result;
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN); /* a reader of our output that went away is no reason to die */
    app_stop_block();

    app_options options;
    char problem[APP_PROBLEM_BYTES];
    switch (app_options_parse(count, arguments, &options, problem)) {
    case APP_SERVE: return (int)serve(&options);
    case APP_HELP: app_help_print(); return APP_EXIT_OK;
    case APP_VERSION: puts("jrpc-server " JRPC_VERSION); return APP_EXIT_OK;
    default: fprintf(stderr, "jrpc-server: %s\nTry: jrpc-server --help\n", problem); return APP_EXIT_USAGE;
    }
}
