/* SPDX-License-Identifier: MIT */
#ifndef LOAD_DIFF_H
#define LOAD_DIFF_H

#include <stdio.h>

/* Two result files side by side. */

typedef enum load_difference {
    LOAD_DIFF_NOT_WORSE = 0, /* no row of B is worse than in A */
    LOAD_DIFF_WORSE = 1,     /* at least one is */
    LOAD_DIFF_UNLIKE = 2 /* they cannot be compared: unreadable, made under unlike settings, no row in both */
} load_difference;

/* A difference smaller than this is not seen as one even where the runs lie apart: two copies of one binary differ by 2
 * %, and code that moved by 48 bytes by 5 %. */
#define LOAD_DIFF_MINIMUM 0.05

/* Prints an interval and a verdict for each row that both files have, or to `errors` the names of all settings that
 * differ. */
load_difference load_diff(const char *path_a, const char *path_b, FILE *out, FILE *errors);

#endif
