/* SPDX-License-Identifier: MIT */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "checksum.h"

#include <stdbool.h>
#include <stddef.h>

#define CHART_SVG_VERSION_SIZE 48

/* What an SVG of ours says of itself in a comment on its second line: what it was drawn from, by which gnuplot, and
 * what the rest of it sums to. */
typedef struct chart_stamp {
    char script[CHART_CHECKSUM_SIZE];
    char picture[CHART_CHECKSUM_SIZE];
    char gnuplot[CHART_SVG_VERSION_SIZE]; /* "5.4 patchlevel 4" */
} chart_stamp;

/* Makes of gnuplot's output what is kept: gnuplot's title and its line "Produced by" make way for a title and a text
 * alternative, which readers of screens are pointed to, and for the stamp. To be freed; NULL after a message. */
char *chart_svg_finish(const char *raw, const char *title, const char *text, const char *script);

/* The checksum of what a picture is drawn from. */
void chart_svg_script_sum(const char *script, const char *text, char out[CHART_CHECKSUM_SIZE]);

/* Reads the stamp. False: there is none, or the picture does not sum to what the stamp says, so it was changed. */
bool chart_svg_stamp(const char *svg, chart_stamp *stamp);

#endif
