/* SPDX-License-Identifier: MIT */
#include "panel.h"

#include "number.h"
#include "text.h"

#include <math.h>

/* Names of lines that end close together would overprint. */
#define NAME_DISTANCE 16.0
#define NAME_GAP 14.0

/* What fits beside a panel of the sweep, with the rate behind it. */
#define NAME_CHARACTERS 16

typedef struct axes {
    unsigned x_from;
    unsigned x_to;
    double y_from;
    double y_to;
} axes;

static axes measure(const chart_panel *panel) {
    axes a = {.x_from = panel->lines[0].x[0], .x_to = panel->lines[0].x[0]};
    double low = panel->lines[0].y[0].low;
    double high = panel->lines[0].y[0].high;
    for (size_t l = 0; l < panel->count; l++) {
        const chart_line *line = &panel->lines[l];
        for (size_t i = 0; i < line->count; i++) {
            if (line->x[i] < a.x_from) a.x_from = line->x[i];
            if (line->x[i] > a.x_to) a.x_to = line->x[i];
            low = fmin(low, line->y[i].low);
            high = fmax(high, line->y[i].high);
        }
        const unsigned last = line->x[line->count - 1];
        if (panel->ideal) high = fmax(high, line->y[0].median * last / line->x[0]);
    }
    chart_script_log_range(low, high, &a.y_from, &a.y_to);
    return a;
}

/* A tic where there are points, and no second one for the same number. */
static void draw_x_tics(FILE *out, const chart_panel *panel, const axes *a) {
    unsigned last = 0;
    fputs("set xtics (", out);
    for (unsigned next = a->x_from; next > last;) {
        fprintf(out, "%s'%u' %u", last ? ", " : "", next, next);
        last = next;
        for (size_t l = 0; l < panel->count; l++) {
            const chart_line *line = &panel->lines[l];
            for (size_t i = 0; i < line->count; i++)
                if (line->x[i] > last && (next == last || line->x[i] < next)) next = line->x[i];
        }
    }
    fputs(")\n", out);
}

static void draw_axes(const chart_canvas *canvas, const chart_panel *panel, const chart_box *box,
                      const axes *a) {
    FILE *out = canvas->out;
    chart_script_margins(canvas, box);
    fprintf(out, "set logscale x 2\nset logscale y 10\nset xrange [%g:%g]\nset yrange ", a->x_from / 1.35,
            a->x_to * 1.35);
    chart_script_range(out, a->y_from, a->y_to);
    fputc('\n', out);
    draw_x_tics(out, panel, a);
    fputs("set ytics ", out);
    chart_script_log_tics(out, a->y_from, a->y_to);
    fputs("\nset xlabel ", out);
    chart_script_quote(out, panel->x_label);
    fprintf(out, " textcolor rgb '%s' offset 0,0.4\n", canvas->theme->muted);
    chart_script_label(canvas, box->left - 46, box->top - 16, canvas->theme->text, "left font ',13'",
                       panel->title);
}

static void draw_data(FILE *out, const chart_panel *panel) {
    for (size_t l = 0; l < panel->count; l++) {
        const chart_line *line = &panel->lines[l];
        fprintf(out, "$line%zu << EOD\n", l);
        for (size_t i = 0; i < line->count; i++)
            fprintf(out, "%u %.10g %.10g %.10g %.10g\n", line->x[i], line->y[i].low, line->y[i].median,
                    line->y[i].high, line->y[0].median * line->x[i] / line->x[0]);
        fputs("EOD\n", out);
    }
}

static double height_of(const axes *a, const chart_box *box, double value) {
    return (box->bottom - box->top) * log(value / a->y_from) / log(a->y_to / a->y_from);
}

/* Heights for the names: as near to the ends of their lines as the distance between two allows. `order` ascends. */
static void place_names(const chart_panel *panel, const axes *a, const chart_box *box, double *heights) {
    size_t order[CHART_SERIES_MAXIMUM];
    for (size_t l = 0; l < panel->count; l++) {
        const chart_line *line = &panel->lines[l];
        heights[l] = height_of(a, box, line->y[line->count - 1].median);
        size_t at = l;
        for (; at > 0 && heights[order[at - 1]] > heights[l]; at--) order[at] = order[at - 1];
        order[at] = l;
    }
    for (size_t i = 1; i < panel->count; i++)
        heights[order[i]] = fmax(heights[order[i]], heights[order[i - 1]] + NAME_DISTANCE);
    double ceiling = box->bottom - box->top;
    for (size_t i = panel->count; i-- > 0;) {
        heights[order[i]] = fmin(heights[order[i]], ceiling);
        ceiling -= NAME_DISTANCE;
    }
}

static void draw_names(const chart_canvas *canvas, const chart_panel *panel, const chart_box *box,
                       const axes *a) {
    double heights[CHART_SERIES_MAXIMUM];
    place_names(panel, a, box, heights);
    for (size_t l = 0; l < panel->count; l++) {
        const chart_line *line = &panel->lines[l];
        const char *colour = canvas->theme->palette[line->series.style.colour];
        char rate[CHART_NUMBER_SIZE];
        char name[96];
        char text[160];
        snprintf(text, sizeof text, "%s  %s",
                 chart_text_cut(line->series.name, NAME_CHARACTERS, name, sizeof name),
                 chart_number_rate(line->y[line->count - 1].median, rate));
        double y = box->bottom - heights[l];
        chart_script_label(canvas, box->right + NAME_GAP + 2, y, colour, "left font ',12'", text);
        fprintf(canvas->out,
                "set arrow from %u,%.10g to screen %.5f, screen %.5f nohead lc rgb '%s' lw 0.6\n",
                line->x[line->count - 1], line->y[line->count - 1].median,
                (box->right + NAME_GAP) / canvas->width, 1 - y / canvas->height, canvas->theme->muted);
    }
}

static void plot(const chart_canvas *canvas, const chart_panel *panel) {
    FILE *out = canvas->out;
    fputs("plot ", out);
    for (size_t l = 0; l < panel->count; l++) {
        const chart_style *style = &panel->lines[l].series.style;
        const char *colour = canvas->theme->palette[style->colour];
        if (panel->ideal && panel->lines[l].count > 1)
            fprintf(out, "$line%zu using 1:5 with lines lc rgb '%s' dt 3 lw 1, ", l, canvas->theme->muted);
        fprintf(out, "$line%zu using 1:3:2:4 with yerrorbars lc rgb '%s' pt -1 lw 1.2, ", l, colour);
        fprintf(out, "$line%zu using 1:3 with linespoints lc rgb '%s' pt %u ps 0.8 dt %u lw 1.8%s", l, colour,
                style->point, style->dash, l + 1 < panel->count ? ", " : "\n");
    }
}

void chart_panel_draw(const chart_canvas *canvas, const chart_panel *panel, const chart_box *box) {
    axes a = measure(panel);
    draw_data(canvas->out, panel);
    draw_axes(canvas, panel, box, &a);
    draw_names(canvas, panel, box, &a);
    plot(canvas, panel);
    fputs("unset label\nunset arrow\n", canvas->out);
}

void chart_panel_describe(const chart_panel *panel, FILE *out) {
    char rate[CHART_NUMBER_SIZE];
    fprintf(out, " %s.", panel->title);
    for (size_t l = 0; l < panel->count; l++) {
        const chart_line *line = &panel->lines[l];
        fprintf(out, " %s:", line->series.name);
        for (size_t i = 0; i < line->count; i++)
            fprintf(out, "%s %s at %u", i ? "," : "", chart_number_rate(line->y[i].median, rate), line->x[i]);
        fputc('.', out);
    }
}
