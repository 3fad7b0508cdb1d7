/* SPDX-License-Identifier: MIT */
#ifndef CHART_MESSAGE_H
#define CHART_MESSAGE_H

/* What the program ends with; `charts check` calls 1 stale, the others failed. */
enum { CHART_OK = 0, CHART_STALE = 1, CHART_FAILED = 1, CHART_BAD = 2 };

/* Prints one line to standard error, with the program's name before it. */
void chart_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
