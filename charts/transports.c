/* SPDX-License-Identifier: MIT */
#include "judged.h"
#include "number.h"
#include "picture.h"
#include "series.h"

#include <math.h>

/* Each transport beside its limits: a row each, the rate as a point with its interval on a common logarithmic axis,
 * and in words how much of the limit we reach. */

#define WIDTH 900
#define ROW_HEIGHT 24.0
#define GROUP_HEIGHT 30.0
#define ROW_MAXIMUM (CHART_JUDGED * (CHART_LIMITS_MAXIMUM + 1U))
#define AXIS_LEFT 220.0
#define AXIS_RIGHT 560.0

typedef struct row {
    chart_series series;
    chart_point rate;
    chart_point share; /* ours over this limit; n is 0 where there is none */
    double y;          /* pixels from the top */
} row;

typedef struct group {
    const chart_judged *judged;
    chart_setting setting;
    const chart_run *run;
    double y;
    size_t first; /* of its rows */
    size_t count;
} group;

typedef struct layout {
    group groups[CHART_JUDGED];
    size_t group_count;
    row rows[ROW_MAXIMUM];
    size_t row_count;
    double bottom;
} layout;

static bool add_row(const chart_result *result, layout *all, const char *id, const chart_setting *at) {
    row *r = &all->rows[all->row_count];
    chart_setting setting;
    *r = (row){.y = all->bottom + ROW_HEIGHT / 2};
    if (!chart_series_find(result, id, &r->series)) return false;
    if (!chart_setting_find(result, id, at->connections, 0, &setting)) return false;
    if (!chart_point_rate(result, &setting, &r->rate)) return false;
    if (r->series.role == CHART_LIMIT) chart_point_ratio(result, at, id, &r->share);
    all->row_count++;
    all->bottom += ROW_HEIGHT;
    return true;
}

static void add_group(const chart_result *result, layout *all, const chart_judged *judged) {
    group *g = &all->groups[all->group_count];
    *g = (group){.judged = judged, .first = all->row_count, .y = all->bottom + GROUP_HEIGHT - 10};
    if (!chart_judged_setting(result, judged, &g->setting)) return;
    g->run = chart_result_find(result, judged->id);
    all->bottom += GROUP_HEIGHT;
    add_row(result, all, judged->id, &g->setting);
    for (size_t i = 0; i < CHART_LIMITS_MAXIMUM && judged->limits[i]; i++)
        add_row(result, all, judged->limits[i], &g->setting);
    g->count = all->row_count - g->first;
    all->group_count++;
}

static layout lay_out(const chart_result *result) {
    layout all = {.bottom = CHART_HEADING_HEIGHT};
    for (size_t i = 0; i < CHART_JUDGED; i++) add_group(result, &all, &chart_judged_all[i]);
    all.bottom += 10;
    return all;
}

static bool has(const chart_result *result) {
    const layout all = lay_out(result);
    return all.row_count > all.group_count; /* a transport alone is no comparison */
}

static void name_group(const group *g, char *out, size_t size) {
    int used = snprintf(out, size, "%s: %u connection%s", g->judged->name, g->setting.connections,
                        g->setting.connections == 1 ? "" : "s");
    if (g->run->batch > 1)
        snprintf(out + used, size - (size_t)used, ", %u a batch", g->run->batch);
    else if (g->run->depth > 1)
        snprintf(out + used, size - (size_t)used, ", %u in flight", g->run->depth);
}

static void name_share(const row *r, char *out, size_t size) {
    char low[CHART_NUMBER_SIZE];
    char median[CHART_NUMBER_SIZE];
    char high[CHART_NUMBER_SIZE];
    snprintf(out, size, "jrpc reaches %s  (%s to %s)", chart_number_percent(r->share.median, median),
             chart_number_percent(r->share.low, low), chart_number_percent(r->share.high, high));
}

static void label_rows(const chart_canvas *canvas, const layout *all) {
    const chart_theme *theme = canvas->theme;
    for (size_t i = 0; i < all->row_count; i++) {
        const row *r = &all->rows[i];
        bool ours = r->series.role == CHART_OURS;
        const char *colour = ours ? theme->palette[r->series.style.colour] : theme->text;
        char text[160];
        chart_script_label(canvas, AXIS_LEFT - 12, r->y, colour, "right font ',12'",
                           ours ? "jrpc" : r->series.name);
        chart_script_label(canvas, AXIS_RIGHT + 78, r->y, colour, "right font ',12'",
                           chart_number_rate(r->rate.median, text));
        if (r->share.n == 0) continue;
        name_share(r, text, sizeof text);
        chart_script_label(canvas, AXIS_RIGHT + 100, r->y, theme->text, "left font ',12'", text);
    }
    for (size_t i = 0; i < all->group_count; i++) {
        char text[160];
        name_group(&all->groups[i], text, sizeof text);
        chart_script_label(canvas, 16, all->groups[i].y, theme->text, "left font ',13'", text);
    }
}

/* Rows stand at their pixel on an axis that counts pixels from the top. */
static void draw_axes(const chart_canvas *canvas, const layout *all) {
    FILE *out = canvas->out;
    chart_box box = {AXIS_LEFT, CHART_HEADING_HEIGHT, AXIS_RIGHT, all->bottom};
    double low = all->rows[0].rate.low;
    double high = all->rows[0].rate.high;
    double from;
    double to;
    for (size_t i = 0; i < all->row_count; i++) {
        low = fmin(low, all->rows[i].rate.low);
        high = fmax(high, all->rows[i].rate.high);
    }
    chart_script_log_range(low, high, &from, &to);
    chart_script_margins(canvas, &box);
    fprintf(out, "set border 1\nset logscale x 10\nset yrange [%g:%g]\nset xrange ", all->bottom,
            CHART_HEADING_HEIGHT);
    chart_script_range(out, from, to);
    fputs("\nunset ytics\nset grid xtics noytics\nset xtics ", out);
    chart_script_log_tics(out, from, to);
    fprintf(out, "\nset xlabel 'requests a second' textcolor rgb '%s' offset 0,0.4\n", canvas->theme->muted);
}

static void plot(const chart_canvas *canvas, const layout *all) {
    FILE *out = canvas->out;
    for (size_t i = 0; i < all->row_count; i++) {
        const row *r = &all->rows[i];
        fprintf(out, "$row%zu << EOD\n%.10g %.10g %.10g %g\nEOD\n", i, r->rate.low, r->rate.median,
                r->rate.high, r->y);
    }
    fputs("plot ", out);
    for (size_t i = 0; i < all->row_count; i++) {
        const chart_style *style = &all->rows[i].series.style;
        const char *colour = canvas->theme->palette[style->colour];
        fprintf(out, "$row%zu using 2:4:1:3 with xerrorbars lc rgb '%s' pt -1 lw 1.6, ", i, colour);
        fprintf(out, "$row%zu using 2:4 with points lc rgb '%s' pt %u ps 1%s", i, colour, style->point,
                i + 1 < all->row_count ? ", " : "\n");
    }
}

static void script(const chart_result *result, const chart_theme *theme, FILE *out) {
    const layout all = lay_out(result);
    chart_canvas canvas = {out, theme, WIDTH, (unsigned)(all.bottom + 52)};
    chart_script_begin(&canvas, result, chart_transports.name, chart_transports.title);
    label_rows(&canvas, &all);
    draw_axes(&canvas, &all);
    plot(&canvas, &all);
}

static void describe_row(const row *r, FILE *out) {
    char text[160];
    fprintf(out, " %s: %s", r->series.role == CHART_OURS ? "jrpc" : r->series.name,
            chart_number_rate(r->rate.median, text));
    if (r->share.n) {
        name_share(r, text, sizeof text);
        fprintf(out, ", %s", text);
    }
    fputc('.', out);
}

static void describe(const chart_result *result, FILE *out) {
    const layout all = lay_out(result);
    fputs("Requests a second of each transport beside its limits on the same sockets, medians.", out);
    for (size_t i = 0; i < all.group_count; i++) {
        char text[160];
        name_group(&all.groups[i], text, sizeof text);
        fprintf(out, " %s.", text);
        for (size_t r = 0; r < all.groups[i].count; r++)
            describe_row(&all.rows[all.groups[i].first + r], out);
    }
}

const chart_picture chart_transports = {
    .name = "transports",
    .title = "Each transport beside its limits",
    .has = has,
    .script = script,
    .describe = describe,
};
