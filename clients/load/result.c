/* SPDX-License-Identifier: MIT */
#include "result.h"

#include "json.h"
#include "run_json.h"
#include "summary.h"

#include <stdlib.h>
#include <string.h>

static const char schema_name[] = "jrpc-bench/1";

struct load_result {
    json_object *root;
    json_object *runs;     /* of root */
    json_object *checks;   /* of root */
    json_object *last;     /* run that was added */
    json_object *counting; /* of root */
};

load_result *load_result_new(json_object *context, bool quick) {
    load_result *result = calloc(1, sizeof *result);
    json_object *root = json_object_new_object();
    if (!result || !root) {
        free(result);
        json_object_put(root);
        json_object_put(context);
        return NULL;
    }
    result->root = root;
    result->runs = json_object_new_array();
    result->checks = json_object_new_array();
    result->counting = json_object_new_array();
    load_json_text(root, "schema", schema_name);
    load_json_flag(root, "quick", quick);
    load_json_flag(root, "complete", false);
    load_json_text(root, "incomplete_reason", "not finished");
    json_object_object_add(root, "context", context);
    json_object_object_add(root, "runs", result->runs);
    json_object_object_add(root, "checks", result->checks);
    json_object_object_add(root, "points", json_object_new_array());
    json_object_object_add(root, "shares", json_object_new_array());
    json_object_object_add(root, "ratios", json_object_new_array());
    json_object_object_add(root, "counting", result->counting);
    return result;
}

void load_result_free(load_result *result) {
    if (!result) return;
    json_object_put(result->root);
    free(result);
}

void load_result_add(load_result *result, const load_row *row, const load_outcome *outcome,
                     const load_extra *extra) {
    result->last = load_run_json(row, outcome, extra);
    json_object_array_add(extra->doubled ? result->checks : result->runs, result->last);
}

void load_result_count(load_result *result, json_object *counting) {
    json_object_array_add(result->counting, counting);
}

void load_result_settle(load_result *result, const char *incomplete) {
    load_json_flag(result->root, "complete", !incomplete);
    load_json_text(result->root, "incomplete_reason", incomplete);
    json_object_object_add(result->root, "points", load_summary_points(result->runs));
    json_object_object_add(result->root, "shares", load_summary_shares(result->runs));
    json_object_object_add(result->root, "ratios", load_summary_ratios(result->runs, result->checks));
}

json_object *load_result_json(const load_result *result) {
    return result->root;
}

json_object *load_result_last_run(const load_result *result) {
    return result->last;
}

json_object *load_result_read(const char *path, char *fault, size_t size) {
    json_object *root = load_json_read(path, fault, size);
    if (!root) return NULL;
    const bool named = strcmp(load_json_get_text(root, "schema", ""), schema_name) == 0;
    if (named && json_object_is_type(load_json_get(root, "runs"), json_type_array) &&
        json_object_is_type(load_json_get(root, "context"), json_type_object))
        return root;
    snprintf(fault, size, "%s: is no result file: \"schema\" is not \"%s\", or it has no runs and context",
             path, schema_name);
    json_object_put(root);
    return NULL;
}

/* Text as RFC 4180 wants it: in quotes where it holds a separator. */
static void csv_text(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void csv_member(FILE *out, json_object *object, const char *name) {
    json_object *member = load_json_get(object, name);
    if (member) csv_text(out, json_object_get_string(member));
}

static void csv_run(FILE *out, json_object *run) {
    static const char *members[] = {"id",      "connections",    "threads", "depth",
                                    "batch",   "repetition",     "verdict", "window_seconds",
                                    "replies", "rate_per_second"};
    static const char *counts[] = {"started", "succeeded", "rejected", "errored", "timed_out", "unfinished"};
    static const char *latencies[] = {"mean", "p50", "p90", "p99", "p999", "max"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (i) fputc(',', out);
        csv_member(out, run, members[i]);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        fputc(',', out);
        csv_member(out, load_json_get(run, "counts"), counts[i]);
    }
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        fputc(',', out);
        csv_member(out, load_json_get(run, "latency"), latencies[i]);
    }
    fputc(',', out);
    csv_member(out, run, "bound");
    fputc(',', out);
    csv_member(out, run, "nanoseconds_per_request");
    fputc('\n', out);
}

void load_result_csv(json_object *root, FILE *out) {
    json_object *runs = load_json_get(root, "runs");
    fputs("id,connections,threads,depth,batch,repetition,verdict,window_seconds,replies,rate_per_second,"
          "started,succeeded,rejected,errored,timed_out,unfinished,"
          "latency_mean_ns,latency_p50_ns,latency_p90_ns,latency_p99_ns,latency_p999_ns,latency_max_ns,"
          "bound,nanoseconds_per_request\n",
          out);
    for (size_t i = 0; i < json_object_array_length(runs); i++)
        csv_run(out, json_object_array_get_idx(runs, i));
}
