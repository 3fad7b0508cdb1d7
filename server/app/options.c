/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "limit.h"
#include "services.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS_MAX 1024

enum { LISTEN = 1, SERVICE, WORKERS, VERSION_POLICY, ALLOW_HOST, LIMIT, QUIET, HELP, VERSION };

static const struct option known[] = {
    {"listen", required_argument, NULL, LISTEN},
    {"service", required_argument, NULL, SERVICE},
    {"workers", required_argument, NULL, WORKERS},
    {"version-policy", required_argument, NULL, VERSION_POLICY},
    {"allow-host", required_argument, NULL, ALLOW_HOST},
    {"limit", required_argument, NULL, LIMIT},
    {"quiet", no_argument, NULL, QUIET},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0},
};

/* False, with what is wrong in `problem`. */
#define WRONG(problem, ...) (snprintf((problem), APP_PROBLEM_BYTES, __VA_ARGS__), false)

static bool is_service(const char *name) {
    for (size_t i = 0; app_service_name(i); i++) {
        if (strcmp(app_service_name(i), name) == 0) return true;
    }
    return false;
}

static bool check_service(const char *option, const char *name, char *problem) {
    if (is_service(name)) return true;
    return WRONG(problem, "%s: there is no service '%s'; there are benchmark, conformance and binding",
                 option, name);
}

static bool add_address(app_options *options, const char *text, char *problem) {
    jrpc_address address;
    const char *complaint = NULL;
    if (options->address_count == APP_LIST_MAX) return WRONG(problem, "more than %d --listen", APP_LIST_MAX);
    if (jrpc_address_parse(text, &address, &complaint) != JRPC_OK) {
        return WRONG(problem, "--listen '%s': %s", text, complaint);
    }
    if (address.service[0] && !check_service(text, address.service, problem)) return false;
    options->addresses[options->address_count++] = text;
    return true;
}

static bool set_workers(app_options *options, const char *text, char *problem) {
    char *end;
    long workers = strtol(text, &end, 10);
    if (end == text || *end || workers < 1 || workers > WORKERS_MAX) {
        return WRONG(problem, "--workers: '%s' is not a whole number from 1 to %d", text, WORKERS_MAX);
    }
    options->workers = (unsigned)workers;
    return true;
}

static bool set_version(app_options *options, const char *text, char *problem) {
    static const char *const names[] = {[JRPC_VERSION_LENIENT] = "lenient",
                                        [JRPC_VERSION_STRICT] = "strict",
                                        [JRPC_VERSION_IGNORE] = "ignore"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], text) != 0) continue;
        options->version = (jrpc_version_policy)i;
        options->has_version = true;
        return true;
    }
    return WRONG(problem, "--version-policy: '%s' is none of lenient, strict and ignore", text);
}

static bool add_host(app_options *options, const char *name, char *problem) {
    if (options->allowed_host_count == APP_LIST_MAX)
        return WRONG(problem, "more than %d --allow-host", APP_LIST_MAX);
    if (!*name) return WRONG(problem, "--allow-host: the name is empty; * allows every host");
    options->allowed_hosts[options->allowed_host_count++] = name;
    return true;
}

static bool add_limit(app_options *options, char *text, char *problem) {
    if (options->limit_count == APP_LIST_MAX) return WRONG(problem, "more than %d --limit", APP_LIST_MAX);
    return app_limit_parse(text, &options->limits[options->limit_count++], problem);
}

/* `given` is the argument that the option was found in. */
static bool take(app_options *options, int option, char *value, const char *given, char *problem) {
    switch (option) {
    case LISTEN: return add_address(options, value, problem);
    case SERVICE: options->service = value; return check_service("--service", value, problem);
    case WORKERS: return set_workers(options, value, problem);
    case VERSION_POLICY: return set_version(options, value, problem);
    case ALLOW_HOST: return add_host(options, value, problem);
    case LIMIT: return add_limit(options, value, problem);
    case QUIET: options->quiet = true; return true;
    case ':': return WRONG(problem, "%s: its value is missing", given);
    default: return WRONG(problem, "'%s' is no option, or takes no value", given);
    }
}

static bool is_complete(const app_options *options, const char *stray, char *problem) {
    if (stray) return WRONG(problem, "'%s' is no option; addresses go behind --listen", stray);
    if (options->address_count) return true;
    return WRONG(problem, "nothing to listen on; try --listen tcp://127.0.0.1:9000");
}

app_mode app_options_parse(int count, char **arguments, app_options *options,
                           char problem[APP_PROBLEM_BYTES]) {
    *options = (app_options){.service = "benchmark", .workers = 1};
    opterr = 0; /* its messages do not say what to do */
    optind = 0; /* parse from the start, also the second time in a process */
    for (;;) {
        const char *given = arguments[optind ? optind : 1];
        int option = getopt_long(count, arguments, "+:h", known, NULL);
        if (option == -1) break;
        if (option == HELP || option == 'h') return APP_HELP;
        if (option == VERSION) return APP_VERSION;
        if (!take(options, option, optarg, given, problem)) return APP_WRONG;
    }
    return is_complete(options, arguments[optind], problem) ? APP_SERVE : APP_WRONG;
}
