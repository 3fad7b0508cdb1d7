/* SPDX-License-Identifier: MIT */
#ifndef LOAD_QUANTITY_H
#define LOAD_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Durations, counts and rates, as people write and read them. */

/* Reads a duration: a decimal number and one of "ms", "s", "m", "h", or nothing, which means seconds. False,
 * and
 * `*seconds` untouched, for anything else: a sign, no digits, an unknown unit, something after it, above
 * 1,000,000 s. */
bool load_seconds_parse(const char *text, double *seconds);

/* Reads a whole number with an optional "k" or "M" (thousands, millions): "1k" is 1,000. False, and `*count`
 * untouched, for anything else, and for what is above `maximum`. */
bool load_count_parse(const char *text, uint64_t maximum, uint64_t *count);

/* Reads a list of such numbers, separated by commas, into `counts`. Returns how many there were, 0 for a list
 * that is empty, malformed, longer than `capacity`, or holds a 0 or a number above `maximum`. */
size_t load_counts_parse(const char *text, uint64_t maximum, unsigned *counts, size_t capacity);

/* Write into `text` of `size` bytes, always terminated, and return `text`. */
char *load_rate_format(char *text, size_t size, double per_second);  /* "3.21 M/s", "480 k/s", "12.0 /s" */
char *load_time_format(char *text, size_t size, double nanoseconds); /* "95.2 ns", "1.20 ms" */
char *load_span_format(char *text, size_t size, double seconds);     /* "45 s", "8 min 20 s" */

#endif
