/* SPDX-License-Identifier: MIT */
#ifndef CHART_REACH_H
#define CHART_REACH_H

#include "data.h"

#include <stdio.h>

/* The table of what is reached: ratios with their limits, each within one session, beside what we aim at. Nothing is
 * left out for falling short. */
void chart_reach_write(const chart_data *data, FILE *out);

#endif
