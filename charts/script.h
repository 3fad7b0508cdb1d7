/* SPDX-License-Identifier: MIT */
#ifndef CHART_SCRIPT_H
#define CHART_SCRIPT_H

#include "result.h"

#include <stdio.h>

/* Pieces of gnuplot scripts that all pictures share. Lengths are in pixels from the top left corner. */

#define CHART_PALETTE 7

/* Colours after Okabe and Ito, moved in lightness until text in them can be read on the background (contrast of 4.5
 * to 1 or more). The last of the palette is the grey of limits. */
typedef struct chart_theme {
    const char *name;
    const char *background;
    const char *text;
    const char *muted;
    const char *grid;
    const char *warning;
    const char *palette[CHART_PALETTE];
} chart_theme;

#define CHART_THEMES 2
extern const chart_theme chart_themes[CHART_THEMES]; /* light, dark */

typedef struct chart_canvas {
    FILE *out;
    const chart_theme *theme;
    unsigned width;
    unsigned height;
} chart_canvas;

typedef struct chart_box {
    double left;
    double top;
    double right;
    double bottom;
} chart_box;

/* Where the first panel may begin: below the heading. */
#define CHART_HEADING_HEIGHT 78.0

/* Text as a string of gnuplot that runs nothing and breaks out of nothing: in single quotes, control characters and
 * what gnuplot gives a meaning replaced. */
void chart_script_quote(FILE *out, const char *text);

/* The terminal, then the title, the session (machine, date, commit) and, where there is one, the warning that the
 * run was quick or incomplete, or its checkout dirty. */
void chart_script_begin(const chart_canvas *canvas, const chart_result *result, const char *name,
                        const char *title);

/* One label. `look` is more of gnuplot's label syntax, as "right font ',11'"; colour is one of the theme. */
void chart_script_label(const chart_canvas *canvas, double x, double y, const char *colour, const char *look,
                        const char *text);

/* Sets the margins of the next plot. */
void chart_script_margins(const chart_canvas *canvas, const chart_box *box);

/* A range for a log axis that holds low to high: [1, 2 or 5] times a power of ten on both sides. */
void chart_script_log_range(double low, double high, double *from, double *to);

/* "[9999.99:200000.2]": a hair wider than such a range, or rounding would drop the tics at its ends. */
void chart_script_range(FILE *out, double from, double to);

/* "('10 k' 10000, '20 k' 20000)": tics for such a range, at most about eight. */
void chart_script_log_tics(FILE *out, double from, double to);

#endif
