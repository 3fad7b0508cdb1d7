/* SPDX-License-Identifier: MIT */
#include "diff_counting.h"

#include "diff.h"
#include "json.h"

#include <string.h>

/* A figure that is counted. */
typedef struct figure {
    const char *member;
    const char *name;
    double minimum; /* the share from which on a difference is one */
} figure;

static const figure figures[] = {{"allocations_per_request", "allocations", 0},
                                 {"instructions_per_request", "instructions", LOAD_COUNTING_MINIMUM}};

static bool is_same(json_object *a, json_object *b, const char *member) {
    return strcmp(load_json_get_text(a, member, ""), load_json_get_text(b, member, "")) == 0;
}

/* The entry of the same series, shape and instructions that has this figure. */
static json_object *find(json_object *entries, json_object *like, const char *member) {
    for (size_t i = 0; i < json_object_array_length(entries); i++) {
        json_object *entry = json_object_array_get_idx(entries, i);
        if (is_same(entry, like, "id") && is_same(entry, like, "shape") &&
            is_same(entry, like, "vector_path") && load_json_get(entry, member))
            return entry;
    }
    return NULL;
}

static const char *verdict_of(const figure *kind, double a, double b) {
    if (b > a && b > a * (1 + kind->minimum)) return "worse";
    if (b < a && b < a * (1 - kind->minimum)) return "better";
    return a <= b && a >= b ? "the same" : "no difference";
}

static bool print(const figure *kind, json_object *a, json_object *b, FILE *out) {
    const double in_a = load_json_get_number(a, kind->member, 0);
    const double in_b = load_json_get_number(b, kind->member, 0);
    const char *verdict = verdict_of(kind, in_a, in_b);
    fprintf(out, "%-13s %-12.12s %-18.18s %9.1f %9.1f  %s\n", kind->name, load_json_get_text(a, "id", ""),
            load_json_get_text(a, "shape", ""), in_a, in_b, verdict);
    return strcmp(verdict, "worse") == 0;
}

/* Compares one kind of figure; adds to *count how many were compared. */
static bool compare(const figure *kind, json_object *a, json_object *b, size_t *count, FILE *out) {
    bool worse = false;
    for (size_t i = 0; i < json_object_array_length(a); i++) {
        json_object *entry = json_object_array_get_idx(a, i);
        json_object *other = load_json_get(entry, kind->member) ? find(b, entry, kind->member) : NULL;
        if (!other) continue;
        if ((*count)++ == 0)
            fprintf(out, "\n%-13s %-12s %-18s %9s %9s  %s\n", "per request", "series", "shape", "A", "B",
                    "verdict");
        worse = print(kind, entry, other, out) || worse;
    }
    return worse;
}

bool load_diff_counting(json_object *a, json_object *b, bool *any, FILE *out) {
    size_t count = 0;
    bool worse = false;
    if (json_object_is_type(a, json_type_array) && json_object_is_type(b, json_type_array))
        for (size_t f = 0; f < sizeof figures / sizeof *figures; f++)
            worse = compare(&figures[f], a, b, &count, out) || worse;
    if (any) *any = count > 0;
    return worse;
}

load_difference load_diff_counts(const char *path_a, const char *path_b, FILE *out, FILE *errors) {
    char fault[1024];
    bool any = false;
    bool worse = false;
    json_object *a = load_json_read(path_a, fault, sizeof fault);
    json_object *b = a ? load_json_read(path_b, fault, sizeof fault) : NULL;
    if (b)
        worse = load_diff_counting(a, b, &any, out);
    else
        fprintf(errors, "bench: diff: %s\n", fault);
    if (b && !any) fprintf(errors, "bench: diff: %s and %s have no figure in common\n", path_a, path_b);
    json_object_put(a);
    json_object_put(b);
    if (!any) return LOAD_DIFF_UNLIKE;
    return worse ? LOAD_DIFF_WORSE : LOAD_DIFF_NOT_WORSE;
}
