/* SPDX-License-Identifier: MIT */
#ifndef LOAD_SPREAD_H
#define LOAD_SPREAD_H

#include <stddef.h>

/* What repetitions of one measurement come to. No best-of, no mean: low, median, high and how many. */
typedef struct load_spread {
    double low;
    double median; /* of an even number, the mean of the middle two */
    double high;
    size_t n;
} load_spread;

/* Sorts `values`. n of 0 gives zeros. */
load_spread load_spread_of(double *values, size_t n);

/* How B compares with A: an interval for the factor between them, and how sure it is. */
typedef struct load_interval {
    double low;
    double estimate; /* the median of all ratios b/a (Hodges and Lehmann 1963, on logarithms) */
    double high;
    double
        coverage; /* the share of such intervals that hold the true factor; below `wanted` where few runs allow no
                        better */
} load_interval;

/* The interval that needs no assumption about how runs are distributed: from all na x nb ratios, the k-th from either
 * end, k from the distribution of the Mann-Whitney count (L. E. Moses 1965). As narrow as reaches `wanted` (0.95).
 * Values are above 0, na and nb 1 to 64. Sorts both. Ratios that are missing for want of memory give 0..infinity. */
load_interval load_interval_of(double *a, size_t na, double *b, size_t nb, double wanted);

/* For paired runs: the same from n paired ratios by the sign test, the k-th from either end. Sorts them. */
load_interval load_interval_paired(double *ratios, size_t n, double wanted);

#endif
