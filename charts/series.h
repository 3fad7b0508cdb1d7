/* SPDX-License-Identifier: MIT */
#ifndef CHART_SERIES_H
#define CHART_SERIES_H

#include "result.h"

/* What can be told apart in one panel; what a file has beyond that is left out. */
#define CHART_SERIES_MAXIMUM 12U

typedef enum chart_kind {
    CHART_STREAM,
    CHART_HTTP,
    CHART_HTTP_BATCH,
    CHART_IN_PROCESS,
    CHART_KINDS
} chart_kind;

typedef enum chart_role { CHART_OURS, CHART_OTHER, CHART_LIMIT } chart_role;

/* How a series looks, everywhere: a colour, and a point shape and a dash that tell it apart without colour. */
typedef struct chart_style {
    unsigned colour; /* of the theme's palette */
    unsigned point;  /* gnuplot's pt */
    unsigned dash;   /* gnuplot's dt */
} chart_style;

typedef struct chart_series {
    const char *id;
    const char *name; /* short, for a panel that says the rest; may come from the file: quote it */
    const char *full; /* for a table; the same */
    chart_kind kind;
    chart_role role;
    chart_style style;
} chart_series;

/* The series of one kind in the order of the house, ours before others, without limits. Only those with a run that is
 * ok. Returns how many. */
size_t chart_series_list(const chart_result *result, chart_kind kind, chart_series out[CHART_SERIES_MAXIMUM]);

/* The series `id` of a result; false: not measured there. */
bool chart_series_find(const chart_result *result, const char *id, chart_series *series);

#endif
