/* SPDX-License-Identifier: MIT */
#include "point.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *left, const void *right) {
    double l = *(const double *)left;
    double r = *(const double *)right;
    return (l > r) - (l < r);
}

chart_point chart_point_of(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    double median = values[count / 2];
    if (count % 2 == 0) median = (values[count / 2 - 1] + median) / 2;
    return (chart_point){.low = values[0], .median = median, .high = values[count - 1], .n = (unsigned)count};
}

static bool belongs(const chart_run *run, const chart_setting *setting) {
    return run->ok && run->connections == setting->connections && run->threads == setting->threads &&
           strcmp(run->id, setting->id) == 0 && strcmp(run->workload, setting->workload) == 0;
}

static bool better_workload(const char *candidate, const char *than) {
    return strcmp(candidate, "random") == 0 && strcmp(than, "random") != 0;
}

bool chart_setting_find(const chart_result *result, const char *id, unsigned connections, unsigned threads,
                        chart_setting *setting) {
    bool found = false;
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *run = &result->runs[i];
        if (!run->ok || strcmp(run->id, id) != 0 || run->connections != connections) continue;
        if (threads && run->threads != threads) continue;
        bool better = !found || run->threads < setting->threads ||
                      (run->threads == setting->threads && better_workload(run->workload, setting->workload));
        if (better) *setting = (chart_setting){run->id, connections, run->threads, run->workload};
        found = true;
    }
    return found;
}

bool chart_setting_generator_bound(const chart_result *result, const chart_setting *setting) {
    for (size_t i = 0; i < result->run_count; i++)
        if (belongs(&result->runs[i], setting) && result->runs[i].generator_bound) return true;
    return false;
}

/* The value of a run, or a negative number where it has none; `peer` is what the run is compared with, if anything. */
typedef double (*value_of)(const chart_result *result, const chart_run *run, const char *peer);

static double rate_of(const chart_result *result, const chart_run *run, const char *peer) {
    (void)result;
    (void)peer;
    return run->rate;
}

static double nanoseconds_of(const chart_result *result, const chart_run *run, const char *peer) {
    (void)result;
    (void)peer;
    return chart_json_number(run->json, "nanoseconds_per_request", -1);
}

/* The run of another series beside this one: at the same connections and threads, in the same repetition. */
static const chart_run *beside(const chart_result *result, const chart_run *run, const char *peer) {
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *other = &result->runs[i];
        if (other->ok && other->connections == run->connections && other->threads == run->threads &&
            other->repetition == run->repetition && strcmp(other->id, peer) == 0)
            return other;
    }
    return NULL;
}

static double ratio_of(const chart_result *result, const chart_run *run, const char *peer) {
    const chart_run *other = beside(result, run, peer);
    return other ? run->rate / other->rate : -1;
}

/* What one request of the same workload takes the library in process, on one thread, in the same repetition. */
static double processing_of(const chart_result *result, const chart_run *run) {
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *other = &result->runs[i];
        bool library = strcmp(other->id, "sync") == 0 || strcmp(other->id, "sync-five") == 0;
        if (library && other->ok && other->threads == 1 && other->repetition == run->repetition &&
            strcmp(other->workload, run->workload) == 0)
            return chart_json_number(other->json, "nanoseconds_per_request", -1);
    }
    return -1;
}

static double post_ratio_of(const chart_result *result, const chart_run *run, const char *peer) {
    const chart_run *other = beside(result, run, peer);
    double processing = processing_of(result, run);
    if (!other || processing < 0) return -1;
    double post = 1e9 * run->batch / run->rate - processing * run->batch;
    return post / (1e9 * other->batch / other->rate);
}

/* Of those runs that belong to the setting. */
static bool summarise_runs(const chart_result *result, const chart_run *runs, size_t run_count,
                           const chart_setting *setting, value_of value, const char *peer,
                           chart_point *point) {
    double *values = malloc((run_count + 1) * sizeof *values);
    if (!values) {
        chart_say("out of memory");
        return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < run_count; i++) {
        double one = belongs(&runs[i], setting) ? value(result, &runs[i], peer) : -1;
        if (one >= 0) values[count++] = one;
    }
    if (count) *point = chart_point_of(values, count);
    free(values);
    return count > 0;
}

static bool summarise(const chart_result *result, const chart_setting *setting, value_of value,
                      const char *peer, chart_point *point) {
    return summarise_runs(result, result->runs, result->run_count, setting, value, peer, point);
}

bool chart_point_rate(const chart_result *result, const chart_setting *setting, chart_point *point) {
    return summarise(result, setting, rate_of, NULL, point);
}

bool chart_point_nanoseconds(const chart_result *result, const chart_setting *setting, chart_point *point) {
    return summarise(result, setting, nanoseconds_of, NULL, point);
}

bool chart_point_ratio(const chart_result *result, const chart_setting *setting, const char *to,
                       chart_point *point) {
    return summarise(result, setting, ratio_of, to, point);
}

bool chart_point_check_ratio(const chart_result *result, const chart_setting *setting, chart_point *point) {
    return summarise_runs(result, result->checks, result->check_count, setting, ratio_of, setting->id, point);
}

/* Keeps the array sorted and each value once; when it is full the largest falls out. */
static size_t insert(unsigned *values, size_t count, size_t maximum, unsigned value) {
    size_t at = 0;
    while (at < count && values[at] < value) at++;
    if (at == maximum || (at < count && values[at] == value)) return count;
    size_t kept = count < maximum ? count : maximum - 1;
    memmove(values + at + 1, values + at, (kept - at) * sizeof *values);
    values[at] = value;
    return kept + 1;
}

size_t chart_connections(const chart_result *result, const char *id, unsigned *out, size_t maximum) {
    size_t count = 0;
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *run = &result->runs[i];
        if (run->ok && strcmp(run->id, id) == 0) count = insert(out, count, maximum, run->connections);
    }
    return count;
}

size_t chart_threads(const chart_result *result, const char *id, unsigned *out, size_t maximum) {
    size_t count = 0;
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *run = &result->runs[i];
        if (run->ok && strcmp(run->id, id) == 0) count = insert(out, count, maximum, run->threads);
    }
    return count;
}

bool chart_point_post_ratio(const chart_result *result, const chart_setting *setting, const char *to,
                            chart_point *point) {
    return summarise(result, setting, post_ratio_of, to, point);
}
