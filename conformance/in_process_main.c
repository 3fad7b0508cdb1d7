/* SPDX-License-Identifier: MIT */

/* conformance-in-process: runs the cases that are documents on the library, called directly. The only
 * program here that links it; what judges the replies is the harness's reader all the same. */

#include "judge.h"
#include "report.h"

#include <jrpc/jrpc.h>
#include <services.h>
#include <stdio.h>
#include <string.h>

struct library {
    app_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
    bool strict;
};

static bool open_library(struct library *library, bool strict) {
    jrpc_service_options options;
    *library = (struct library){.strict = strict};
    jrpc_buffer_init(&library->reply, NULL);
    if (app_service_options_init("conformance", &options) != JRPC_OK) return false;
    options.version = strict ? JRPC_VERSION_STRICT : JRPC_VERSION_LENIENT;
    return app_service_new("conformance", &options, &library->service) == JRPC_OK &&
           jrpc_dispatcher_new(NULL, &library->dispatcher) == JRPC_OK;
}

static void close_library(struct library *library) {
    jrpc_dispatcher_free(library->dispatcher);
    app_service_free(library->service);
    jrpc_buffer_fini(&library->reply);
}

static void run_case(struct library *library, const conf_case *one, conf_result *result) {
    wire_error why = {""};
    *result = (conf_result){.verdict = CONF_PASS};
    library->reply.length = 0;
    jrpc_status status = jrpc_process(library->dispatcher, app_service_get(library->service), one->sent.data,
                                      one->sent.length, &library->reply, NULL);
    wire_slice reply = {library->reply.data, library->reply.length};
    wire_buffer_append(&result->got, reply.bytes, reply.length);
    if (status != JRPC_OK)
        conf_fail(result, "%s", jrpc_status_str(status));
    else if (!conf_judge_case(one, true, &reply, reply.length ? 1 : 0, &why))
        conf_fail(result, "%s", why.text);
}

static const char *skip_reason(const struct library *library, const conf_case *one) {
    if (one->transport != CONF_DOCUMENT) return "it is about a transport";
    return one->strict && !library->strict ? "it needs the version policy strict" : NULL;
}

static void run_all(struct library *library, const conf_suite *suite, conf_report *report) {
    for (size_t i = 0; i < suite->count; i++) {
        conf_result result = {.verdict = CONF_SKIP};
        const char *reason = skip_reason(library, &suite->cases[i]);
        if (reason)
            wire_error_set(&result.why, "%s", reason);
        else
            run_case(library, &suite->cases[i], &result);
        conf_report_case(report, library->strict ? "in process, strict" : "in process, lenient",
                         &suite->cases[i], &result);
        conf_result_fini(&result);
    }
}

int main(int argc, char **argv) {
    conf_suite suite;
    conf_report report = {0};
    wire_error error = {""};
    bool strict = argc == 3 && strcmp(argv[2], "--strict") == 0;
    if (argc != 2 && !strict) {
        fputs("usage: conformance-in-process CASES [--strict]\n", stderr);
        return 2;
    }
    if (!conf_suite_load(&suite, argv[1], &error)) {
        fprintf(stderr, "conformance-in-process: %s\n", error.text);
        return 2;
    }
    struct library library;
    bool open = open_library(&library, strict);
    if (open)
        run_all(&library, &suite, &report);
    else
        fputs("conformance-in-process: the conformance service cannot be made\n", stderr);
    close_library(&library);
    conf_suite_fini(&suite);
    return open ? conf_report_end(&report) : 1;
}
