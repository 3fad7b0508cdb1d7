/* SPDX-License-Identifier: MIT */
#ifndef CONF_REPORT_H
#define CONF_REPORT_H

#include "play.h"

#include <stdio.h>

/* Tells how cases went. */
typedef struct conf_report {
    const char *server;     /* what was tested, for people */
    const char *version;    /* its version; "" where that is not known */
    const conf_play *plays; /* one for each transport and framing */
    size_t count;
    bool strict;  /* what should be so, must */
    bool verbose; /* every case, with skips and choices */
    unsigned long long seed;
} conf_report;

/* Whether a result counts against the server. */
bool conf_counts(const conf_report *report, const conf_case *one, const conf_result *result);

/* How many results of all plays do. */
size_t conf_report_failures(const conf_report *report);

/* Words for a result: "pass", "fail", "should", "choice", "skip". Constant. */
const char *conf_verdict_name(const conf_report *report, const conf_case *one, const conf_result *result);

/* For people, on standard output: a tree by section, then the failures again, then counts. */
void conf_report_print(const conf_report *report);

/* For programs (data/schema/conformance.schema.json, JUnit's XML) and for pages. False: `error` says which file cannot be
 * written and why. */
bool conf_report_json(const conf_report *report, const char *path, wire_error *error);
bool conf_report_junit(const conf_report *report, const char *path, wire_error *error);
/* Folds the run into a file of many (data/conformance.json), in place of earlier ones of the same server and place. */
bool conf_report_data(const conf_report *report, const char *path, wire_error *error);
bool conf_report_markdown(const conf_report *report, const char *path, wire_error *error);

/* The list of requirements with their cases, as a page. */
bool conf_requirements_write(const conf_suite *suite, const char *path, wire_error *error);

/* ---- shared by the files of reports ---- */

/* Bytes with what is not plain ASCII as \xNN and line ends as \n, cut to what is worth reading. The text is to be freed
 * with wire_buffer_fini and is terminated. */
wire_buffer conf_shown(const char *bytes, size_t length);

/* Opens for writing, "-" being standard output; closes, and reports what went wrong. */
FILE *conf_open(const char *path, wire_error *error);
bool conf_close(FILE *out, const char *path, wire_error *error);

#endif
