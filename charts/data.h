/* SPDX-License-Identifier: MIT */
#ifndef CHART_DATA_H
#define CHART_DATA_H

#include "result.h"

/* What is drawn from: one result file, or the published data file with many, oldest first. */
typedef struct chart_data {
    json_object *json;
    char *path;
    bool published; /* the data file, not a result file */
    chart_result *results;
    size_t count;
} chart_data;

/* Reads either kind, told apart by their member `schema`. False after a message; then nothing is left to be ended. */
bool chart_data_init(chart_data *data, const char *path);

/* The same, or an empty data file where there is none at `path` yet. */
bool chart_data_init_or_new(chart_data *data, const char *path);
void chart_data_fini(chart_data *data);

/* The latest result for which `has` is true; NULL: none. */
const chart_result *chart_data_latest(const chart_data *data, bool (*has)(const chart_result *));

#endif
