/* SPDX-License-Identifier: MIT */
#ifndef CHART_GNUPLOT_H
#define CHART_GNUPLOT_H

#include <stddef.h>

typedef enum chart_gnuplot {
    CHART_GNUPLOT_OK,
    CHART_GNUPLOT_ABSENT, /* no such program; nothing was said yet */
    CHART_GNUPLOT_FAILED  /* after a message */
} chart_gnuplot;

/* Runs a script in a folder of its own, under a fixed locale, without the user's settings, for at most a minute, and
 * hands back what it printed, with a NUL behind it, to be freed. */
chart_gnuplot chart_gnuplot_run(const char *script, char **output, size_t *length);

#endif
