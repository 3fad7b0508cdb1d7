/* SPDX-License-Identifier: MIT */
#ifndef CHART_MARKUP_H
#define CHART_MARKUP_H

#include <stdio.h>

/* Text from a data file, written where it is markup for XML and HTML (elements and attributes in double quotes). */
void chart_markup_xml(FILE *out, const char *text);

/* The same for a cell of a Markdown table, where a bar, a backquote and a line end have a meaning too. */
void chart_markup_cell(FILE *out, const char *text);

#endif
