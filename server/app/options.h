/* SPDX-License-Identifier: MIT */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <jrpc/host.h>
#include <jrpc/jrpc.h>

/* The command line of jrpc-server. */

#define APP_LIST_MAX 64 /* of --listen, --allow-host and --limit each */
#define APP_PROBLEM_BYTES 512

typedef enum app_mode { APP_SERVE, APP_HELP, APP_VERSION, APP_WRONG } app_mode;

typedef struct app_limit {
    const char *name; /* a limit of the library, of the host, or of both */
    uint64_t value;
} app_limit;

/* What was asked for. Texts point into the arguments. */
typedef struct app_options {
    const char *addresses[APP_LIST_MAX];
    size_t address_count;
    const char *service; /* of listeners whose address names none */
    unsigned workers;
    bool has_version; /* else each service has its own default */
    jrpc_version_policy version;
    const char *allowed_hosts[APP_LIST_MAX];
    size_t allowed_host_count;
    app_limit limits[APP_LIST_MAX];
    size_t limit_count;
    bool quiet;
} app_options;

/* Reads a command line, and checks everything that can be without opening anything. APP_WRONG: `problem` names the
 * argument, what is wrong with it and what it should be. */
app_mode app_options_parse(int count, char **arguments, app_options *options,
                           char problem[APP_PROBLEM_BYTES]);

#endif
