/* SPDX-License-Identifier: MIT */
#ifndef CHART_TEXT_H
#define CHART_TEXT_H

#include <stddef.h>

/* The text's first `characters` characters; UTF-8 is never cut within one, also where `size` is what ends it. `out` has
 * `size` bytes, 16 or more. Returns out. */
const char *chart_text_head(const char *text, size_t characters, char *out, size_t size);

/* The same, with an ellipsis where something was cut off. */
const char *chart_text_cut(const char *text, size_t characters, char *out, size_t size);

#endif
