/* SPDX-License-Identifier: MIT */
#ifndef CHART_CONSISTENCY_H
#define CHART_CONSISTENCY_H

#include "result.h"

/* Recomputes everything of a result that can be: that counts add up, that nothing was rejected in a run that is ok,
 * the rate from replies and window, the mean and the percentiles from the histogram, points, shares and ratios from the
 * runs. Each contradiction is a message; returns how many. */
unsigned chart_consistency(const chart_result *result);

#endif
