/* SPDX-License-Identifier: MIT */
#ifndef CHART_README_H
#define CHART_README_H

#include "data.h"

/* The README's text, to be freed. NULL, after a message, when it cannot be read or is no text. */
char *chart_readme_read(const char *path);

/* Writes a README anew: what stands between "<!-- charts:begin NAME -->" and "<!-- charts:end NAME -->" (each on a line
 * of its own), and between "<!-- f:NAME -->" and "<!-- /f -->" (on one line), is made from the data; the rest is kept
 * byte for byte. *out is to be freed. Returns how many of these were not what they should be, or -1, after a message,
 * when a name is unknown, an end is missing or memory ran out; then *out is NULL. With `say`, each that differs is a
 * message with `path` and line. *total counts them all. */
int chart_readme_rewrite(const chart_data *data, const char *path, const char *text, bool say, char **out,
                         unsigned *total);

#endif
