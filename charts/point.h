/* SPDX-License-Identifier: MIT */
#ifndef CHART_POINT_H
#define CHART_POINT_H

#include "result.h"

/* The runs of one setting taken together: the lowest, the median and the highest of n. */
typedef struct chart_point {
    double low;
    double median;
    double high;
    unsigned n;
} chart_point;

/* Which runs belong together. */
typedef struct chart_setting {
    const char *id;
    unsigned connections; /* 0 in process */
    unsigned threads;
    const char *workload;
} chart_setting;

/* Sorts the values. count is at least 1. The median of an even number is the mean of the middle two. */
chart_point chart_point_of(double *values, size_t count);

/* The setting of a series at so many connections: of the fewest threads measured where threads is 0, and of the
 * workload `random` where the series has it, else the one it ran first. False: there is no such run. */
bool chart_setting_find(const chart_result *result, const char *id, unsigned connections, unsigned threads,
                        chart_setting *setting);

/* Whether the client was the bottleneck in any run of this setting. */
bool chart_setting_generator_bound(const chart_result *result, const chart_setting *setting);

/* Requests a second. False: no run of this setting is ok. Without memory too, after a message. */
bool chart_point_rate(const chart_result *result, const chart_setting *setting, chart_point *point);

/* In process: nanoseconds a request takes one thread. */
bool chart_point_nanoseconds(const chart_result *result, const chart_setting *setting, chart_point *point);

/* The setting's rate over that of another series at the same connections and threads, paired by repetition; false where
 * no repetition has both. */
bool chart_point_ratio(const chart_result *result, const chart_setting *setting, const char *to,
                       chart_point *point);

/* The setting's rate after a warm-up twice as long over its rate, paired by repetition. */
bool chart_point_check_ratio(const chart_result *result, const chart_setting *setting, chart_point *point);

/* For batches: the time a POST takes less what the library needs in process for the requests in it, over the time of an
 * echo of the same sizes, paired by repetition. */
bool chart_point_post_ratio(const chart_result *result, const chart_setting *setting, const char *to,
                            chart_point *point);

/* The numbers of connections (or of threads) at which a series was measured, ascending, each once; at most `maximum`.
 * Returns how many. */
size_t chart_connections(const chart_result *result, const char *id, unsigned *out, size_t maximum);
size_t chart_threads(const chart_result *result, const char *id, unsigned *out, size_t maximum);

#endif
