/* SPDX-License-Identifier: MIT */
#ifndef CHART_PUBLISHED_H
#define CHART_PUBLISHED_H

#include "data.h"

/* What is noted of a run when it is published: its checksum, and whether local changes were allowed. */
json_object *chart_published_note(const chart_result *result);

/* Whether a published data file is what was published: each run has the checksum noted of it and may be published, they
 * are in order, and none contradicts itself (consistency.h). Each fault is a message; returns how many. */
unsigned chart_published_faults(const chart_data *data);

/* Reads the published data file that is to be published into or drawn from; `read` is chart_data_init or
 * chart_data_init_or_new. False after a message, also when it is another file or was changed by hand; then nothing is
 * left to be ended. */
bool chart_published_read(chart_data *data, const char *path, bool (*read)(chart_data *, const char *));

/* For a data file that chart_data_init refused: how many of its runs are not what was published. Each is a message. 0
 * also for a file that is none. */
unsigned chart_published_changed(const char *path);

#endif
