/* SPDX-License-Identifier: MIT */
#ifndef CHART_PICTURE_H
#define CHART_PICTURE_H

#include "gnuplot.h"
#include "script.h"

/* A picture: what it needs of a session, and how it is said in gnuplot and in words. */
typedef struct chart_picture {
    const char *name;
    const char *title;
    bool (*has)(const chart_result *result);
    void (*script)(const chart_result *result, const chart_theme *theme, FILE *out);
    void (*describe)(const chart_result *result, FILE *out);
} chart_picture;

extern const chart_picture chart_sweep;      /* rates by connections */
extern const chart_picture chart_transports; /* each transport beside its limits */
extern const chart_picture chart_scaling;    /* in process, by threads */

#define CHART_PICTURES 3
extern const chart_picture *const chart_pictures[CHART_PICTURES];

/* "sweep-light.svg", to be freed; NULL without memory, after a message. */
char *chart_picture_file(const chart_picture *picture, const chart_theme *theme);

/* The gnuplot script, and the text alternative: one line without markup. To be freed; NULL without memory, after a
 * message. */
char *chart_picture_script(const chart_picture *picture, const chart_result *result,
                           const chart_theme *theme);
char *chart_picture_text(const chart_picture *picture, const chart_result *result);

/* The finished SVG, to be freed. */
chart_gnuplot chart_picture_draw(const chart_picture *picture, const chart_result *result,
                                 const chart_theme *theme, char **svg);

#endif
