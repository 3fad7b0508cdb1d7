/* SPDX-License-Identifier: MIT */
#include "histogram.h"

#include <math.h>
#include <string.h>

#define OCTAVE_BITS 7 /* 2^7 buckets an octave: a bucket is at most 2^-7 as wide as its lowest value */
#define OCTAVE_BUCKETS ((size_t)1 << OCTAVE_BITS)
#define LINEAR_BUCKETS (2 * OCTAVE_BUCKETS) /* below it a bucket would be narrower than 1 ns */

static unsigned highest_bit(uint64_t value) {
    return 63u - (unsigned)__builtin_clzll(value);
}

static size_t bucket_of(uint64_t value) {
    if (value < LINEAR_BUCKETS) return (size_t)value;
    unsigned shift = highest_bit(value) - OCTAVE_BITS;
    /* value >> shift lies in [128, 256), so that each further octave begins 128 buckets after the one
     * before. */
    return (size_t)shift * OCTAVE_BUCKETS + (size_t)(value >> shift);
}

static uint64_t upper_edge_of(size_t bucket) {
    if (bucket < LINEAR_BUCKETS) return bucket;
    unsigned shift = (unsigned)(bucket / OCTAVE_BUCKETS) - 1;
    uint64_t lowest = (uint64_t)(bucket % OCTAVE_BUCKETS + OCTAVE_BUCKETS) << shift;
    return lowest + (UINT64_C(1) << shift) - 1;
}

void load_histogram_init(load_histogram *histogram) {
    memset(histogram, 0, sizeof *histogram);
}

static void widen(load_histogram *histogram, uint64_t min, uint64_t max) {
    if (!histogram->samples || min < histogram->min) histogram->min = min;
    if (!histogram->samples || max > histogram->max) histogram->max = max;
}

void load_histogram_record(load_histogram *histogram, uint64_t nanoseconds, uint64_t count) {
    if (!count) return;
    if (nanoseconds < LOAD_HISTOGRAM_LOWEST) {
        histogram->below += count;
    } else if (nanoseconds > LOAD_HISTOGRAM_HIGHEST) {
        histogram->above += count;
    } else {
        widen(histogram, nanoseconds, nanoseconds);
        histogram->samples += count;
        histogram->sum += (load_histogram_sum)nanoseconds * count;
        histogram->counts[bucket_of(nanoseconds)] += count;
    }
}

void load_histogram_merge(load_histogram *into, const load_histogram *from) {
    if (from->samples) widen(into, from->min, from->max);
    into->samples += from->samples;
    into->below += from->below;
    into->above += from->above;
    into->sum += from->sum;
    for (size_t i = 0; i < LOAD_HISTOGRAM_BUCKETS; i++) into->counts[i] += from->counts[i];
}

double load_histogram_mean(const load_histogram *histogram) {
    return histogram->samples ? (double)histogram->sum / (double)histogram->samples : 0.0;
}

bool load_histogram_percentile(const load_histogram *histogram, double p, uint64_t *nanoseconds) {
    uint64_t all = histogram->below + histogram->samples + histogram->above;
    /* 1 - p is rarely exact in binary; the slack keeps 1,000 samples enough for 0.99 without letting in
     * 999. */
    if (!(p > 0 && p < 1) || (double)all * (1 - p) < 10 - 1e-6) return false;
    uint64_t rank = (uint64_t)ceil((double)all * p - 1e-6);
    uint64_t seen = histogram->below;
    if (rank <= seen) return false;
    for (size_t i = 0; i < LOAD_HISTOGRAM_BUCKETS; i++) {
        seen += histogram->counts[i];
        if (rank > seen) continue;
        *nanoseconds = upper_edge_of(i);
        return true;
    }
    return false;
}

bool load_histogram_next(const load_histogram *histogram, size_t *cursor, uint64_t *upper_edge,
                         uint64_t *count) {
    for (; *cursor < LOAD_HISTOGRAM_BUCKETS; ++*cursor) {
        if (!histogram->counts[*cursor]) continue;
        *upper_edge = upper_edge_of(*cursor);
        *count = histogram->counts[(*cursor)++];
        return true;
    }
    return false;
}
