/* SPDX-License-Identifier: MIT */
#include "result_sample.h"

#include "engine.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_object *load_sample_context(void) {
    static const char text[] =
        "{\"date\":\"2026-01-31T12:00:00Z\",\"arguments\":[\"--sweep\"],\"commit\":\"0123456789abcdef\","
        "\"dirty\":false,"
        "\"machine\":{\"cpu\":\"Imaginary "
        "3000\",\"cpus\":2,\"siblings\":[\"0\",\"1\"],\"memory_bytes\":1073741824,"
        "\"kernel\":\"Linux 6.1.0 x86_64\",\"mitigations\":{\"meltdown\":\"Not "
        "affected\"},\"governor\":null,\"aslr\":2},"
        "\"compiler\":\"GNU "
        "12.2.0\",\"flags\":\"-O3\",\"versions\":{\"jrpc\":\"0.1.0\"},\"vector_path\":\"avx2\","
        "\"pinning\":{\"server\":[0],\"client\":[1]}}";
    return json_tokener_parse(text);
}

static load_row row_of(const char *id, const char *limit, const struct load_workload *workload,
                       unsigned connections) {
    load_row row = {.id = id,
                    .label = id,
                    .limit = limit,
                    .workload = workload,
                    .connections = connections,
                    .depth = 1,
                    .batch = 1,
                    .threads = 1,
                    .warm_up = 0.2,
                    .duration = 1,
                    .timeout = 5,
                    .pin = true};
    if (connections == 0) return row;
    row.driver = LOAD_DRIVER_STREAM;
    row.transport = "tcp";
    row.framing = "concatenated";
    row.depth = 256;
    row.workers = 1;
    if (strcmp(id, "batches") == 0) row.batch = 100;
    return row;
}

static void measure(load_outcome *outcome, const load_row *row, double rate) {
    outcome->window = 1;
    outcome->replies = (uint64_t)rate;
    outcome->counts.started = outcome->replies;
    outcome->counts.succeeded = outcome->replies;
    outcome->bytes_sent = outcome->replies * 80;
    outcome->bytes_received = outcome->replies * 40;
    outcome->client_cpu = 0.5;
    outcome->server_cpu = 0.9;
    outcome->bound = LOAD_BOUND_SERVER;
    outcome->steal = 0;
    outcome->probe_before = 10;
    outcome->probe_after = 10.5;
    if (row->connections) {
        const double latency = row->connections * row->depth * 1e9 / rate;
        load_histogram_record(&outcome->actual, (uint64_t)latency, outcome->replies);
        load_histogram_record(&outcome->intended, (uint64_t)latency, outcome->replies);
    }
}

void load_sample_add(load_result *result, const char *id, const char *limit,
                     const struct load_workload *workload, unsigned connections, double rate, unsigned runs) {
    const load_row row = row_of(id, limit, workload, connections);
    load_outcome *outcome = malloc(sizeof *outcome);
    for (unsigned i = 0; outcome && i < runs; i++) {
        const double own = rate * (1 + 0.01 * i);
        const load_extra extra = {.repetition = i,
                                  .nanoseconds_per_request = connections ? -1 : 1e9 / own,
                                  .burned_nanoseconds = -1};
        load_outcome_init(outcome);
        measure(outcome, &row, own);
        load_result_add(result, &row, outcome, &extra);
    }
    free(outcome);
}

void load_sample_add_check(load_result *result, const char *id, const struct load_workload *workload,
                           unsigned connections, double rate) {
    const load_row row = row_of(id, NULL, workload, connections);
    const load_extra extra = {.nanoseconds_per_request = -1, .burned_nanoseconds = -1, .doubled = true};
    load_outcome *outcome = malloc(sizeof *outcome);
    if (!outcome) return;
    load_outcome_init(outcome);
    measure(outcome, &row, rate);
    load_result_add(result, &row, outcome, &extra);
    free(outcome);
}

void load_sample_add_failed(load_result *result, const char *id, const struct load_workload *workload,
                            unsigned connections, load_verdict verdict, const char *reason) {
    const load_row row = row_of(id, NULL, workload, connections);
    const load_extra extra = {.nanoseconds_per_request = -1, .burned_nanoseconds = -1};
    load_outcome *outcome = malloc(sizeof *outcome);
    if (!outcome) return;
    load_outcome_init(outcome);
    outcome->verdict = verdict;
    outcome->counts =
        (load_counts){.started = 5, .succeeded = 2, .rejected = 1, .errored = 1, .unfinished = 1};
    outcome->errors[LOAD_ERROR_WRONG] = 1;
    outcome->errors[LOAD_ERROR_RESET] = 1;
    snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
    load_result_add(result, &row, outcome, &extra);
    free(outcome);
}
