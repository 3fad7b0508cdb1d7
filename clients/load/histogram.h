/* SPDX-License-Identifier: MIT */
#ifndef LOAD_HISTOGRAM_H
#define LOAD_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Latencies in nanoseconds, counted in log-linear buckets: every value below 256 has a bucket of its own,
 * every octave above has 128, so that a bucket's upper edge is at most 1/128 (0.79 %) above any value in
 * it. The range is 1 ns to 10 min; what lies outside is counted apart and never clamped. Plain data of
 * fixed size: may be copied, needs no end. The layout is HdrHistogram's (G. Tene), with the sub-bucket
 * count fixed. */

#define LOAD_HISTOGRAM_LOWEST UINT64_C(1)
#define LOAD_HISTOGRAM_HIGHEST UINT64_C(600000000000)
#define LOAD_HISTOGRAM_BUCKETS 4352 /* 256, and 128 for each of the octaves 2^8 .. 2^39 */

__extension__ typedef unsigned __int128 load_histogram_sum;

typedef struct load_histogram {
    uint64_t samples;       /* inside the range: what `counts` add up to */
    uint64_t below;         /* samples under 1 ns: two readings of a clock that did not advance */
    uint64_t above;         /* samples over 10 min */
    uint64_t min;           /* exact, inside the range; 0 while there is no sample */
    uint64_t max;           /* exact, inside the range; 0 while there is no sample */
    load_histogram_sum sum; /* exact, inside the range */
    uint64_t counts[LOAD_HISTOGRAM_BUCKETS];
} load_histogram;

/* Empties the histogram. */
void load_histogram_init(load_histogram *histogram);

/* Records `count` samples of the same value; a count of 0 changes nothing. */
void load_histogram_record(load_histogram *histogram, uint64_t nanoseconds, uint64_t count);

/* Adds everything that `from` holds, what was out of range included. */
void load_histogram_merge(load_histogram *into, const load_histogram *from);

/* The exact mean of the samples inside the range; 0 when there are none. */
double load_histogram_mean(const load_histogram *histogram);

/* The value that a share `p` (0 < p < 1) of all samples does not exceed, as the upper edge of its bucket.
 * Samples out of range count below or above all others. False, with *nanoseconds unchanged: there are
 * fewer than 10 / (1 - p) samples, or the value is out of range. */
bool load_histogram_percentile(const load_histogram *histogram, double p, uint64_t *nanoseconds);

/* Walks the buckets that are not empty, lowest first: *cursor starts at 0; false when there is none left. */
bool load_histogram_next(const load_histogram *histogram, size_t *cursor, uint64_t *upper_edge,
                         uint64_t *count);

#endif
