/* SPDX-License-Identifier: MIT */
#ifndef CHART_JUDGED_H
#define CHART_JUDGED_H

#include "point.h"

#define CHART_LIMITS_MAXIMUM 3U

/* A transport of ours, the setting it is judged at, and the ceilings measured beside it in the same session. */
typedef struct chart_judged {
    const char *id;
    const char *name;
    unsigned
        connections; /* where it is judged; what is not measured there is judged at its most connections */
    const char *limits[CHART_LIMITS_MAXIMUM]; /* the nearest first; NULL: no more */
} chart_judged;

#define CHART_JUDGED 4
extern const chart_judged chart_judged_all[CHART_JUDGED];

/* The setting at which the transport is shown: the one it is judged at if it was measured there beside one of its
 * limits, else the most connections at which it was, else the most connections at all. */
bool chart_judged_setting(const chart_result *result, const chart_judged *judged, chart_setting *setting);

#endif
