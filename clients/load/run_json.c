/* SPDX-License-Identifier: MIT */
#include "run_json.h"

#include "engine.h"
#include "json.h"
#include "wire/target.h"
#include "workload.h"

#include <math.h>

const char *load_driver_str(load_driver driver) {
    switch (driver) {
    case LOAD_DRIVER_IN_PROCESS: return "in-process";
    case LOAD_DRIVER_STREAM: return "stream";
    case LOAD_DRIVER_HTTP: return "http";
    case LOAD_DRIVER_CURL: return "curl";
    }
    return "";
}

bool load_outcome_drifted(const load_outcome *outcome) {
    const double before = outcome->probe_before;
    const double after = outcome->probe_after;
    if (outcome->steal > LOAD_DRIFT_STEAL) return true;
    return before > 0 && after > 0 &&
           (after > before * LOAD_DRIFT_PROBE || before > after * LOAD_DRIFT_PROBE);
}

static json_object *counts_json(const load_counts *counts) {
    json_object *object = json_object_new_object();
    load_json_count(object, "started", counts->started);
    load_json_count(object, "succeeded", counts->succeeded);
    load_json_count(object, "rejected", counts->rejected);
    load_json_count(object, "errored", counts->errored);
    load_json_count(object, "timed_out", counts->timed_out);
    load_json_count(object, "unfinished", counts->unfinished);
    return object;
}

static json_object *errors_json(const uint64_t *errors) {
    json_object *object = json_object_new_object();
    for (int kind = 0; kind < LOAD_ERROR_KINDS; kind++)
        if (errors[kind]) load_json_count(object, load_error_str((load_error)kind), errors[kind]);
    return object;
}

static json_object *codes_json(const load_code *codes) {
    json_object *list = json_object_new_array();
    for (size_t i = 0; i < LOAD_CODES && codes[i].count; i++) {
        json_object *pair = json_object_new_array_ext(2);
        json_object_array_add(pair, json_object_new_int64(codes[i].code));
        json_object_array_add(pair, json_object_new_uint64(codes[i].count));
        json_object_array_add(list, pair);
    }
    return list;
}

static json_object *buckets_json(const load_histogram *histogram) {
    json_object *buckets = json_object_new_array();
    size_t cursor = 0;
    uint64_t edge;
    uint64_t count;
    while (load_histogram_next(histogram, &cursor, &edge, &count)) {
        json_object *bucket = json_object_new_array_ext(2);
        json_object_array_add(bucket, json_object_new_uint64(edge));
        json_object_array_add(bucket, json_object_new_uint64(count));
        json_object_array_add(buckets, bucket);
    }
    return buckets;
}

/* The requests of one batch are answered at once: they are one observation, however many samples. */
static bool percentile_of(const load_histogram *histogram, double share, unsigned batch, uint64_t *value) {
    const double observations = (double)histogram->samples / batch;
    return (batch == 1 || observations * (1 - share) >= 10 - 1e-6) &&
           load_histogram_percentile(histogram, share, value);
}

static void put_percentiles(json_object *latency, const load_histogram *histogram, unsigned batch) {
    static const struct {
        const char *name;
        double share;
    } percentiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}};
    const char *note = NULL;
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        uint64_t value;
        if (percentile_of(histogram, percentiles[i].share, batch, &value)) {
            load_json_count(latency, percentiles[i].name, value);
        } else {
            load_json_text(latency, percentiles[i].name, NULL);
            note =
                "too few samples for a percentile p: it takes 10 / (1 - p), of batches where there are some";
        }
    }
    load_json_text(latency, "note", note);
}

static json_object *latency_json(const load_histogram *histogram, unsigned batch) {
    if (histogram->samples == 0) return NULL;
    json_object *latency = json_object_new_object();
    load_json_text(latency, "loop", "closed");
    load_json_text(latency, "unit", "ns");
    load_json_count(latency, "samples", histogram->samples);
    load_json_count(latency, "out_of_range", histogram->below + histogram->above);
    load_json_count(latency, "min", histogram->min);
    load_json_number(latency, "mean", load_histogram_mean(histogram));
    load_json_count(latency, "max", histogram->max);
    put_percentiles(latency, histogram, batch);
    json_object_object_add(latency, "histogram", buckets_json(histogram));
    return latency;
}

/* Little's law: what is in flight on average is the rate times the mean latency. */
static json_object *in_flight_json(const load_row *row, const load_outcome *outcome) {
    if (row->driver == LOAD_DRIVER_IN_PROCESS) return NULL;
    json_object *object = json_object_new_object();
    const double observed = outcome->in_flight_observed;
    load_json_number(object, "expected", (double)row->connections * row->depth * row->batch);
    load_json_number(object, "observed", observed > 0 ? observed : NAN);
    return object;
}

static json_object *target_json(const struct wire_target *target) {
    if (!target) return NULL;
    const char *version = wire_target_version(target);
    json_object *object = json_object_new_object();
    load_json_text(object, "name", wire_target_name(target));
    load_json_text(object, "version", version[0] ? version : NULL);
    return object;
}

static void put_setting(json_object *run, const load_row *row, const load_extra *extra) {
    load_json_text(run, "id", row->id);
    load_json_text(run, "label", row->label);
    load_json_text(run, "limit", row->limit);
    load_json_text(run, "driver", load_driver_str(row->driver));
    json_object_object_add(run, "target", target_json(row->target));
    load_json_text(run, "transport", row->transport);
    load_json_text(run, "framing", row->framing);
    load_json_text(run, "workload", load_workload_name(row->workload));
    load_json_count(run, "connections", row->connections);
    load_json_count(run, "depth", row->depth);
    load_json_count(run, "batch", row->batch);
    load_json_count(run, "threads", row->threads);
    load_json_count(run, "workers", row->workers);
    load_json_flag(run, "pinned", row->pin);
    load_json_count(run, "repetition", extra->repetition);
    load_json_number(run, "warm_up_seconds", row->warm_up);
    load_json_number(run, "duration_seconds", row->count ? NAN : row->duration);
    json_object_object_add(run, "count", row->count ? json_object_new_uint64(row->count) : NULL);
}

static void put_machine(json_object *run, const load_outcome *outcome) {
    json_object *cpu = json_object_new_object();
    load_json_number(cpu, "client_seconds", outcome->client_cpu);
    load_json_number(cpu, "server_seconds", outcome->server_cpu < 0 ? NAN : outcome->server_cpu);
    json_object_object_add(run, "cpu", cpu);
    load_json_text(run, "bound", load_bound_str(outcome->bound));
    json_object *probe = json_object_new_object();
    load_json_number(probe, "before_ns", outcome->probe_before);
    load_json_number(probe, "after_ns", outcome->probe_after);
    json_object_object_add(run, "probe", probe);
    load_json_number(run, "steal", outcome->steal < 0 ? NAN : outcome->steal);
    load_json_count(run, "context_switches", outcome->context_switches);
    load_json_flag(run, "drifted", load_outcome_drifted(outcome));
}

json_object *load_run_json(const load_row *row, const load_outcome *outcome, const load_extra *extra) {
    const bool good = outcome->verdict == LOAD_OK && outcome->window > 0;
    const double rate = good ? (double)outcome->replies / outcome->window : NAN;
    json_object *run = json_object_new_object();
    put_setting(run, row, extra);
    load_json_number(run, "window_seconds", outcome->window);
    load_json_text(run, "verdict", load_verdict_str(outcome->verdict));
    load_json_text(run, "reason", outcome->verdict == LOAD_OK ? NULL : outcome->reason);
    json_object_object_add(run, "counts", counts_json(&outcome->counts));
    json_object_object_add(run, "errors", errors_json(outcome->errors));
    load_json_count(run, "replies", outcome->replies);
    load_json_number(run, "rate_per_second", rate);
    load_json_count(run, "bytes_sent", outcome->bytes_sent);
    load_json_count(run, "bytes_received", outcome->bytes_received);
    json_object_object_add(run, "latency", latency_json(&outcome->actual, row->batch));
    json_object_object_add(run, "in_flight", in_flight_json(row, outcome));
    put_machine(run, outcome);
    if (outcome->codes[0].count) json_object_object_add(run, "rpc_codes", codes_json(outcome->codes));
    if (extra->nanoseconds_per_request >= 0)
        load_json_number(run, "nanoseconds_per_request", extra->nanoseconds_per_request);
    if (extra->burned_nanoseconds >= 0)
        load_json_number(run, "burned_nanoseconds", extra->burned_nanoseconds);
    return run;
}
