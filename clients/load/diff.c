/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "json.h"
#include "quantity.h"
#include "result.h"
#include "spread.h"

#include <stdbool.h>
#include <string.h>

enum { cell = 32, samples_maximum = 64, names_size = 1024 };

static const double wanted_coverage = 0.95;
static const size_t few_repetitions = 4;

/* The names of settings that differ, each once. */
typedef struct unlike {
    char names[names_size];
} unlike;

static void add_name(unlike *u, const char *name, const char *a, const char *b) {
    char entry[400];
    snprintf(entry, sizeof entry, "  %s: %.100s / %.100s\n", name, a, b);
    if (strstr(u->names, entry) || strlen(u->names) + strlen(entry) >= names_size) return;
    strcat(u->names, entry);
}

static const char *text_of(json_object *object, const char *name) {
    json_object *member = load_json_get(object, name);
    return member ? json_object_get_string(member) : "none";
}

static void compare_member(unlike *u, const char *prefix, json_object *a, json_object *b, const char *name) {
    char full[128];
    if (json_object_equal(load_json_get(a, name), load_json_get(b, name))) return;
    if (strcmp(text_of(a, name), text_of(b, name)) == 0) return; /* 2 and 2.0 */
    snprintf(full, sizeof full, "%s%s", prefix, name);
    add_name(u, full, text_of(a, name), text_of(b, name));
}

static void compare_contexts(unlike *u, json_object *a, json_object *b) {
    static const char *const of_machine[] = {"cpu", "cpus", "kernel", "governor", "aslr"};
    json_object *context_a = load_json_get(a, "context");
    json_object *context_b = load_json_get(b, "context");
    compare_member(u, "", a, b, "quick");
    compare_member(u, "", context_a, context_b, "pinning");
    for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
        compare_member(u, "machine.", load_json_get(context_a, "machine"),
                       load_json_get(context_b, "machine"), of_machine[i]);
}

static bool is_good(json_object *run) {
    return strcmp(load_json_get_text(run, "verdict", ""), "ok") == 0 &&
           load_json_get_number(run, "rate_per_second", 0) > 0;
}

static bool is_same_row(json_object *a, json_object *b) {
    return strcmp(text_of(a, "id"), text_of(b, "id")) == 0 &&
           load_json_get_count(a, "connections") == load_json_get_count(b, "connections") &&
           load_json_get_count(a, "threads") == load_json_get_count(b, "threads");
}

/* Whether the row was run and failed every time. */
static bool has_failed(json_object *root, json_object *row) {
    json_object *runs = load_json_get(root, "runs");
    bool failed = false;
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (!is_same_row(run, row)) continue;
        if (is_good(run)) return false;
        failed = failed || strcmp(load_json_get_text(run, "verdict", ""), "failed") == 0;
    }
    return failed;
}

/* The first good run of that row among the first `before`. */
static json_object *find_row(json_object *root, json_object *run, size_t before) {
    json_object *runs = load_json_get(root, "runs");
    const size_t n = json_object_array_length(runs);
    for (size_t i = 0; i < n && i < before; i++) {
        json_object *other = json_object_array_get_idx(runs, i);
        if (is_good(other) && is_same_row(other, run)) return other;
    }
    return NULL;
}

static void compare_settings(unlike *u, json_object *a, json_object *b) {
    static const char *const members[] = {
        "driver",  "transport", "framing",         "workload",         "depth", "batch",
        "workers", "pinned",    "warm_up_seconds", "duration_seconds", "count"};
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%.60s: ", text_of(a, "id"));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) compare_member(u, prefix, a, b, members[i]);
}

static size_t rates_of(json_object *root, json_object *row, double *rates) {
    json_object *runs = load_json_get(root, "runs");
    size_t n = 0;
    for (size_t i = 0; i < json_object_array_length(runs) && n < samples_maximum; i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (is_good(run) && is_same_row(run, row))
            rates[n++] = load_json_get_number(run, "rate_per_second", 0);
    }
    return n;
}

static const char *verdict_of(const load_interval *interval) {
    if (interval->low > 1 && interval->estimate >= 1 + LOAD_DIFF_MINIMUM) return "better";
    if (interval->high < 1 && interval->estimate <= 1 / (1 + LOAD_DIFF_MINIMUM)) return "worse";
    return "no difference seen";
}

static void put_setting(char *text, json_object *row) {
    const unsigned connections = (unsigned)load_json_get_count(row, "connections");
    const unsigned threads = (unsigned)load_json_get_count(row, "threads");
    snprintf(text, cell, connections ? "%u c" : "%u thr", connections ? connections : threads);
}

/* Prints the line of a row that both measured. Returns whether B is worse. */
static bool print_row(json_object *a, json_object *b, json_object *row, bool *few, FILE *out) {
    double rates_a[samples_maximum];
    double rates_b[samples_maximum];
    char at[cell];
    char median_a[cell];
    char median_b[cell];
    char range[2 * cell];
    const size_t na = rates_of(a, row, rates_a);
    const size_t nb = rates_of(b, row, rates_b);
    const load_interval interval = load_interval_of(rates_a, na, rates_b, nb, wanted_coverage);
    const char *verdict = verdict_of(&interval);
    *few = *few || interval.coverage < wanted_coverage;
    snprintf(range, sizeof range, "%.2f..%.2f", interval.low, interval.high);
    put_setting(at, row);
    load_rate_format(median_a, sizeof median_a, load_spread_of(rates_a, na).median);
    load_rate_format(median_b, sizeof median_b, load_spread_of(rates_b, nb).median);
    fprintf(out, "%-16.16s%6s%9s%9s%7.3f %12s %s\n", text_of(row, "id"), at, median_a, median_b,
            interval.estimate, range, verdict);
    return verdict[0] == 'w';
}

/* Prints the line of a row that A measured: B may have measured it, failed at it, or not run it. Returns whether B is
 * worse. */
static bool compare_row(json_object *a, json_object *b, json_object *row, bool *few, FILE *out) {
    char at[cell];
    if (find_row(b, row, SIZE_MAX)) return print_row(a, b, row, few, out);
    put_setting(at, row);
    const bool failed = has_failed(b, row);
    fprintf(out, "%-16.16s%6s  %s\n", text_of(row, "id"), at,
            failed ? "worse: it failed in B" : "not measured in B");
    return failed;
}

static void print_heading(json_object *a, json_object *b, FILE *out) {
    json_object *context_a = load_json_get(a, "context");
    json_object *context_b = load_json_get(b, "context");
    fprintf(out, "A  %.12s%s  %s  %s\n", load_json_get_text(context_a, "commit", "no commit"),
            load_json_get_flag(context_a, "dirty") ? " with changes" : "", text_of(context_a, "date"),
            text_of(context_a, "compiler"));
    fprintf(out, "B  %.12s%s  %s  %s\n\n", load_json_get_text(context_b, "commit", "no commit"),
            load_json_get_flag(context_b, "dirty") ? " with changes" : "", text_of(context_b, "date"),
            text_of(context_b, "compiler"));
    fprintf(out, "%-16s%6s%9s%9s%7s %12s %s\n", "series", "at", "A", "B", "B/A", "interval", "verdict");
}

/* Compares every row of A. False: nothing was compared. */
static bool compare_rows(json_object *a, json_object *b, bool *worse, FILE *out) {
    json_object *runs = load_json_get(a, "runs");
    bool any = false;
    bool few = false;
    print_heading(a, b, out);
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *row = json_object_array_get_idx(runs, i);
        if (!is_good(row) || find_row(a, row, i)) continue;
        *worse = compare_row(a, b, row, &few, out) || *worse;
        any = any || find_row(b, row, SIZE_MAX) || has_failed(b, row);
    }
    if (few)
        fprintf(out,
                "\nToo few repetitions for intervals that cover 95 %%: these cover less.\n"
                "Measure both with --runs %zu or more to see small differences.\n",
                few_repetitions);
    return any;
}

static void find_unlike(unlike *u, json_object *a, json_object *b) {
    json_object *runs = load_json_get(a, "runs");
    compare_contexts(u, a, b);
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *row = json_object_array_get_idx(runs, i);
        json_object *other = is_good(row) ? find_row(b, row, SIZE_MAX) : NULL;
        if (other) compare_settings(u, row, other);
    }
}

static load_difference compare(json_object *a, json_object *b, FILE *out, FILE *errors) {
    unlike u = {""};
    bool worse = false;
    find_unlike(&u, a, b);
    if (u.names[0]) {
        fprintf(errors,
                "bench: diff: the two were made under unlike settings and say nothing about each other:\n%s",
                u.names);
        return LOAD_DIFF_UNLIKE;
    }
    if (!compare_rows(a, b, &worse, out)) {
        fprintf(errors, "bench: diff: no row was measured in both files\n");
        return LOAD_DIFF_UNLIKE;
    }
    return worse ? LOAD_DIFF_WORSE : LOAD_DIFF_NOT_WORSE;
}

load_difference load_diff(const char *path_a, const char *path_b, FILE *out, FILE *errors) {
    char fault[1024];
    load_difference difference = LOAD_DIFF_UNLIKE;
    json_object *a = load_result_read(path_a, fault, sizeof fault);
    json_object *b = a ? load_result_read(path_b, fault, sizeof fault) : NULL;
    if (b)
        difference = compare(a, b, out, errors);
    else
        fprintf(errors, "bench: diff: %s\n", fault);
    json_object_put(a);
    json_object_put(b);
    return difference;
}
