/* SPDX-License-Identifier: MIT */
#include "panel.h"
#include "picture.h"

/* The library called in a loop on 1, 2, 4 .. threads, beside json-c doing the same work, and beside n times the first
 * point of each. */

#define WIDTH 900
#define HEIGHT 440

static bool fill(const chart_result *result, chart_panel *panel) {
    static const char *const ids[] = {"sync", "sync-json-c"};
    *panel = (chart_panel){.title = "Requests a second", .x_label = "threads", .ideal = true};
    bool several = false;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        unsigned threads[CHART_LINE_MAXIMUM];
        size_t count = chart_threads(result, ids[i], threads, CHART_LINE_MAXIMUM);
        chart_line *line = &panel->lines[panel->count];
        *line = (chart_line){0};
        if (!chart_series_find(result, ids[i], &line->series)) continue;
        for (size_t t = 0; t < count; t++) {
            chart_setting setting;
            if (!chart_setting_find(result, ids[i], 0, threads[t], &setting)) continue;
            if (!chart_point_rate(result, &setting, &line->y[line->count])) continue;
            line->x[line->count++] = threads[t];
        }
        several = several || line->count > 1;
        panel->count += line->count > 0;
    }
    return several;
}

static bool has(const chart_result *result) {
    chart_panel panel;
    return fill(result, &panel);
}

static void script(const chart_result *result, const chart_theme *theme, FILE *out) {
    chart_panel panel;
    fill(result, &panel);
    chart_canvas canvas = {out, theme, WIDTH, HEIGHT};
    chart_box box = {62, CHART_HEADING_HEIGHT + 28, WIDTH - 180, HEIGHT - 58};
    chart_script_begin(&canvas, result, chart_scaling.name, chart_scaling.title);
    fputs("set multiplot\n", out);
    chart_script_label(&canvas, 250, CHART_HEADING_HEIGHT + 12, theme->muted, "left font ',11'",
                       "dotted: n times what one thread reaches");
    chart_panel_draw(&canvas, &panel, &box);
    fputs("unset multiplot\n", out);
}

static void describe(const chart_result *result, FILE *out) {
    chart_panel panel;
    fill(result, &panel);
    fputs("Requests a second by number of threads, medians, logarithmic axes, in process.", out);
    chart_panel_describe(&panel, out);
}

const chart_picture chart_scaling = {
    .name = "threads",
    .title = "In process, by threads",
    .has = has,
    .script = script,
    .describe = describe,
};
