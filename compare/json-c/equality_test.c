/* SPDX-License-Identifier: MIT */
/* What makes the comparison one: the handler answers what our library answers, byte for byte, on every workload
 * (arguments[1] is their folder) and on values that no workload has. */
#include "handler.h"

#include "load/generator.h"
#include "load/workload.h"
#include "services.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *workloads;
static jrpc_service *service;
static jrpc_dispatcher *dispatcher;
static struct json_c_handler *handler;
static jrpc_buffer ours;
static struct printbuf *theirs;

static int open_both(void **state) {
    (void)state;
    jrpc_buffer_init(&ours, NULL);
    handler = json_c_handler_new();
    theirs = printbuf_new();
    return benchmark_service_new(&service) == JRPC_OK && jrpc_dispatcher_new(NULL, &dispatcher) == JRPC_OK &&
                   handler && theirs
               ? 0
               : -1;
}

static int close_both(void **state) {
    (void)state;
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
    jrpc_buffer_fini(&ours);
    json_c_handler_free(handler);
    printbuf_free(theirs);
    return 0;
}

/* json-c reads -0, which is an integer to it, as 0: there alone our reply has a sign that theirs lacks. */
static bool differs_by_minus_zero(void) {
    size_t at = 0, length = (size_t)theirs->bpos;
    if (ours.length != length + 1) return false;
    while (at < length && ours.data[at] == theirs->buf[at]) at++;
    return strncmp(theirs->buf + at, "0.0,", 4) == 0 && ours.data[at] == '-' &&
           memcmp(ours.data + at + 1, theirs->buf + at, length - at) == 0;
}

/* Errors are the same if their codes are: json-c's have no data. */
static bool is_same_error(void) {
    static const char start[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,";
    size_t length = sizeof start - 1;
    return ours.length > length && (size_t)theirs->bpos > length && memcmp(ours.data, start, length) == 0 &&
           memcmp(theirs->buf, start, length) == 0;
}

static void answer(const char *request, size_t length) {
    ours.length = 0;
    printbuf_reset(theirs);
    assert_int_equal(jrpc_process(dispatcher, service, request, length, &ours, NULL), JRPC_OK);
    assert_true(json_c_handle(handler, request, length, theirs));
}

static void compare(const char *request, size_t length) {
    answer(request, length);
    if (ours.length == (size_t)theirs->bpos && memcmp(ours.data, theirs->buf, ours.length) == 0) return;
    if (is_same_error() || differs_by_minus_zero()) return;
    fail_msg("sent   %.*s\nours   %.*s\njson-c %.*s", (int)length, request, (int)ours.length, ours.data,
             theirs->bpos, theirs->buf);
}

static void compare_workload(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", workloads, name);
    wire_error error;
    load_workload *workload = load_workload_read(path, &error);
    if (!workload) fail_msg("%s: %s", path, error.text);
    wire_buffer request = {0};
    for (size_t i = 0; i < load_workload_count(workload); i++) {
        request.length = 0;
        load_workload_encode(workload, i, load_workload_id(workload, i), &request);
        assert_false(request.failed);
        compare(request.data, request.length);
    }
    wire_buffer_fini(&request);
    load_workload_free(workload);
}

static void test_every_workload(void **state) {
    (void)state;
    DIR *folder = opendir(workloads);
    assert_non_null(folder);
    int compared = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".json") != 0 || strcmp(entry->d_name, "limit.json") == 0) continue;
        compare_workload(entry->d_name);
        compared++;
    }
    closedir(folder);
    assert_true(compared >= 7);
}

static void compare_call(const char *call) {
    char request[400];
    int length = snprintf(request, sizeof request, "{\"jsonrpc\":\"2.0\",%s,\"id\":7}", call);
    assert_true(length > 0 && (size_t)length < sizeof request);
    compare(request, (size_t)length);
}

/* A method and params, printed. */
#define COMPARE_CALL(...)                                                                                    \
    do {                                                                                                     \
        char printed[256];                                                                                   \
        snprintf(printed, sizeof printed, __VA_ARGS__);                                                      \
        compare_call(printed);                                                                               \
    } while (0)

static void compare_double(double value) {
    /* The exponent keeps json-c from taking a whole number for an integer, which ends at 64 bits. */
    if (isfinite(value)) COMPARE_CALL("\"method\":\"add\",\"params\":[%.16e,0]", value);
}

static void compare_float(float value) {
    if (!isfinite(value)) return;
    COMPARE_CALL("\"method\":\"NullableFloatToNullableFloat\",\"params\":[%.8e]", (double)value);
    /* More digits than a float has, to be rounded once. */
    COMPARE_CALL("\"method\":\"NullableFloatToNullableFloat\",\"params\":[%.16e]",
                 (double)value * 1.00000003);
}

static void test_doubles_and_floats_of_any_bits(void **state) {
    (void)state;
    load_random random = {1};
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = load_random_next(&random);
        double value;
        float narrow;
        memcpy(&value, &bits, sizeof value);
        memcpy(&narrow, &bits, sizeof narrow);
        compare_double(value);
        compare_float(narrow);
    }
}

/* Below a power of two doubles lie twice as dense as above. For some, the nearest text of 16 digits belongs to the
 * neighbour below and another one of 16 reads back; json-c's user, who asks printf, finds the one of 17. */
static void compare_power_of_two(double power) {
    char request[200];
    static const char result[] = "{\"jsonrpc\":\"2.0\",\"result\":";
    int length = snprintf(request, sizeof request,
                          "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[%.16e,0],\"id\":7}", power);
    answer(request, (size_t)length);
    assert_true(jrpc_buffer_append(&ours, "", 1));
    assert_true(strtod(ours.data + sizeof result - 1, NULL) == power);
    assert_true(strtod(theirs->buf + sizeof result - 1, NULL) == power);
    assert_true(strlen(ours.data) == (size_t)theirs->bpos || strlen(ours.data) + 1 == (size_t)theirs->bpos);
}

static void test_powers_of_two_and_ten(void **state) {
    (void)state;
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        double power = ldexp(1, exponent);
        compare_power_of_two(power);
        compare_double(-nextafter(power, 0));
        compare_double(nextafter(power, INFINITY));
        compare_float(nextafterf(ldexpf(1, exponent / 7), INFINITY));
    }
    for (int exponent = -330; exponent <= 308; exponent++) compare_double(pow(10, exponent));
}

static void test_decimals(void **state) {
    (void)state;
    load_random random = {2};
    for (int i = 0; i < 20000; i++) {
        int64_t units = (int64_t)load_random_next(&random) >> load_random_below(&random, 64);
        uint32_t nanos = (uint32_t)load_random_below(&random, 1000000000);
        COMPARE_CALL("\"method\":\"Test2\",\"params\":[%" PRId64 ".%09" PRIu32 "]", units, nanos);
        int exponent = (int)load_random_below(&random, 24) - 12;
        COMPARE_CALL("\"method\":\"Test2\",\"params\":[%" PRId64 ".%04" PRIu32 "e%d]", units % 1000000,
                     nanos % 100, exponent);
    }
}

static void test_integers(void **state) {
    (void)state;
    load_random random = {3};
    for (int i = 0; i < 20000; i++) {
        int32_t l = (int32_t)load_random_next(&random), r = (int32_t)load_random_next(&random);
        COMPARE_CALL("\"method\":\"addInt\",\"params\":[%" PRId32 ",%" PRId32 "]", l, r);
        COMPARE_CALL("\"method\":\"add\",\"params\":{\"r\":%" PRId32 ",\"l\":%" PRIu64 "}", r,
                     load_random_next(&random) >> 1);
    }
}

/* Escapes for what must have one, the character for what need not. */
static void test_every_character(void **state) {
    (void)state;
    for (unsigned character = 0; character <= 0xFFFF; character++) {
        if (character >= 0xD800 && character <= 0xDFFF) continue;
        COMPARE_CALL("\"method\":\"StringMe\",\"params\":[\"a\\u%04xb\"]", character);
    }
    COMPARE_CALL("\"method\":\"StringMe\",\"params\":[\"\\ud83d\\ude80/\\/\x7f\"]");
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s WORKLOADS\n", arguments[0]), 2;
    workloads = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_workload),
        cmocka_unit_test(test_doubles_and_floats_of_any_bits),
        cmocka_unit_test(test_powers_of_two_and_ten),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_every_character),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
