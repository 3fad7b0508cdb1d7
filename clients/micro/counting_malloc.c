/* SPDX-License-Identifier: MIT */
/* Definitions in the executable come before the C library's for all of the process, shared libraries included; the
 * linker's --wrap would see only the calls of this link. glibc exports its own allocator under second names. */
#include "counting_malloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);
void *__libc_memalign(size_t alignment, size_t size);

/* In the C library's headers under other feature macros than ours, or no longer. */
void *memalign(size_t alignment, size_t size);
void *valloc(size_t size);
void *pvalloc(size_t size);

/* Relaxed: they are read when the threads that count have been joined, or by the one that counts. */
static atomic_uint_least64_t allocations, frees;

static void count_allocation(void) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

static void count_free(void) {
    atomic_fetch_add_explicit(&frees, 1, memory_order_relaxed);
}

bool counting_is_on(void) {
    return true;
}

uint64_t counting_allocations(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

uint64_t counting_frees(void) {
    return atomic_load_explicit(&frees, memory_order_relaxed);
}

/* The C library's parameters have names that are reserved for it. */
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

void *malloc(size_t size) {
    count_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_allocation();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    if (memory && size == 0) {
        count_free();
    } else {
        count_allocation();
    }
    return __libc_realloc(memory, size);
}

void free(void *memory) {
    if (memory) count_free();
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) {
    count_allocation();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    void *allocated = memalign(alignment, size);
    if (!allocated) return ENOMEM;
    *memory = allocated;
    return 0;
}

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

void *valloc(size_t size) {
    return memalign(page_size(), size);
}

void *pvalloc(size_t size) {
    size_t page = page_size();
    return memalign(page, (size + page - 1) / page * page);
}

/* Memory that goes past malloc. As system calls, because the C library offers no second names for these. */
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    count_allocation();
    long mapped = syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
    return (void *)mapped; // NOLINT(performance-no-int-to-ptr)
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mmap(address, length, protection, flags, descriptor, offset);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
