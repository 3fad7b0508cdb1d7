/* SPDX-License-Identifier: MIT */
#include "summary.h"

#include "json.h"
#include "spread.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A setting: what runs have in common that are repetitions of each other. */
typedef struct setting {
    const char *id;
    const char *workload;
    uint64_t connections;
    uint64_t threads;
} setting;

/* Values gathered for one setting. */
typedef struct gathering {
    double *values;
    size_t n;
} gathering;

static bool is_good(json_object *run) {
    return strcmp(load_json_get_text(run, "verdict", ""), "ok") == 0 &&
           load_json_get_number(run, "rate_per_second", 0) > 0;
}

static setting setting_of(json_object *run) {
    return (setting){.id = load_json_get_text(run, "id", ""),
                     .workload = load_json_get_text(run, "workload", ""),
                     .connections = load_json_get_count(run, "connections"),
                     .threads = load_json_get_count(run, "threads")};
}

static bool is_same(const setting *a, const setting *b) {
    return a->connections == b->connections && a->threads == b->threads && strcmp(a->id, b->id) == 0 &&
           strcmp(a->workload, b->workload) == 0;
}

static bool is_of(json_object *run, const setting *wanted) {
    const setting own = setting_of(run);
    return is_good(run) && is_same(&own, wanted);
}

/* Whether the n-th run is the first good one of its setting. */
static bool is_first(json_object *runs, size_t n) {
    json_object *run = json_object_array_get_idx(runs, n);
    const setting own = setting_of(run);
    if (!is_good(run)) return false;
    for (size_t i = 0; i < n; i++)
        if (is_of(json_object_array_get_idx(runs, i), &own)) return false;
    return true;
}

/* The good run of a series beside another: the same connections, threads and repetition; NULL: there is none. */
static json_object *beside(json_object *runs, json_object *run, const char *id) {
    const setting own = setting_of(run);
    const uint64_t repetition = load_json_get_count(run, "repetition");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *other = json_object_array_get_idx(runs, i);
        const setting its = setting_of(other);
        if (is_good(other) && strcmp(its.id, id) == 0 && its.connections == own.connections &&
            its.threads == own.threads && load_json_get_count(other, "repetition") == repetition)
            return other;
    }
    return NULL;
}

static void put_setting(json_object *object, const setting *own, const char *between, const char *other) {
    load_json_text(object, "id", own->id);
    if (between) load_json_text(object, between, other);
    load_json_count(object, "connections", own->connections);
    load_json_count(object, "threads", own->threads);
}

static void put_spread(json_object *object, gathering *gathered) {
    const load_spread spread = load_spread_of(gathered->values, gathered->n);
    load_json_number(object, "low", spread.low);
    load_json_number(object, "median", spread.median);
    load_json_number(object, "high", spread.high);
    load_json_count(object, "n", spread.n);
}

static void add_point(json_object *points, json_object *runs, const setting *own, const char *metric,
                      double *room) {
    gathering gathered = {.values = room};
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        const double value = load_json_get_number(run, metric, -1);
        if (is_of(run, own) && value >= 0) room[gathered.n++] = value;
    }
    if (gathered.n == 0) return;
    json_object *point = json_object_new_object();
    put_setting(point, own, NULL, NULL);
    load_json_text(point, "workload", own->workload);
    load_json_text(point, "metric", metric);
    put_spread(point, &gathered);
    json_object_array_add(points, point);
}

json_object *load_summary_points(json_object *runs) {
    json_object *points = json_object_new_array();
    const size_t n = json_object_array_length(runs);
    double *room = malloc((n + 1) * sizeof *room);
    for (size_t i = 0; room && i < n; i++) {
        if (!is_first(runs, i)) continue;
        const setting own = setting_of(json_object_array_get_idx(runs, i));
        add_point(points, runs, &own, "rate_per_second", room);
        add_point(points, runs, &own, "nanoseconds_per_request", room);
    }
    free(room);
    return points;
}

/* How two runs of one repetition are compared; negative where they cannot be. */
typedef double compare(json_object *runs, json_object *run, json_object *other);

static double rate_ratio(json_object *runs, json_object *run, json_object *other) {
    (void)runs;
    return load_json_get_number(run, "rate_per_second", -1) /
           load_json_get_number(other, "rate_per_second", 1);
}

/* The library itself, called in process. */
static bool is_library(const char *id) {
    return strcmp(id, "sync") == 0 || strcmp(id, "sync-five") == 0;
}

/* Nanoseconds that one request of this workload takes in process on one thread, in the same repetition; negative: not
 * measured. */
static double in_process_nanoseconds(json_object *runs, json_object *run) {
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *other = json_object_array_get_idx(runs, i);
        const setting its = setting_of(other);
        if (is_library(its.id) && is_good(other) && its.threads == 1 &&
            strcmp(its.workload, load_json_get_text(run, "workload", "")) == 0 &&
            load_json_get_count(other, "repetition") == load_json_get_count(run, "repetition"))
            return load_json_get_number(other, "nanoseconds_per_request", -1);
    }
    return -1;
}

static double post_nanoseconds(json_object *run) {
    return 1e9 * (double)load_json_get_count(run, "batch") / load_json_get_number(run, "rate_per_second", 1);
}

static double post_ratio(json_object *runs, json_object *run, json_object *other) {
    const double one = in_process_nanoseconds(runs, run);
    if (one < 0) return -1;
    return (post_nanoseconds(run) - one * (double)load_json_get_count(run, "batch")) /
           post_nanoseconds(other);
}

/* The comparison of one setting with another series, over its repetitions; NULL where none could be paired. */
static json_object *paired(json_object *runs, const setting *own, const char *member, const char *other_id,
                           compare *by, double *room) {
    gathering gathered = {.values = room};
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        json_object *other = is_of(run, own) ? beside(runs, run, other_id) : NULL;
        const double value = other ? by(runs, run, other) : -1;
        if (value >= 0) room[gathered.n++] = value;
    }
    if (gathered.n == 0) return NULL;
    json_object *object = json_object_new_object();
    put_setting(object, own, member, other_id);
    put_spread(object, &gathered);
    return object;
}

json_object *load_summary_shares(json_object *runs) {
    json_object *shares = json_object_new_array();
    const size_t n = json_object_array_length(runs);
    double *room = malloc((n + 1) * sizeof *room);
    for (size_t i = 0; room && i < n; i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        const char *limit = load_json_get_text(run, "limit", NULL);
        if (!limit || !is_first(runs, i)) continue;
        const setting own = setting_of(run);
        json_object *share = paired(runs, &own, "limit", limit, rate_ratio, room);
        if (share) json_object_array_add(shares, share);
    }
    free(room);
    return shares;
}

static const struct comparison {
    const char *id;
    const char *to;
    const char *metric;
    compare *by;
} comparisons[] = {
    {"sync", "sync-json-c", "rate", rate_ratio},
    {"tcp", "echo-tcp", "rate", rate_ratio},
    {"tcp", "json-c-tcp", "rate", rate_ratio},
    {"tcp", "json-c-host-tcp", "rate", rate_ratio},
    {"unix", "echo-unix", "rate", rate_ratio},
    {"http", "http-nginx", "rate", rate_ratio},
    {"http-batch", "http-batch-echo", "post_time_less_processing", post_ratio},
};

/* With twice the warm-up a target must be no faster and no slower. */
static void add_check(json_object *ratios, json_object *runs, json_object *checks, size_t n, double *room) {
    json_object *check = json_object_array_get_idx(checks, n);
    const setting own = setting_of(check);
    gathering gathered = {.values = room};
    if (!is_first(checks, n)) return;
    for (size_t i = n; i < json_object_array_length(checks); i++) {
        json_object *run = json_object_array_get_idx(checks, i);
        json_object *other = is_of(run, &own) ? beside(runs, run, own.id) : NULL;
        if (other) room[gathered.n++] = rate_ratio(runs, run, other);
    }
    if (gathered.n == 0) return;
    json_object *ratio = json_object_new_object();
    put_setting(ratio, &own, "to", own.id);
    put_spread(ratio, &gathered);
    load_json_text(ratio, "metric", "rate_with_warm_up_doubled");
    json_object_array_add(ratios, ratio);
}

static void add_ratios(json_object *ratios, json_object *runs, const setting *own, double *room) {
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        const struct comparison *c = &comparisons[i];
        json_object *ratio = strcmp(c->id, own->id) == 0 ? paired(runs, own, "to", c->to, c->by, room) : NULL;
        if (!ratio) continue;
        load_json_text(ratio, "metric", c->metric);
        json_object_array_add(ratios, ratio);
    }
}

json_object *load_summary_ratios(json_object *runs, json_object *checks) {
    json_object *ratios = json_object_new_array();
    const size_t n = json_object_array_length(runs);
    const size_t check_count = json_object_array_length(checks);
    double *room = malloc((n + check_count + 1) * sizeof *room);
    for (size_t i = 0; room && i < n; i++) {
        if (!is_first(runs, i)) continue;
        const setting own = setting_of(json_object_array_get_idx(runs, i));
        add_ratios(ratios, runs, &own, room);
    }
    for (size_t i = 0; room && i < check_count; i++) add_check(ratios, runs, checks, i, room);
    free(room);
    return ratios;
}
