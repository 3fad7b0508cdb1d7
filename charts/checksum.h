/* SPDX-License-Identifier: MIT */
#ifndef CHART_CHECKSUM_H
#define CHART_CHECKSUM_H

#include <stddef.h>

/* "fnv1a64:" and sixteen hexadecimal digits, NUL included. */
#define CHART_CHECKSUM_SIZE 25

/* FNV-1a with 64 bits (Fowler, Noll, Vo): finds what a slip of the hand changes, and is no proof against a forger. */
void chart_checksum(const char *bytes, size_t length, char out[CHART_CHECKSUM_SIZE]);

#endif
