/* SPDX-License-Identifier: MIT */
#ifndef CHART_LAYOUT_H
#define CHART_LAYOUT_H

#include "json.h"

/* The text of a published data file: one measured run, point or share a line, so that a version control system shows
 * what was added. The same document gives the same bytes. To be freed; NULL without memory, after a message. */
char *chart_layout(json_object *data);

#endif
