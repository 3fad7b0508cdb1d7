/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "json.h"
#include "quantity.h"
#include "rows.h"
#include "spread.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { cell = 32, reason_width = 70 };

static bool is_text(json_object *object, const char *name, const char *text) {
    return strcmp(load_json_get_text(object, name, ""), text) == 0;
}

static bool is_run_of(json_object *run, json_object *point) {
    return is_text(run, "verdict", "ok") && is_text(run, "id", load_json_get_text(point, "id", "")) &&
           is_text(run, "workload", load_json_get_text(point, "workload", "")) &&
           load_json_get_count(run, "connections") == load_json_get_count(point, "connections") &&
           load_json_get_count(run, "threads") == load_json_get_count(point, "threads");
}

static json_object *first_run(json_object *root, json_object *point) {
    json_object *runs = load_json_get(root, "runs");
    for (size_t i = 0; i < json_object_array_length(runs); i++)
        if (is_run_of(json_object_array_get_idx(runs, i), point)) return json_object_array_get_idx(runs, i);
    return NULL;
}

static void put_rate(char *text, json_object *point, const char *name) {
    load_rate_format(text, cell, load_json_get_number(point, name, 0));
}

static void put_share(char *text, json_object *root, json_object *point) {
    json_object *shares = load_json_get(root, "shares");
    snprintf(text, cell, "%s", "");
    for (size_t i = 0; i < json_object_array_length(shares); i++) {
        json_object *share = json_object_array_get_idx(shares, i);
        if (is_text(share, "id", load_json_get_text(point, "id", "")) &&
            load_json_get_count(share, "connections") == load_json_get_count(point, "connections") &&
            load_json_get_count(share, "threads") == load_json_get_count(point, "threads"))
            snprintf(text, cell, "%.3g %%", 100 * load_json_get_number(share, "median", 0));
    }
}

/* On transports the median over the repetitions of the 99th percentile; in process what a request takes. */
static void put_time(char *text, json_object *root, json_object *point) {
    json_object *runs = load_json_get(root, "runs");
    double values[1024];
    size_t n = 0;
    for (size_t i = 0; i < json_object_array_length(runs) && n < sizeof values / sizeof *values; i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (!is_run_of(run, point)) continue;
        const double p99 = load_json_get_number(load_json_get(run, "latency"), "p99", -1);
        const double value = load_json_get_number(run, "nanoseconds_per_request", p99);
        if (value >= 0) values[n++] = value;
    }
    if (n)
        load_time_format(text, cell, load_spread_of(values, n).median);
    else
        snprintf(text, cell, "-");
}

static void print_point(json_object *root, json_object *point, FILE *out) {
    char at[cell];
    char median[cell];
    char low[cell];
    char high[cell];
    char share[cell];
    char time[cell];
    json_object *run = first_run(root, point);
    const bool called = !load_json_get(run, "transport");
    load_setting_format(at, sizeof at, point);
    put_rate(median, point, "median");
    put_rate(low, point, "low");
    put_rate(high, point, "high");
    put_share(share, root, point);
    put_time(time, root, point);
    fprintf(out, "%-16.16s%6s%10s%10s%10s%9s%9s%s%s\n", load_json_get_text(point, "id", ""), at, median, low,
            high, share, time, called ? "" : " ", called ? "" : load_json_get_text(run, "bound", ""));
}

static void print_text_cut(const char *text, FILE *out) {
    const int length = (int)strcspn(text, "\n");
    fprintf(out, length > reason_width ? "    %.*s..\n" : "    %.*s\n",
            length > reason_width ? reason_width : length, text);
}

/* What did not go well, once for each run: it must not be lost among good rows. */
static void print_verdicts(json_object *runs, FILE *out) {
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        char at[cell];
        json_object *run = json_object_array_get_idx(runs, i);
        if (is_text(run, "verdict", "ok")) continue;
        load_setting_format(at, sizeof at, run);
        if (is_text(run, "verdict", "skipped"))
            fprintf(out, "skipped: %s:\n", load_json_get_text(run, "id", ""));
        else
            fprintf(out, "%s: %s at %s, repetition %ju:\n", load_json_get_text(run, "verdict", ""),
                    load_json_get_text(run, "id", ""), at,
                    (uintmax_t)load_json_get_count(run, "repetition") + 1);
        fprintf(out, "    %s\n", load_json_get_text(run, "reason", ""));
    }
}

static size_t count_runs(json_object *runs, bool (*is_such)(json_object *run)) {
    size_t n = 0;
    for (size_t i = 0; i < json_object_array_length(runs); i++)
        n += is_such(json_object_array_get_idx(runs, i));
    return n;
}

static bool is_drifted(json_object *run) {
    return is_text(run, "verdict", "ok") && load_json_get_flag(run, "drifted");
}

static bool is_generator_bound(json_object *run) {
    return is_text(run, "verdict", "ok") && is_text(run, "bound", "generator");
}

static bool is_called(json_object *run) {
    return is_text(run, "verdict", "ok") && load_json_get(run, "nanoseconds_per_request");
}

static bool has_latency(json_object *run) {
    return is_text(run, "verdict", "ok") && load_json_get(run, "latency");
}

static void print_remarks(json_object *root, FILE *out) {
    json_object *runs = load_json_get(root, "runs");
    const size_t drifted = count_runs(runs, is_drifted);
    const size_t generator = count_runs(runs, is_generator_bound);
    const size_t n = json_object_array_length(runs);
    if (drifted) fprintf(out, "%zu of %zu runs drifted (~): the machine changed under them.\n", drifted, n);
    if (generator)
        fprintf(out, "%zu of %zu runs are generator-bound: the client was the bottleneck.\n", generator, n);
    if (count_runs(runs, is_called)) fprintf(out, "time, in process: what one request takes.\n");
    if (count_runs(runs, has_latency))
        fprintf(out, "time, on transports: the 99th percentile, in a closed loop at the row's depth,\n"
                     "so Little's law and not the server's speed.\n");
    if (load_json_get_flag(root, "quick")) fprintf(out, "A quick run: to try it out, never to publish.\n");
    const char *incomplete = load_json_get_text(root, "incomplete_reason", NULL);
    if (incomplete) {
        fprintf(out, "Incomplete:\n");
        print_text_cut(incomplete, out);
    }
}

void load_table_print(json_object *root, FILE *out) {
    json_object *points = load_json_get(root, "points");
    bool any = false;
    for (size_t i = 0; i < json_object_array_length(points); i++) {
        json_object *point = json_object_array_get_idx(points, i);
        if (!is_text(point, "metric", "rate_per_second")) continue;
        if (!any)
            fprintf(out, "%-16s%6s%10s%10s%10s%9s%9s %s\n", "series", "at", "median", "low", "high",
                    "of limit", "time", "bound");
        print_point(root, point, out);
        any = true;
    }
    print_verdicts(load_json_get(root, "runs"), out);
    print_remarks(root, out);
}
