/* SPDX-License-Identifier: MIT */
#include "panel.h"
#include "picture.h"

/* The sweep: requests a second over connections, one panel a kind, so that a POST of one request is never read against
 * a POST of a hundred. The call in process stands apart for scale. */

#define WIDTH 900
#define PANEL_HEIGHT 262.0
#define PANEL_WIDTH 450.0

static const struct {
    const char *title;
    const char *x_label;
} kinds[CHART_KINDS] = {
    [CHART_STREAM] = {"Streams, pipelined", "connections"},
    [CHART_HTTP] = {"HTTP, one request a POST", "connections"},
    [CHART_HTTP_BATCH] = {"HTTP, a batch a POST (requests, not POSTs)", "connections"},
    [CHART_IN_PROCESS] = {"In process, without a socket (for scale)", "thread"},
};

/* In process only the fewest threads: more have a picture of their own. */
static void fill_line(const chart_result *result, chart_line *line) {
    unsigned at[CHART_LINE_MAXIMUM];
    bool in_process = line->series.kind == CHART_IN_PROCESS;
    size_t count = chart_connections(result, line->series.id, at, CHART_LINE_MAXIMUM);
    for (size_t i = 0; i < count; i++) {
        chart_setting setting;
        if (!in_process && at[i] == 0) continue; /* no place on a logarithmic axis */
        if (!chart_setting_find(result, line->series.id, at[i], 0, &setting)) continue;
        if (!chart_point_rate(result, &setting, &line->y[line->count])) continue;
        line->x[line->count++] = in_process ? setting.threads : at[i];
    }
}

static bool fill(const chart_result *result, chart_kind kind, chart_panel *panel) {
    chart_series series[CHART_SERIES_MAXIMUM];
    size_t count = chart_series_list(result, kind, series);
    *panel = (chart_panel){.title = kinds[kind].title, .x_label = kinds[kind].x_label};
    for (size_t i = 0; i < count; i++) {
        chart_line *line = &panel->lines[panel->count];
        *line = (chart_line){.series = series[i]};
        fill_line(result, line);
        panel->count += line->count > 0;
    }
    return panel->count > 0;
}

static bool has(const chart_result *result) {
    chart_panel panel;
    for (chart_kind kind = CHART_STREAM; kind < CHART_IN_PROCESS; kind++)
        if (fill(result, kind, &panel)) return true;
    return false;
}

static void script(const chart_result *result, const chart_theme *theme, FILE *out) {
    chart_panel panels[CHART_KINDS];
    size_t count = 0;
    for (chart_kind kind = CHART_STREAM; kind < CHART_KINDS; kind++)
        count += fill(result, kind, &panels[count]);
    size_t rows = (count + 1) / 2;
    chart_canvas canvas = {out, theme, WIDTH, (unsigned)(CHART_HEADING_HEIGHT + (double)rows * PANEL_HEIGHT)};
    chart_script_begin(&canvas, result, chart_sweep.name, chart_sweep.title);
    fputs("set multiplot\n", out);
    for (size_t i = 0; i < count; i++) {
        size_t row = i / 2;
        double left = i % 2 ? PANEL_WIDTH : 0;
        double top = CHART_HEADING_HEIGHT + (double)row * PANEL_HEIGHT;
        chart_box box = {left + 62, top + 26, left + PANEL_WIDTH - 168, top + PANEL_HEIGHT - 52};
        chart_panel_draw(&canvas, &panels[i], &box);
    }
    fputs("unset multiplot\n", out);
}

static void describe(const chart_result *result, FILE *out) {
    chart_panel panel;
    fputs("Requests a second by number of connections, medians, logarithmic axes.", out);
    for (chart_kind kind = CHART_STREAM; kind < CHART_KINDS; kind++)
        if (fill(result, kind, &panel)) chart_panel_describe(&panel, out);
}

const chart_picture chart_sweep = {
    .name = "sweep",
    .title = "Requests a second by connections",
    .has = has,
    .script = script,
    .describe = describe,
};
