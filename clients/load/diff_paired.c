/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "diff_counting.h"
#include "json.h"
#include "result.h"
#include "rows.h"
#include "spread.h"
#include "unlike.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { cell = 32, runs_maximum = 64 };

/* One paired comparison decides about a change, so it must not cry wolf: one in a thousand. */
static const double wanted_coverage = 0.999;

/* Rounds in pairs: files[2 * i] is A's, files[2 * i + 1] is B's. */
typedef struct rounds {
    json_object **files;
    size_t count; /* pairs */
} rounds;

static double median_rate(json_object *root, json_object *row) {
    double rates[runs_maximum];
    return load_spread_of(rates, load_run_rates(root, row, rates, runs_maximum)).median;
}

/* B over A in each round that has both. Returns how many. */
static size_t ratios_of(const rounds *r, json_object *row, double *ratios) {
    size_t n = 0;
    for (size_t i = 0; i < r->count; i++) {
        const double a = median_rate(r->files[2 * i], row);
        const double b = median_rate(r->files[2 * i + 1], row);
        if (a > 0 && b > 0) ratios[n++] = b / a;
    }
    return n;
}

static const char *verdict_of(const load_interval *interval) {
    const double faster = 1 + LOAD_DIFF_PAIRED_MINIMUM;
    const double slower = 1 / faster;
    if (interval->coverage >= wanted_coverage && interval->low > faster) return "better";
    if (interval->coverage >= wanted_coverage && interval->high < slower) return "worse";
    if (interval->low > slower && interval->high < faster) return "no difference";
    return "undecided";
}

static bool print_row(const rounds *r, json_object *row, double *ratios, FILE *out) {
    char at[cell];
    char range[2 * cell];
    const size_t n = ratios_of(r, row, ratios);
    if (n == 0) return false;
    const load_interval interval = load_interval_paired(ratios, n, wanted_coverage);
    const char *verdict = verdict_of(&interval);
    snprintf(range, sizeof range, "%.3f..%.3f", interval.low, interval.high);
    fprintf(out, "%-16.16s%6s %7zu %9.3f %16s %8.2f %%  %s\n", load_json_get_text(row, "id", ""),
            load_setting_format(at, sizeof at, row), n, interval.estimate, range, 100 * interval.coverage,
            verdict);
    return verdict[0] == 'w';
}

static bool print_rows(const rounds *r, double *ratios, FILE *out) {
    json_object *first = r->files[0];
    json_object *runs = load_json_get(first, "runs");
    bool worse = false;
    fprintf(out, "%-16s%6s %7s %9s %16s %10s  %s\n", "series", "at", "rounds", "B/A", "interval", "covers",
            "verdict");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *row = json_object_array_get_idx(runs, i);
        if (load_run_is_good(row) && !load_run_find(first, row, i))
            worse = print_row(r, row, ratios, out) || worse;
    }
    return load_diff_counting(load_json_get(first, "counting"), load_json_get(r->files[1], "counting"), NULL,
                              out) ||
           worse;
}

static load_difference compare(const rounds *r, FILE *out, FILE *errors) {
    load_unlike unlike = {""};
    double *ratios = malloc((r->count + 1) * sizeof *ratios);
    for (size_t i = 1; i < 2 * r->count; i++) load_unlike_find(&unlike, r->files[0], r->files[i]);
    if (!ratios || unlike.names[0]) {
        fprintf(errors, "bench: diff: the files were made under unlike settings:\n%s", unlike.names);
        free(ratios);
        return LOAD_DIFF_UNLIKE;
    }
    const bool worse = print_rows(r, ratios, out);
    free(ratios);
    return worse ? LOAD_DIFF_WORSE : LOAD_DIFF_NOT_WORSE;
}

load_difference load_diff_paired(char *const *paths, size_t count, FILE *out, FILE *errors) {
    char fault[1024];
    load_difference difference = LOAD_DIFF_UNLIKE;
    rounds r = {.files = calloc(count + 1, sizeof(void *)), .count = count / 2};
    size_t read = 0;
    while (r.files && read < count && (r.files[read] = load_result_read(paths[read], fault, sizeof fault)))
        read++;
    if (!r.files)
        fprintf(errors, "bench: diff: out of memory\n");
    else if (read < count)
        fprintf(errors, "bench: diff: %s\n", fault);
    else
        difference = compare(&r, out, errors);
    for (size_t i = 0; i < read; i++) json_object_put(r.files[i]);
    free(r.files);
    return difference;
}
