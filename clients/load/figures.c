/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "json.h"
#include "rows.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { cell = 32 };

/* Ratios that are not plainly of rates: their word in the table, and what it means. */
static const struct meaning {
    const char *metric, *word, *note;
} meanings[] = {
    {"post_time_less_processing", "POST time",
     "POST time: less what its requests take in process; 1 is as fast as the echo."},
    {"rate_with_warm_up_doubled", "warm-up x 2",
     "warm-up x 2: with twice the warm-up over without; 1 is no difference."},
};

enum { meaning_count = sizeof meanings / sizeof *meanings };

static bool is_of(json_object *ratio, const struct meaning *meaning) {
    return strcmp(load_json_get_text(ratio, "metric", ""), meaning->metric) == 0;
}

static const char *word_of(json_object *ratio) {
    for (size_t i = 0; i < meaning_count; i++)
        if (is_of(ratio, &meanings[i])) return meanings[i].word;
    return "";
}

static void print_notes(json_object *ratios, FILE *out) {
    for (size_t m = 0; m < meaning_count; m++) {
        size_t i = 0;
        const size_t n = json_object_array_length(ratios);
        while (i < n && !is_of(json_object_array_get_idx(ratios, i), &meanings[m])) i++;
        if (i < n) fprintf(out, "%s\n", meanings[m].note);
    }
}

void load_ratios_print(json_object *root, FILE *out) {
    json_object *ratios = load_json_get(root, "ratios");
    for (size_t i = 0; i < json_object_array_length(ratios); i++) {
        char at[cell];
        json_object *ratio = json_object_array_get_idx(ratios, i);
        if (i == 0)
            fprintf(out, "\n%-16s%-16s%6s%9s%7s%9s\n", "ratio of", "to", "at", "median", "low", "high");
        fprintf(out, "%-16.15s%-16.15s%6s%9.3g%7.3g%9.3g %s\n", load_json_get_text(ratio, "id", ""),
                load_json_get_text(ratio, "to", ""), load_setting_format(at, sizeof at, ratio),
                load_json_get_number(ratio, "median", 0), load_json_get_number(ratio, "low", 0),
                load_json_get_number(ratio, "high", 0), word_of(ratio));
    }
    print_notes(ratios, out);
}

static bool is_like(json_object *a, json_object *b) {
    return strcmp(load_json_get_text(a, "id", ""), load_json_get_text(b, "id", "")) == 0 &&
           strcmp(load_json_get_text(a, "shape", ""), load_json_get_text(b, "shape", "")) == 0;
}

/* A figure of a series' shape, from whichever entry has it; negative: none has. */
static double figure_of(json_object *entries, json_object *like, const char *name) {
    for (size_t i = 0; i < json_object_array_length(entries); i++) {
        json_object *entry = json_object_array_get_idx(entries, i);
        if (is_like(entry, like) && load_json_get(entry, name)) return load_json_get_number(entry, name, -1);
    }
    return -1;
}

static bool is_first(json_object *entries, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_like(json_object_array_get_idx(entries, i), json_object_array_get_idx(entries, n)))
            return false;
    return true;
}

/* Zero is exact and worth being seen as such. */
static const char *format_figure(char *text, double figure) {
    if (figure < 0) return "-";
    snprintf(text, cell, fabs(figure - round(figure)) < 1e-9 ? "%.0f" : "%.1f", figure);
    return text;
}

void load_counting_print(json_object *root, FILE *out) {
    json_object *entries = load_json_get(root, "counting");
    for (size_t i = 0; i < json_object_array_length(entries); i++) {
        char allocations[cell];
        char instructions[cell];
        json_object *entry = json_object_array_get_idx(entries, i);
        if (i == 0)
            fprintf(out, "\n%-16s%-24s%14s%14s\n", "per request", "shape", "allocations", "instructions");
        if (!is_first(entries, i)) continue;
        fprintf(out, "%-16.15s%-24.23s%14s%14s\n", load_json_get_text(entry, "id", ""),
                load_json_get_text(entry, "shape", ""),
                format_figure(allocations, figure_of(entries, entry, "allocations_per_request")),
                format_figure(instructions, figure_of(entries, entry, "instructions_per_request")));
    }
}
