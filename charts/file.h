/* SPDX-License-Identifier: MIT */
#ifndef CHART_FILE_H
#define CHART_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* No file that charts reads is larger: a published data file of a hundred sessions has a few megabytes. */
#define CHART_FILE_MAXIMUM ((size_t)64 << 20)

/* The file's bytes with a NUL behind them, to be freed; *length without the NUL. NULL, after a message, when it cannot
 * be read or passes CHART_FILE_MAXIMUM. */
char *chart_file_read(const char *path, size_t *length);

/* Replaces the file as a whole: written beside it under another name, then renamed, so that no reader ever sees half
 * of it and a failure leaves the old one. False after a message. */
bool chart_file_write(const char *path, const char *bytes, size_t length);

/* Whether there is something at this path. */
bool chart_file_exists(const char *path);

/* "folder/name", to be freed; NULL without memory, after a message. */
char *chart_path(const char *folder, const char *name);

#endif
