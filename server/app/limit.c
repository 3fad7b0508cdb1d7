/* SPDX-License-Identifier: MIT */
#include "limit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The library names its limits but keeps no list of them. */
static const struct {
    const char *name;
    size_t offset;
    const char *about;
} library_limits[] = {
    {"maxDocumentBytes", offsetof(jrpc_limits, max_document_bytes), "bytes of a document"},
    {"maxBatchCount", offsetof(jrpc_limits, max_batch_count), "requests in a batch"},
    {"maxDepth", offsetof(jrpc_limits, max_depth),
     "Arrays and Objects within one another; 0 is the hard cap, 10000"},
    {"maxValues", offsetof(jrpc_limits, max_values), "values in a document"},
    {"maxReplyBytes", offsetof(jrpc_limits, max_reply_bytes), "bytes of the reply to a document"},
};
#define LIBRARY_LIMITS (sizeof library_limits / sizeof *library_limits)

static const jrpc_host_limit *find_host_limit(const char *name) {
    for (const jrpc_host_limit *limit = jrpc_host_limits(); limit->name; limit++) {
        if (strcmp(limit->name, name) == 0) return limit;
    }
    return NULL;
}

/* Only digits: strtoull would take a sign and white space. */
static bool parse_number(const char *text, uint64_t *value) {
    if (!*text || text[strspn(text, "0123456789")]) return false;
    errno = 0;
    *value = strtoull(text, NULL, 10);
    return errno == 0;
}

bool app_limit_parse(char *text, app_limit *limit, char problem[APP_PROBLEM_BYTES]) {
    char *equals = strchr(text, '=');
    if (!equals) {
        snprintf(problem, APP_PROBLEM_BYTES, "--limit '%s': write NAME=VALUE, as in maxDepth=100", text);
        return false;
    }
    *equals = 0;
    limit->name = text;
    if (!parse_number(equals + 1, &limit->value)) {
        snprintf(problem, APP_PROBLEM_BYTES, "--limit %s: '%s' is not a whole number from 0 to %" PRIu64,
                 text, equals + 1, UINT64_MAX);
        return false;
    }
    jrpc_limits scratch;
    jrpc_limits_init(&scratch);
    jrpc_status status = jrpc_limits_set(&scratch, limit->name, limit->value);
    const jrpc_host_limit *host_limit = find_host_limit(limit->name);
    if (status == JRPC_E_UNKNOWN && !host_limit) {
        snprintf(problem, APP_PROBLEM_BYTES, "--limit: there is no limit '%s'; --help lists them", text);
        return false;
    }
    if (status == JRPC_E_ARGUMENT || (host_limit && limit->value == 0 && !host_limit->lifts)) {
        snprintf(problem, APP_PROBLEM_BYTES, "--limit %s: %" PRIu64 " is out of its range", text,
                 limit->value);
        return false;
    }
    return true;
}

void app_limit_apply(const app_limit *limits, size_t count, jrpc_limits *library) {
    for (size_t i = 0; i < count; i++) jrpc_limits_set(library, limits[i].name, limits[i].value);
}

jrpc_status app_limit_apply_host(const app_limit *limits, size_t count, jrpc_host *host) {
    for (size_t i = 0; i < count; i++) {
        if (!find_host_limit(limits[i].name)) continue;
        jrpc_status status = jrpc_host_set_limit(host, limits[i].name, limits[i].value);
        if (status != JRPC_OK) return status;
    }
    return JRPC_OK;
}

void app_limit_print(void) {
    jrpc_limits defaults;
    jrpc_limits_init(&defaults);
    for (size_t i = 0; i < LIBRARY_LIMITS; i++) {
        size_t value;
        memcpy(&value, (const char *)&defaults + library_limits[i].offset, sizeof value);
        printf("  %-22s %10zu  %s\n", library_limits[i].name, value, library_limits[i].about);
    }
    for (const jrpc_host_limit *limit = jrpc_host_limits(); limit->name; limit++) {
        jrpc_limits scratch;
        if (jrpc_limits_set(&scratch, limit->name, limit->value) != JRPC_E_UNKNOWN)
            continue; /* printed above */
        printf("  %-22s %10" PRIu64 "  %s\n", limit->name, limit->value, limit->about);
    }
}
