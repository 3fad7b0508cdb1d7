/* SPDX-License-Identifier: MIT */
#include "series.h"

#include <string.h>

/* The order here is the order in pictures and tables. Filled points are ours, open ones are not. */
static const struct known {
    const char *id;
    const char *name;
    const char *full; /* where the panel does not say the rest */
    chart_role role;
    chart_style style;
} known_series[] = {
    {"sync", "jrpc, random", "jrpc, in process", CHART_OURS, {0, 7, 1}},
    {"sync-five", "jrpc, five fixed", "jrpc, in process, five fixed", CHART_OURS, {1, 5, 1}},
    {"tcp", "TCP", "jrpc, TCP", CHART_OURS, {0, 7, 1}},
    {"unix", "Unix socket", "jrpc, Unix socket", CHART_OURS, {1, 5, 1}},
    {"http", "HTTP", "jrpc, HTTP, one request a POST", CHART_OURS, {2, 9, 1}},
    {"http-batch", "HTTP batch", "jrpc, HTTP, a batch a POST", CHART_OURS, {3, 13, 1}},
    {"json-c-host-tcp", "json-c, our host", "json-c behind our host, TCP", CHART_OTHER, {5, 8, 2}},
    {"json-c-tcp", "json-c server", "json-c server, TCP", CHART_OTHER, {4, 6, 4}},
    {"sync-json-c", "json-c, random", "json-c, in process", CHART_OTHER, {4, 6, 4}},
    {"grpc-unary", "gRPC unary", "gRPC, unary", CHART_OTHER, {5, 12, 5}},
    {"grpc-stream", "gRPC stream", "gRPC, stream", CHART_OTHER, {5, 10, 5}},
    {"echo-burn-tcp", "echo that burns our time", "TCP echo that burns our time", CHART_LIMIT, {6, 4, 3}},
    {"echo-burn-unix", "echo that burns our time", "Unix echo that burns our time", CHART_LIMIT, {6, 4, 3}},
    {"http-constant", "constant reply", "HTTP, constant reply", CHART_LIMIT, {6, 8, 3}},
    {"http-nginx", "nginx, constant reply", "nginx, constant reply", CHART_LIMIT, {6, 10, 3}},
    {"http-batch-echo", "echo of the same sizes", "HTTP, echo of the same sizes", CHART_LIMIT, {6, 12, 3}},
    {"echo-tcp", "bare echo", "TCP echo", CHART_LIMIT, {6, 6, 3}},
    {"echo-unix", "bare echo", "Unix echo", CHART_LIMIT, {6, 6, 3}},
    {"sync-copy", "copy of the request", "copy of the request", CHART_LIMIT, {6, 8, 3}},
    {"sync-empty", "empty call", "empty call", CHART_LIMIT, {6, 10, 3}},
    {"sync-neighbour", "jrpc, busy neighbour", "jrpc beside a busy CPU", CHART_LIMIT, {6, 4, 3}},
};

/* For series that this program has not heard of: shapes and dashes of their own, in the order of the file. */
static const chart_style spare_styles[] = {{5, 2, 5},  {4, 1, 2}, {5, 3, 4},
                                           {4, 14, 5}, {5, 4, 2}, {4, 12, 2}};

enum {
    KNOWN = sizeof known_series / sizeof *known_series,
    SPARE = sizeof spare_styles / sizeof *spare_styles
};

static const struct known *find_known(const char *id) {
    for (size_t i = 0; i < KNOWN; i++)
        if (strcmp(known_series[i].id, id) == 0) return &known_series[i];
    return NULL;
}

static chart_kind kind_of(const chart_run *run) {
    if (!run->transport) return CHART_IN_PROCESS;
    if (strncmp(run->transport, "http", 4) != 0) return CHART_STREAM;
    return run->batch > 1 ? CHART_HTTP_BATCH : CHART_HTTP;
}

static chart_series series_of(const chart_run *run, size_t nth_unknown) {
    const struct known *known = find_known(run->id);
    chart_series series = {.id = run->id, .kind = kind_of(run)};
    series.name = known ? known->name : run->id;
    series.full = known ? known->full : run->label;
    series.role = known ? known->role : CHART_OTHER;
    series.style = known ? known->style : spare_styles[nth_unknown % SPARE];
    return series;
}

bool chart_series_find(const chart_result *result, const char *id, chart_series *series) {
    const chart_run *run = chart_result_find(result, id);
    if (run) *series = series_of(run, 0);
    return run != NULL;
}

static bool listed(const chart_series *list, size_t count, const char *id) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].id, id) == 0) return true;
    return false;
}

size_t chart_series_list(const chart_result *result, chart_kind kind,
                         chart_series out[CHART_SERIES_MAXIMUM]) {
    size_t count = 0;
    for (size_t i = 0; i < KNOWN && count < CHART_SERIES_MAXIMUM; i++) {
        const chart_run *run =
            known_series[i].role == CHART_LIMIT ? NULL : chart_result_find(result, known_series[i].id);
        if (run && kind_of(run) == kind) out[count++] = series_of(run, 0);
    }
    size_t unknown = 0;
    for (size_t i = 0; i < result->run_count && count < CHART_SERIES_MAXIMUM; i++) {
        const chart_run *run = &result->runs[i];
        if (!run->ok || kind_of(run) != kind || find_known(run->id) || listed(out, count, run->id)) continue;
        out[count++] = series_of(run, unknown++);
    }
    return count;
}
