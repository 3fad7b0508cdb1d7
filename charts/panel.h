/* SPDX-License-Identifier: MIT */
#ifndef CHART_PANEL_H
#define CHART_PANEL_H

#include "point.h"
#include "script.h"
#include "series.h"

#define CHART_LINE_MAXIMUM 16U

/* One series over connections or threads, ascending. */
typedef struct chart_line {
    chart_series series;
    size_t count;
    unsigned x[CHART_LINE_MAXIMUM];
    chart_point y[CHART_LINE_MAXIMUM];
} chart_line;

/* Rates over connections or threads, both axes logarithmic, each line named at its end. */
typedef struct chart_panel {
    const char *title;
    const char *x_label;
    bool ideal; /* beside each line what n times its first point would be */
    size_t count;
    chart_line lines[CHART_SERIES_MAXIMUM];
} chart_panel;

/* Draws it; `box` holds the axes, their tics stand outside, line names within 170 pixels to the right. */
void chart_panel_draw(const chart_canvas *canvas, const chart_panel *panel, const chart_box *box);

/* The same in words: "Title. Name: 3.14 M at 1, 5 M at 2. .." */
void chart_panel_describe(const chart_panel *panel, FILE *out);

#endif
