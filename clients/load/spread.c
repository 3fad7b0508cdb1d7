/* SPDX-License-Identifier: MIT */
#include "spread.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of_sorted(const double *values, size_t n) {
    if (n == 0) return 0;
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

load_spread load_spread_of(double *values, size_t n) {
    if (n == 0) return (load_spread){0};
    qsort(values, n, sizeof *values, by_size);
    return (load_spread){
        .low = values[0], .median = median_of_sorted(values, n), .high = values[n - 1], .n = n};
}

/* Takes in a distribution that is symmetric, by its probabilities from 0 up to at most `half`: how many values may be
 * cut off at either end so that what is left still covers `wanted`. */
static size_t cut(const double *probability, size_t half, double wanted, double *coverage) {
    double tail = 0;
    size_t k = 0;
    while (k < half && 1 - 2 * (tail + probability[k]) >= wanted) tail += probability[k++];
    if (k == 0) {
        *coverage = 1 - 2 * probability[0];
        return 0;
    }
    *coverage = 1 - 2 * tail;
    return k - 1;
}

/* Probabilities of the Mann-Whitney count of na and nb values, 0 to na * nb, by the generating function: the Gaussian
 * binomial coefficient, one factor (1 - q^(nb + i)) / (1 - q^i) after another. */
static void mann_whitney(double *probability, size_t na, size_t nb) {
    const size_t last = na * nb;
    double total = 0;
    for (size_t u = 0; u <= last; u++) probability[u] = u == 0;
    for (size_t i = 1; i <= na; i++) {
        for (size_t u = last; u >= nb + i; u--) probability[u] -= probability[u - nb - i];
        for (size_t u = i; u <= last; u++) probability[u] += probability[u - i];
    }
    for (size_t u = 0; u <= last; u++) total += probability[u];
    for (size_t u = 0; u <= last; u++) probability[u] /= total;
}

static load_interval interval_of_sorted(const double *ratios, size_t n, const double *probability,
                                        size_t half, double wanted) {
    load_interval interval = {.estimate = median_of_sorted(ratios, n)};
    const size_t k = cut(probability, half, wanted, &interval.coverage);
    interval.low = ratios[k];
    interval.high = ratios[n - 1 - k];
    return interval;
}

load_interval load_interval_of(double *a, size_t na, double *b, size_t nb, double wanted) {
    load_interval interval = {.low = 0, .estimate = 1, .high = INFINITY, .coverage = 1};
    const size_t n = na * nb;
    double *ratios = malloc(n * sizeof *ratios);
    double *probability = malloc((n + 1) * sizeof *probability);
    if (ratios && probability) {
        for (size_t i = 0; i < na; i++)
            for (size_t j = 0; j < nb; j++) ratios[i * nb + j] = b[j] / a[i];
        qsort(ratios, n, sizeof *ratios, by_size);
        mann_whitney(probability, na, nb);
        interval = interval_of_sorted(ratios, n, probability, (n + 1) / 2, wanted);
    }
    free(ratios);
    free(probability);
    return interval;
}

load_interval load_interval_paired(double *ratios, size_t n, double wanted) {
    double probability[64];
    const size_t half = n / 2 < 64 ? (n + 1) / 2 : 64;
    probability[0] = pow(0.5, (double)n);
    for (size_t k = 1; k < half; k++) probability[k] = probability[k - 1] * (double)(n - k + 1) / (double)k;
    qsort(ratios, n, sizeof *ratios, by_size);
    return interval_of_sorted(ratios, n, probability, half, wanted);
}
