/* SPDX-License-Identifier: MIT */
#ifndef LOAD_USAGE_H
#define LOAD_USAGE_H

#include <stdint.h>

/* What the calling thread has used of the machine so far. */
typedef struct load_usage {
    double cpu;        /* seconds */
    uint64_t switches; /* context switches, of either kind */
} load_usage;

load_usage load_usage_of_thread(void);

#endif
