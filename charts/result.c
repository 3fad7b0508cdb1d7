/* SPDX-License-Identifier: MIT */
#include "result.h"

#include "message.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* More runs than this are no session: three hours of one-second runs. Pairing runs takes time with their square. */
#define MAXIMUM_RUNS 10000U

/* A count that fits an unsigned; false where it is anything else. */
static bool read_unsigned(json_object *json, const char *name, unsigned *out) {
    uint64_t value = chart_json_count(json, name, UINT64_MAX);
    *out = (unsigned)value;
    return value <= INT_MAX;
}

/* The name of the first member that is absent or of the wrong type, or NULL. */
static const char *read_run(chart_run *run, json_object *json) {
    const char *verdict = chart_json_string(json, "verdict", NULL);
    double rate = chart_json_number(json, "rate_per_second", 0);
    *run = (chart_run){.json = json,
                       .id = chart_json_string(json, "id", NULL),
                       .label = chart_json_string(json, "label", NULL),
                       .transport = chart_json_string(json, "transport", NULL),
                       .workload = chart_json_string(json, "workload", NULL),
                       .ok = verdict && strcmp(verdict, "ok") == 0,
                       .rate = rate,
                       .generator_bound = strcmp(chart_json_string(json, "bound", ""), "generator") == 0,
                       .drifted = chart_json_bool(json, "drifted", false)};
    if (!run->id || !*run->id) return "id";
    if (!run->label) return "label";
    if (!run->workload) return "workload";
    if (!verdict) return "verdict";
    if (!read_unsigned(json, "connections", &run->connections)) return "connections";
    if (!read_unsigned(json, "depth", &run->depth)) return "depth";
    if (!read_unsigned(json, "batch", &run->batch)) return "batch";
    if (!read_unsigned(json, "threads", &run->threads)) return "threads";
    if (!read_unsigned(json, "repetition", &run->repetition)) return "repetition";
    /* What no machine does has no place on an axis either. */
    if (!(rate >= 0 && rate < 1e15) || (run->ok && rate < 1e-6)) return "rate_per_second";
    return NULL;
}

/* The runs of an array; a file without it has none. */
static bool read_runs(const chart_result *result, const char *list, chart_run **runs, size_t *read) {
    size_t count = chart_json_length(result->json, list);
    if (count > MAXIMUM_RUNS) {
        chart_say("%s: %s has %zu elements; at most %u make sense", result->path, list, count, MAXIMUM_RUNS);
        return false;
    }
    *runs = calloc(count ? count : 1, sizeof **runs);
    if (!*runs) {
        chart_say("out of memory reading %s", result->path);
        return false;
    }
    for (*read = 0; *read < count; ++*read) {
        const char *missing = read_run(&(*runs)[*read], chart_json_element(result->json, list, *read));
        if (!missing) continue;
        chart_say("%s: %s[%zu].%s is missing or not what data/schema/result.schema.json asks for",
                  result->path, list, *read, missing);
        return false;
    }
    return true;
}

static const char *missing_member(json_object *json) {
    json_object *context = chart_json_member(json, "context");
    json_object *machine = chart_json_member(context, "machine");
    if (!json_object_is_type(chart_json_member(json, "quick"), json_type_boolean)) return "quick";
    if (!json_object_is_type(chart_json_member(json, "complete"), json_type_boolean)) return "complete";
    if (!json_object_is_type(chart_json_member(json, "runs"), json_type_array)) return "runs";
    if (!chart_json_string(context, "date", NULL)) return "context.date";
    if (!chart_json_string(machine, "cpu", NULL)) return "context.machine.cpu";
    return NULL;
}

bool chart_result_init(chart_result *result, const char *path, json_object *json) {
    const char *missing = missing_member(json);
    if (missing) {
        chart_say("%s: %s is missing or not what data/schema/result.schema.json asks for", path, missing);
        return false;
    }
    json_object *context = chart_json_member(json, "context");
    json_object *machine = chart_json_member(context, "machine");
    bool complete = chart_json_bool(json, "complete", false);
    *result = (chart_result){
        .json = json,
        .path = path,
        .date = chart_json_string(context, "date", ""),
        .commit = chart_json_string(context, "commit", "unknown"),
        .cpu = chart_json_string(machine, "cpu", ""),
        .cpus = (unsigned)chart_json_count(machine, "cpus", 0),
        .quick = chart_json_bool(json, "quick", true),
        .complete = complete,
        .incomplete_reason = complete ? NULL : chart_json_string(json, "incomplete_reason", "not said why"),
        .dirty = chart_json_bool(context, "dirty", true),
    };
    if (read_runs(result, "runs", &result->runs, &result->run_count) &&
        read_runs(result, "checks", &result->checks, &result->check_count))
        return true;
    chart_result_fini(result);
    return false;
}

void chart_result_fini(chart_result *result) {
    free(result->runs);
    free(result->checks);
    *result = (chart_result){0};
}

size_t chart_result_measured(const chart_result *result) {
    size_t measured = 0;
    for (size_t i = 0; i < result->run_count; i++) measured += result->runs[i].ok;
    return measured;
}

size_t chart_result_generator_bound(const chart_result *result) {
    size_t count = 0;
    for (size_t i = 0; i < result->run_count; i++)
        count += result->runs[i].ok && result->runs[i].generator_bound;
    return count;
}

size_t chart_result_drifted(const chart_result *result) {
    size_t count = 0;
    for (size_t i = 0; i < result->run_count; i++) count += result->runs[i].ok && result->runs[i].drifted;
    return count;
}

const chart_run *chart_result_find(const chart_result *result, const char *id) {
    for (size_t i = 0; i < result->run_count; i++)
        if (result->runs[i].ok && strcmp(result->runs[i].id, id) == 0) return &result->runs[i];
    return NULL;
}
