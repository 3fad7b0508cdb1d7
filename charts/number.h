/* SPDX-License-Identifier: MIT */
#ifndef CHART_NUMBER_H
#define CHART_NUMBER_H

/* Room for any text below. */
#define CHART_NUMBER_SIZE 48

/* Each fills `out`, which has CHART_NUMBER_SIZE bytes, and returns it. Three digits that count: more would claim a
 * precision that runs do not have. */
const char *chart_number_rate(double per_second, char *out); /* "3.14 M", "842 k", "97.0" */
const char *chart_number_percent(double share, char *out);   /* "93 %", "4.2 %" */
const char *chart_number_plain(double value, char *out);     /* "21.3", "0", "1,430" */

#endif
