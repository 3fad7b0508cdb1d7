/* SPDX-License-Identifier: MIT */
#include "reach.h"

#include "figure.h"
#include "judged.h"
#include "markup.h"
#include "number.h"
#include "series.h"

#include <string.h>

typedef enum reach_unit { REACH_SHARE, REACH_FACTOR, REACH_POST } reach_unit;

/* A ratio: a series over another in the same session. */
static const struct reach {
    const char *id;
    const char *other;
    const char *what;   /* NULL: the transport's name and setting */
    const char *beside; /* NULL: the other's name */
    reach_unit unit;
    const char *aim;
} rows[] = {
    {"tcp", "echo-burn-tcp", NULL, "an echo that burns the library's time", REACH_SHARE, "85 % or more"},
    {"unix", "echo-burn-unix", NULL, "an echo that burns the library's time", REACH_SHARE, "85 % or more"},
    {"http", "http-constant", NULL, "a loop that sends a constant reply", REACH_SHARE, "80 % or more"},
    {"http", "http-nginx", NULL, "nginx, a constant reply", REACH_SHARE, "above 100 %"},
    {"http-batch", "http-batch-echo", "time a POST, less processing", "an echo of the same sizes", REACH_POST,
     "1.5 times or less"},
    {"sync", "sync-json-c", "In process, one thread, random requests", "json-c, the same work", REACH_FACTOR,
     "15 times or more"},
};

static const chart_judged *judged_by(const char *id) {
    for (size_t i = 0; i < CHART_JUDGED; i++)
        if (strcmp(chart_judged_all[i].id, id) == 0) return &chart_judged_all[i];
    return NULL;
}

static bool compute(const chart_result *result, const struct reach *row, chart_setting *setting,
                    chart_point *point) {
    const chart_judged *judged = judged_by(row->id);
    if (judged ? !chart_judged_setting(result, judged, setting)
               : !chart_setting_find(result, row->id, 0, 0, setting))
        return false;
    return row->unit == REACH_POST ? chart_point_post_ratio(result, setting, row->other, point)
                                   : chart_point_ratio(result, setting, row->other, point);
}

static const char *format(reach_unit unit, double value, char *out) {
    return unit == REACH_SHARE ? chart_number_percent(value, out) : chart_number_plain(value, out);
}

static void write_what(const chart_result *result, const struct reach *row, const chart_setting *setting,
                       FILE *out) {
    const chart_judged *judged = judged_by(row->id);
    const chart_run *run = chart_result_find(result, row->id);
    if (!judged) {
        fputs(row->what, out);
        return;
    }
    fprintf(out, "%s, %u connection%s", judged->name, setting->connections,
            setting->connections == 1 ? "" : "s");
    if (run->batch > 1)
        fprintf(out, ", %u a batch", run->batch);
    else if (run->depth > 1)
        fprintf(out, ", %u in flight", run->depth);
    if (row->what) fprintf(out, ": %s", row->what);
}

static void write_row(const chart_data *data, const struct reach *row, FILE *out) {
    for (size_t i = data->count; i-- > 0;) {
        chart_setting setting;
        chart_point point;
        char low[CHART_NUMBER_SIZE];
        char median[CHART_NUMBER_SIZE];
        char high[CHART_NUMBER_SIZE];
        if (!compute(&data->results[i], row, &setting, &point)) continue;
        fputs("| ", out);
        write_what(&data->results[i], row, &setting, out);
        fprintf(out, " | %s | %s%s<br><sub>%s to %s</sub> | %u | %s |\n", row->beside,
                format(row->unit, point.median, median), row->unit == REACH_SHARE ? "" : " times",
                format(row->unit, point.low, low), format(row->unit, point.high, high), point.n, row->aim);
        return;
    }
}

static void write_instructions(const chart_data *data, FILE *out) {
    static const char member[] = "instructions_per_request";
    char text[CHART_NUMBER_SIZE];
    double ours;
    double theirs;
    if (!chart_figure_counted(data, "sync", "random", member, &ours)) return;
    fputs("| Instructions a request in process, random requests | ", out);
    if (chart_figure_counted(data, "sync-json-c", "random", member, &theirs))
        fprintf(out, "json-c: %s", chart_number_plain(theirs, text));
    fprintf(out, " | %s | counted | 1,500 or fewer |\n", chart_number_plain(ours, text));
}

static void write_allocations(const chart_data *data, FILE *out) {
    char text[CHART_NUMBER_SIZE];
    double value;
    unsigned shapes;
    if (!chart_figure_counted_most(data, "sync", "allocations_per_request", &value, &shapes)) return;
    fprintf(out, "| Allocations a request in process, the most of %u shapes | | %s | counted | 0 |\n", shapes,
            chart_number_plain(value, text));
}

void chart_reach_write(const chart_data *data, FILE *out) {
    if (data->count == 0) {
        fputs("Not measured yet: no published run has it.\n", out);
        return;
    }
    fputs("| what | beside | reached | runs | aim |\n| --- | --- | ---: | ---: | ---: |\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) write_row(data, &rows[i], out);
    write_instructions(data, out);
    write_allocations(data, out);
}
