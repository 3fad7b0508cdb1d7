/* SPDX-License-Identifier: MIT */
#ifndef CHART_RESULT_H
#define CHART_RESULT_H

#include "json.h"

/* A result file of bench, read: what is drawn and quoted. Strings belong to `json`. */

typedef struct chart_run {
    json_object *json;
    const char *id;        /* the series */
    const char *label;     /* for people */
    const char *transport; /* NULL in process */
    const char *workload;
    bool ok;              /* its verdict; only such runs count anywhere */
    unsigned connections; /* 0 in process */
    unsigned depth;
    unsigned batch;
    unsigned threads;
    unsigned repetition;
    double rate;          /* requests a second; 0 where it is null */
    bool generator_bound; /* the client was the bottleneck */
    bool drifted;         /* the machine changed under it */
} chart_run;

typedef struct chart_result {
    json_object *json;
    const char *path; /* for messages */
    const char *date;
    const char *commit; /* "unknown" where there was no checkout */
    const char *cpu;
    const char *incomplete_reason; /* NULL when complete */
    unsigned cpus;
    bool quick;
    bool complete;
    bool dirty;
    chart_run *runs;
    size_t run_count;
    chart_run *checks; /* runs like those, after a warm-up twice as long */
    size_t check_count;
} chart_result;

/* Reads what is needed of a result document and checks its shape. False after a message that names the member; then
 * nothing is left to be ended. `json` and `path` must outlive the result. */
bool chart_result_init(chart_result *result, const char *path, json_object *json);
void chart_result_fini(chart_result *result);

/* How many runs have verdict ok. */
size_t chart_result_measured(const chart_result *result);

/* How many of those were bound by the generator; in how many the machine drifted. */
size_t chart_result_generator_bound(const chart_result *result);
size_t chart_result_drifted(const chart_result *result);

/* The first run of the series whose verdict is ok, or NULL. */
const chart_run *chart_result_find(const chart_result *result, const char *id);

#endif
