/* SPDX-License-Identifier: MIT */
#ifndef MICRO_COUNTING_MALLOC_H
#define MICRO_COUNTING_MALLOC_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts every allocation of the process it is linked into, those of shared libraries too. Two objects define these
 * functions: counting_malloc.c, which replaces malloc and its kin, and counting_stub.c, which counts nothing and costs
 * nothing; a program that measures time links the second. */

/* Whether anything is counted. False for the stub, and under sanitizers, which have an allocator of their own. */
bool counting_is_on(void);

/* Blocks that were asked for since the program began, on all threads: malloc, calloc, realloc but to 0, memalign and the
 * like; and mappings that the program or a library made by mmap. Those that the C library's own allocator makes do not
 * come this way: they follow from the blocks. */
uint64_t counting_allocations(void);

/* Blocks given back by free, or by realloc to 0. */
uint64_t counting_frees(void);

#ifdef __cplusplus
}
#endif

#endif
