/* SPDX-License-Identifier: MIT */
#ifndef CONF_REPORT_H
#define CONF_REPORT_H

#include "run.h"

/* Tells, on standard output, how cases went. */
typedef struct conf_report {
    bool skips; /* tells skipped cases too */
    size_t passed, failed, skipped;
} conf_report;

/* Counts a result and, where it failed, prints where it ran, what was sent, expected, got, and why it
 * failed. */
void conf_report_case(conf_report *report, const char *where, const conf_case *one,
                      const conf_result *result);

/* Prints the counts. Returns the exit status: 0 when something passed and nothing failed, else 1. */
int conf_report_end(const conf_report *report);

#endif
