/* SPDX-License-Identifier: MIT */
#ifndef CHART_TABLE_H
#define CHART_TABLE_H

#include "data.h"

#include <stdio.h>

/* Writes a part of the README by its name, as lines of Markdown: the pictures with their text alternatives, `rates`,
 * `reach`, `threads`, `machine`. False, with nothing written: there is no such name. */
bool chart_table_write(const chart_data *data, const char *name, FILE *out);

#endif
