/* SPDX-License-Identifier: MIT */
#ifndef CHART_FIGURE_H
#define CHART_FIGURE_H

#include "data.h"
#include "point.h"

#include <stdio.h>

#define CHART_NOT_MEASURED "not measured"

/* Writes a figure by its name, as "rate/tcp/1": charts/README.md lists them. What the data do not have is written as
 * CHART_NOT_MEASURED. False, with nothing written: there is no such name. */
bool chart_figure_write(const chart_data *data, const char *name, FILE *out);

/* What the counting build counted for a shape of a series: the latest. False: it was not counted. `member` is
 * "instructions_per_request" or "allocations_per_request". */
bool chart_figure_counted(const chart_data *data, const char *id, const char *shape, const char *member,
                          double *value);

/* The highest count over all shapes of a series, in the latest session that counted it, and how many shapes it has. */
bool chart_figure_counted_most(const chart_data *data, const char *id, const char *member, double *value,
                               unsigned *shapes);

#endif
