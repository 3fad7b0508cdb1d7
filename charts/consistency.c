/* SPDX-License-Identifier: MIT */
#include "consistency.h"

#include "message.h"
#include "point.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Result files keep nine digits, so what is computed from two such numbers agrees to this; a histogram's buckets are
 * 1/128 wide. */
#define ARITHMETIC 2e-8
#define BUCKET (1.0 / 128)

/* A run takes part in at most so many points, shares or ratios. */
#define LISTED_MAXIMUM 8U

/* In process, several threads do not begin and end at the same instant, which the rate takes apart and the time a
 * request does not. */
#define THREADS_APART 0.25

static bool near(double left, double right, double tolerance) {
    return fabs(left - right) <= tolerance * fmax(fabs(left), fabs(right)) + 1e-12;
}

/* "tcp, 4 connections, 1 thread, repetition 2" */
static const char *name_run(const chart_run *run, char *out, size_t size) {
    snprintf(out, size, "%.60s, %u connections, %u threads, repetition %u", run->id, run->connections,
             run->threads, run->repetition);
    return out;
}

static unsigned complain(const chart_result *result, const chart_run *run, const char *what, double stored,
                         double computed) {
    char name[160];
    chart_say("%s: run of %.10s, %s: %s is %.10g; the rest of the run makes it %.10g", result->path,
              result->date, name_run(run, name, sizeof name), what, stored, computed);
    return 1;
}

static unsigned check_counts(const chart_result *result, const chart_run *run) {
    static const char *const parts[] = {"succeeded", "rejected", "errored", "timed_out", "unfinished"};
    json_object *counts = chart_json_member(run->json, "counts");
    uint64_t started = chart_json_count(counts, "started", 0);
    uint64_t sum = 0;
    unsigned faults = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint64_t part = chart_json_count(counts, parts[i], 0);
        sum += part;
        if (i > 0 && part && run->ok) faults += complain(result, run, parts[i], (double)part, 0);
    }
    if (sum != started) faults += complain(result, run, "counts.started", (double)started, (double)sum);
    return faults;
}

static unsigned check_rate(const chart_result *result, const chart_run *run) {
    double window = chart_json_number(run->json, "window_seconds", 0);
    double replies = chart_json_number(run->json, "replies", 0);
    double nanoseconds = chart_json_number(run->json, "nanoseconds_per_request", -1);
    unsigned faults = 0;
    if (window <= 0) return complain(result, run, "window_seconds", window, replies / run->rate);
    if (!near(run->rate, replies / window, ARITHMETIC))
        faults += complain(result, run, "rate_per_second", run->rate, replies / window);
    double tolerance = run->threads == 1 ? ARITHMETIC : THREADS_APART;
    if (nanoseconds >= 0 && !near(nanoseconds, 1e9 * run->threads / run->rate, tolerance))
        faults +=
            complain(result, run, "nanoseconds_per_request", nanoseconds, 1e9 * run->threads / run->rate);
    return faults;
}

/* The bucket's upper edge that a share p of the samples does not pass. */
static double percentile(json_object *latency, double p, double samples) {
    double rank = ceil(p * samples - 1e-6); /* 0.99 is not exact in binary */
    double seen = 0;
    double edge = 0;
    size_t buckets = chart_json_length(latency, "histogram");
    for (size_t i = 0; i < buckets && seen < rank; i++) {
        json_object *bucket = chart_json_element(latency, "histogram", i);
        edge = json_object_get_double(json_object_array_get_idx(bucket, 0));
        seen += json_object_get_double(json_object_array_get_idx(bucket, 1));
    }
    return edge;
}

static unsigned check_percentiles(const chart_result *result, const chart_run *run, json_object *latency,
                                  double samples) {
    static const struct {
        const char *name;
        double p;
    } percentiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}};
    unsigned faults = 0;
    /* The file does not say on which side of the range samples fell out of it. */
    if (chart_json_count(latency, "out_of_range", 0)) return 0;
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++) {
        double stored = chart_json_number(latency, percentiles[i].name, -1);
        if (stored < 0) continue;
        double computed = percentile(latency, percentiles[i].p, samples);
        if (!near(stored, computed, BUCKET))
            faults += complain(result, run, percentiles[i].name, stored, computed);
    }
    return faults;
}

static bool buckets_have_shape(json_object *latency) {
    size_t buckets = chart_json_length(latency, "histogram");
    for (size_t i = 0; i < buckets; i++) {
        json_object *bucket = chart_json_element(latency, "histogram", i);
        if (!json_object_is_type(bucket, json_type_array) || json_object_array_length(bucket) != 2)
            return false;
    }
    return true;
}

static double bucket_value(json_object *latency, size_t bucket, size_t column) {
    json_object *pair = chart_json_element(latency, "histogram", bucket);
    return json_object_get_double(json_object_array_get_idx(pair, column));
}

static unsigned check_latency(const chart_result *result, const chart_run *run) {
    json_object *latency = chart_json_member(run->json, "latency");
    size_t buckets = chart_json_length(latency, "histogram");
    if (!run->transport) return 0;
    if (buckets == 0) return complain(result, run, "samples of latency.histogram", 0, run->rate);
    if (!buckets_have_shape(latency)) return complain(result, run, "latency.histogram", (double)buckets, 0);
    double samples = 0;
    double sum = 0;
    for (size_t i = 0; i < buckets; i++) {
        samples += bucket_value(latency, i, 1);
        sum += bucket_value(latency, i, 0) * bucket_value(latency, i, 1);
    }
    const struct {
        const char *name;
        double computed;
        double tolerance;
    } members[] = {{"samples", samples, 0},
                   {"mean", sum / samples, BUCKET},
                   {"min", bucket_value(latency, 0, 0), BUCKET},
                   {"max", bucket_value(latency, buckets - 1, 0), BUCKET}};
    unsigned faults = check_percentiles(result, run, latency, samples);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        double stored = chart_json_number(latency, members[i].name, 0);
        if (!near(stored, members[i].computed, members[i].tolerance))
            faults += complain(result, run, members[i].name, stored, members[i].computed);
    }
    return faults;
}

static bool same_key(const chart_run *left, const chart_run *right) {
    return left->connections == right->connections && left->threads == right->threads &&
           left->repetition == right->repetition && left->depth == right->depth &&
           left->batch == right->batch && strcmp(left->id, right->id) == 0 &&
           strcmp(left->workload, right->workload) == 0;
}

static unsigned check_keys(const chart_result *result) {
    unsigned faults = 0;
    char name[160];
    for (size_t i = 1; i < result->run_count; i++)
        for (size_t k = 0; k < i; k++) {
            if (!same_key(&result->runs[i], &result->runs[k])) continue;
            chart_say("%s: run of %.10s: runs[%zu] and runs[%zu] are both %s", result->path, result->date, k,
                      i, name_run(&result->runs[i], name, sizeof name));
            faults++;
        }
    return faults;
}

static unsigned compare_point(const chart_result *result, const char *list, size_t n, json_object *stored,
                              const chart_point *computed) {
    const struct {
        const char *name;
        double value;
    } members[] = {
        {"low", computed->low}, {"median", computed->median}, {"high", computed->high}, {"n", computed->n}};
    unsigned faults = 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        double value = chart_json_number(stored, members[i].name, -1);
        if (near(value, members[i].value, ARITHMETIC)) continue;
        chart_say("%s: run of %.10s: %s[%zu] (%.60s): %s is %.10g; its runs make it %.10g", result->path,
                  result->date, list, n, chart_json_string(stored, "id", "?"), members[i].name, value,
                  members[i].value);
        faults++;
    }
    return faults;
}

static bool setting_of(const chart_result *result, json_object *stored, chart_setting *setting) {
    const char *workload = chart_json_string(stored, "workload", NULL);
    unsigned connections = (unsigned)chart_json_count(stored, "connections", 0);
    unsigned threads = (unsigned)chart_json_count(stored, "threads", 0);
    if (!chart_setting_find(result, chart_json_string(stored, "id", ""), connections, threads, setting))
        return false;
    if (workload) setting->workload = workload;
    return threads == setting->threads;
}

/* Points of the runs of one setting. */
static bool recompute_point(const chart_result *result, json_object *stored, chart_point *point) {
    chart_setting setting;
    if (!setting_of(result, stored, &setting)) return false;
    const char *metric = chart_json_string(stored, "metric", "");
    if (strcmp(metric, "rate_per_second") == 0) return chart_point_rate(result, &setting, point);
    return strcmp(metric, "nanoseconds_per_request") == 0 && chart_point_nanoseconds(result, &setting, point);
}

static bool recompute_share(const chart_result *result, json_object *stored, chart_point *point) {
    chart_setting setting;
    return setting_of(result, stored, &setting) &&
           chart_point_ratio(result, &setting, chart_json_string(stored, "limit", ""), point);
}

static bool recompute_ratio(const chart_result *result, json_object *stored, chart_point *point) {
    chart_setting setting;
    const char *to = chart_json_string(stored, "to", "");
    if (!setting_of(result, stored, &setting)) return false;
    const char *metric = chart_json_string(stored, "metric", "");
    if (strcmp(metric, "post_time_less_processing") == 0)
        return chart_point_post_ratio(result, &setting, to, point);
    if (strcmp(metric, "rate_with_warm_up_doubled") == 0)
        return chart_point_check_ratio(result, &setting, point);
    return chart_point_ratio(result, &setting, to, point);
}

static unsigned check_list(const chart_result *result, const char *list,
                           bool (*recompute)(const chart_result *, json_object *, chart_point *)) {
    unsigned faults = 0;
    size_t count = chart_json_length(result->json, list);
    if (count > LISTED_MAXIMUM * result->run_count) {
        chart_say("%s: run of %.10s: %s has %zu elements, more than its %zu runs can make", result->path,
                  result->date, list, count, result->run_count);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        json_object *stored = chart_json_element(result->json, list, i);
        chart_point point;
        if (recompute(result, stored, &point)) {
            faults += compare_point(result, list, i, stored, &point);
            continue;
        }
        chart_say("%s: run of %.10s: %s[%zu] (%.60s) has no runs that it could be made of", result->path,
                  result->date, list, i, chart_json_string(stored, "id", "?"));
        faults++;
    }
    return faults;
}

/* Every setting that was measured has its point: one that is missing was taken out. */
static unsigned check_missing_points(const chart_result *result) {
    unsigned faults = 0;
    size_t count = chart_json_length(result->json, "points");
    for (size_t r = 0; r < result->run_count; r++) {
        const chart_run *run = &result->runs[r];
        bool found = !run->ok || run->repetition > 0;
        for (size_t i = 0; i < count && !found; i++) {
            json_object *point = chart_json_element(result->json, "points", i);
            found = chart_json_count(point, "connections", UINT64_MAX) == run->connections &&
                    chart_json_count(point, "threads", UINT64_MAX) == run->threads &&
                    strcmp(chart_json_string(point, "id", ""), run->id) == 0;
        }
        if (found) continue;
        char name[160];
        chart_say("%s: run of %.10s: %s has no entry in points", result->path, result->date,
                  name_run(run, name, sizeof name));
        faults++;
    }
    return faults;
}

static unsigned check_runs(const chart_result *result, const chart_run *runs, size_t count) {
    unsigned faults = 0;
    for (size_t i = 0; i < count; i++) {
        faults += check_counts(result, &runs[i]);
        if (runs[i].ok) faults += check_rate(result, &runs[i]) + check_latency(result, &runs[i]);
    }
    return faults;
}

unsigned chart_consistency(const chart_result *result) {
    unsigned faults = check_keys(result) + check_missing_points(result);
    faults += check_runs(result, result->runs, result->run_count);
    faults += check_runs(result, result->checks, result->check_count);
    faults += check_list(result, "points", recompute_point);
    faults += check_list(result, "shares", recompute_share);
    faults += check_list(result, "ratios", recompute_ratio);
    return faults;
}
