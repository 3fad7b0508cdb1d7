/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "json.h"
#include "quantity.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>

enum { bar_width = 42, eighths = 8 };

static bool writes_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void print_bar(double share, FILE *out) {
    static const char *const parts[eighths] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int filled = (int)(share * bar_width * eighths + 0.5);
    const bool utf8 = writes_utf8();
    for (int i = 0; i < filled / eighths; i++) fputs(utf8 ? "█" : "#", out);
    if (utf8) fputs(parts[filled % eighths], out);
}

static bool is_rate(json_object *point) {
    return strcmp(load_json_get_text(point, "metric", ""), "rate_per_second") == 0;
}

/* Calls that answer nothing are for scale; beside them no bar of those that do could be seen. */
static bool answers(json_object *point) {
    const char *id = load_json_get_text(point, "id", "");
    return strcmp(id, "sync-copy") != 0 && strcmp(id, "sync-empty") != 0;
}

/* In process there are no connections. */
static bool is_kind(json_object *point, bool in_process) {
    return is_rate(point) && answers(point) && (load_json_get_count(point, "connections") == 0) == in_process;
}

static double fastest(json_object *points, bool in_process) {
    double most = 0;
    for (size_t i = 0; i < json_object_array_length(points); i++) {
        json_object *point = json_object_array_get_idx(points, i);
        const double rate = load_json_get_number(point, "median", 0);
        if (is_kind(point, in_process) && rate > most) most = rate;
    }
    return most;
}

static void print_kind(json_object *points, bool in_process, FILE *out) {
    const double most = fastest(points, in_process);
    if (most <= 0) return;
    fprintf(out, "\n%s\n", in_process ? "In process, requests a second" : "On transports, requests a second");
    for (size_t i = 0; i < json_object_array_length(points); i++) {
        char rate[32];
        json_object *point = json_object_array_get_idx(points, i);
        const uint64_t at = load_json_get_count(point, in_process ? "threads" : "connections");
        const double median = load_json_get_number(point, "median", 0);
        if (!is_kind(point, in_process)) continue;
        fprintf(out, "%-16.16s%5ju %s %9s ", load_json_get_text(point, "id", ""), (uintmax_t)at,
                in_process ? "thr" : "c  ", load_rate_format(rate, sizeof rate, median));
        print_bar(median / most, out);
        fputc('\n', out);
    }
}

void load_bars_print(json_object *root, FILE *out) {
    json_object *points = load_json_get(root, "points");
    print_kind(points, true, out);
    print_kind(points, false, out);
}
