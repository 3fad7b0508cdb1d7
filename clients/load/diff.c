/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "diff_counting.h"
#include "json.h"
#include "quantity.h"
#include "result.h"
#include "rows.h"
#include "spread.h"
#include "unlike.h"

#include <stdbool.h>
#include <stdint.h>

enum { cell = 32, samples_maximum = 64 };

static const double wanted_coverage = 0.95;
static const double least_coverage = 0.89; /* three repetitions of each reach 0.9; less is no verdict */
static const size_t few_repetitions = 4;

static const char *verdict_of(const load_interval *interval) {
    if (interval->coverage < least_coverage) return "too few runs";
    if (interval->low > 1 && interval->estimate >= 1 + LOAD_DIFF_MINIMUM) return "better";
    if (interval->high < 1 && interval->estimate <= 1 / (1 + LOAD_DIFF_MINIMUM)) return "worse";
    return "no difference seen";
}

/* Prints the line of a row that both measured. Returns whether B is worse. */
static bool print_row(json_object *a, json_object *b, json_object *row, bool *few, FILE *out) {
    double rates_a[samples_maximum];
    double rates_b[samples_maximum];
    char at[cell];
    char median_a[cell];
    char median_b[cell];
    char range[2 * cell];
    const size_t na = load_run_rates(a, row, rates_a, samples_maximum);
    const size_t nb = load_run_rates(b, row, rates_b, samples_maximum);
    const load_interval interval = load_interval_of(rates_a, na, rates_b, nb, wanted_coverage);
    const char *verdict = verdict_of(&interval);
    *few = *few || interval.coverage < wanted_coverage;
    snprintf(range, sizeof range, "%.2f..%.2f", interval.low, interval.high);
    load_setting_format(at, sizeof at, row);
    load_rate_format(median_a, sizeof median_a, load_spread_of(rates_a, na).median);
    load_rate_format(median_b, sizeof median_b, load_spread_of(rates_b, nb).median);
    fprintf(out, "%-16.16s%6s%9s%9s%7.3f %12s %s\n", load_json_get_text(row, "id", ""), at, median_a,
            median_b, interval.estimate, range, verdict);
    return verdict[0] == 'w';
}

/* Prints the line of a row that A measured: B may have measured it, failed at it, or not run it. Returns whether B is
 * worse. */
static bool compare_row(json_object *a, json_object *b, json_object *row, bool *few, FILE *out) {
    char at[cell];
    if (load_run_find(b, row, SIZE_MAX)) return print_row(a, b, row, few, out);
    load_setting_format(at, sizeof at, row);
    const bool failed = load_run_has_failed(b, row);
    fprintf(out, "%-16.16s%6s  %s\n", load_json_get_text(row, "id", ""), at,
            failed ? "worse: it failed in B" : "not measured in B");
    return failed;
}

static void print_heading(json_object *a, json_object *b, FILE *out) {
    json_object *context_a = load_json_get(a, "context");
    json_object *context_b = load_json_get(b, "context");
    fprintf(out, "A  %.12s%s  %s  %s\n", load_json_get_text(context_a, "commit", "no commit"),
            load_json_get_flag(context_a, "dirty") ? " with changes" : "",
            load_json_get_text(context_a, "date", ""), load_json_get_text(context_a, "compiler", ""));
    fprintf(out, "B  %.12s%s  %s  %s\n\n", load_json_get_text(context_b, "commit", "no commit"),
            load_json_get_flag(context_b, "dirty") ? " with changes" : "",
            load_json_get_text(context_b, "date", ""), load_json_get_text(context_b, "compiler", ""));
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
        if (!load_run_is_good(row) || load_run_find(a, row, i)) continue;
        *worse = compare_row(a, b, row, &few, out) || *worse;
        any = any || load_run_find(b, row, SIZE_MAX) || load_run_has_failed(b, row);
    }
    if (few)
        fprintf(out,
                "\nToo few repetitions for intervals that cover 95 %%: these cover less.\n"
                "Measure both with --runs %zu or more to see small differences.\n",
                few_repetitions);
    return any;
}

static load_difference compare(json_object *a, json_object *b, FILE *out, FILE *errors) {
    load_unlike unlike = {""};
    bool worse = false;
    load_unlike_find(&unlike, a, b);
    if (unlike.names[0]) {
        fprintf(errors,
                "bench: diff: the two were made under unlike settings and say nothing about each other:\n%s",
                unlike.names);
        return LOAD_DIFF_UNLIKE;
    }
    if (!compare_rows(a, b, &worse, out)) {
        fprintf(errors, "bench: diff: no row was measured in both files\n");
        return LOAD_DIFF_UNLIKE;
    }
    worse =
        load_diff_counting(load_json_get(a, "counting"), load_json_get(b, "counting"), NULL, out) || worse;
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
