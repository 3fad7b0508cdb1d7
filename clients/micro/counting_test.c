/* SPDX-License-Identifier: MIT */
#include "counting_malloc.h"

#include <json-c/json.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

/* Compilers remove pairs of malloc and free that they can see through, so these go through pointers. */
static void *(*volatile allocate)(size_t) = malloc;
static void *(*volatile allocate_zeroed)(size_t, size_t) = calloc;
static void *(*volatile reallocate)(void *, size_t) = realloc;
static void (*volatile release)(void *) = free;
static char *(*volatile duplicate)(const char *) = strdup;

static void test_every_way_to_allocate(void **state) {
    (void)state;
    uint64_t allocations = counting_allocations();
    uint64_t frees = counting_frees();
    void *blocks[7] = {allocate(10), allocate_zeroed(3, 4), reallocate(NULL, 5)};
    blocks[2] = reallocate(blocks[2], 5000);
    blocks[3] = duplicate("a string");
    blocks[4] = aligned_alloc(64, 128);
    assert_int_equal(posix_memalign(&blocks[5], 256, 100), 0);
    assert_int_equal((uintptr_t)blocks[4] % 64, 0);
    assert_int_equal((uintptr_t)blocks[5] % 256, 0);
    assert_int_equal(counting_allocations() - allocations, 7);
    for (int i = 0; i < 6; i++) {
        assert_non_null(blocks[i]);
        release(blocks[i]);
    }
    release(NULL);
    assert_int_equal(counting_frees() - frees, 6);
}

static void test_a_shared_library(void **state) {
    (void)state;
    static const char text[] = "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}";
    uint64_t blocks[2];
    uint64_t given_back[2];
    for (int i = 0; i < 2; i++) {
        uint64_t allocations = counting_allocations();
        uint64_t frees = counting_frees();
        json_object *parsed = json_tokener_parse(text);
        assert_non_null(parsed);
        json_object_put(parsed);
        blocks[i] = counting_allocations() - allocations;
        given_back[i] = counting_frees() - frees;
    }
    /* An object, its table and its members at least; the same each time. What realloc grew is given back once. */
    assert_true(blocks[0] >= 10);
    assert_int_equal(blocks[0], blocks[1]);
    assert_true(given_back[0] >= 10 && given_back[0] <= blocks[0]);
    assert_int_equal(given_back[0], given_back[1]);
}

static void test_mappings(void **state) {
    (void)state;
    uint64_t allocations = counting_allocations();
    void *mapping = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(mapping != MAP_FAILED);
    assert_int_equal(counting_allocations() - allocations, 1);
    assert_int_equal(munmap(mapping, 4096), 0);
}

#define THREADS 4
#define PAIRS 50000

static void *allocate_and_release(void *barrier) {
    (void)pthread_barrier_wait(barrier);
    for (int i = 0; i < PAIRS; i++) release(allocate((size_t)i % 300 + 1));
    (void)pthread_barrier_wait(barrier);
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    pthread_barrier_t barrier;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, THREADS + 1), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_and_release, &barrier), 0);
    }
    uint64_t allocations = counting_allocations();
    uint64_t frees = counting_frees();
    (void)pthread_barrier_wait(&barrier); /* all have started, and what that allocated is behind */
    (void)pthread_barrier_wait(&barrier); /* all are done */
    assert_int_equal(counting_allocations() - allocations, THREADS * PAIRS);
    assert_int_equal(counting_frees() - frees, THREADS * PAIRS);
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    (void)pthread_barrier_destroy(&barrier);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way_to_allocate),
        cmocka_unit_test(test_a_shared_library),
        cmocka_unit_test(test_mappings),
        cmocka_unit_test(test_threads),
    };
    if (!counting_is_on()) {
        print_message("a build with sanitizers has their allocator and cannot count\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
