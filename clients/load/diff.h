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

/* In paired rounds a verdict takes an interval that lies beyond this on the whole, and covers 99.9 %; one that lies
 * within is no difference, and what is in between is undecided. */
#define LOAD_DIFF_PAIRED_MINIMUM 0.08

/* The same for rounds measured in pairs, A1 B1 A2 B2 ..: an interval for the ratio of each row, by the sign test. `count`
 * is even. */
load_difference load_diff_paired(char *const *paths, size_t count, FILE *out, FILE *errors);

/* The same for two Arrays of counted figures, as the counting programs print them. */
load_difference load_diff_counts(const char *path_a, const char *path_b, FILE *out, FILE *errors);

#endif
