/* SPDX-License-Identifier: MIT */
/* Integers and decimals, which no rounding may touch. */
#include "number_read.h"
#include "number_reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* From a heap buffer of exactly its size, so that a sanitizer sees a read past the end. */
static jrpci_number decode(const char *text, char **copy) {
    size_t length = strlen(text);
    *copy = malloc(length);
    assert_non_null(*copy);
    memcpy(*copy, text, length);
    jrpci_number number;
    jrpci_number_decode(*copy, length, &number);
    return number;
}

static bool reads_signed(const char *text, int64_t minimum, int64_t maximum, int64_t *value) {
    char *copy;
    jrpci_number number = decode(text, &copy);
    *value = 42;
    bool fits = jrpci_read_signed(&number, minimum, maximum, value);
    free(copy);
    return fits;
}

static bool reads_unsigned(const char *text, uint64_t maximum, uint64_t *value) {
    char *copy;
    jrpci_number number = decode(text, &copy);
    *value = 42;
    bool fits = jrpci_read_unsigned(&number, maximum, value);
    free(copy);
    return fits;
}

static void assert_int64(const char *text, int64_t expected) {
    int64_t value;
    if (!reads_signed(text, INT64_MIN, INT64_MAX, &value) || value != expected) {
        fail_msg("%s: %lld, expected %lld", text, (long long)value, (long long)expected);
    }
}

static void assert_uint64(const char *text, uint64_t expected) {
    uint64_t value;
    if (!reads_unsigned(text, UINT64_MAX, &value) || value != expected) {
        fail_msg("%s: %llu, expected %llu", text, (unsigned long long)value, (unsigned long long)expected);
    }
}

static void assert_no_int64(const char *text) {
    int64_t value;
    if (reads_signed(text, INT64_MIN, INT64_MAX, &value)) fail_msg("%s: %lld", text, (long long)value);
    assert_int_equal(value, 42);
}

static void assert_no_uint64(const char *text) {
    uint64_t value;
    if (reads_unsigned(text, UINT64_MAX, &value)) fail_msg("%s: %llu", text, (unsigned long long)value);
    assert_int_equal(value, 42);
}

static void test_spellings_of_integers(void **state) {
    (void)state;
    assert_int64("0", 0);
    assert_int64("-0", 0);
    assert_int64("-0.0", 0);
    assert_int64("0e999999999", 0);
    assert_int64("0.000e-999999999999999999999", 0);
    assert_int64("0.0000000000000000000000000000", 0);
    assert_int64("1.0", 1);
    assert_int64("1e2", 100);
    assert_int64("1E+2", 100);
    assert_int64("100e-2", 1);
    assert_int64("-1.50e1", -15);
    assert_int64("1.00000000000000000000000000000000", 1);
    assert_int64("10000000000000000000000000000e-28", 1);
    assert_int64("0.00000000000000000000000000001e29", 1);
    assert_int64("123456789012345678.9e1", INT64_C(1234567890123456789));
    assert_int64("1000000000000000000", INT64_C(1000000000000000000));
    assert_int64("9223372036854775807", INT64_MAX);
    assert_int64("-9223372036854775808", INT64_MIN);
    assert_int64("-9223372036854775808.000", INT64_MIN);
    assert_int64("-922337203685477580800e-2", INT64_MIN);
    assert_int64("9.223372036854775807e18", INT64_MAX);
    assert_int64("0.0009223372036854775807000e+22", INT64_MAX);
    assert_uint64("18446744073709551615", UINT64_MAX);
    assert_uint64("18446744073709551615.0", UINT64_MAX);
    assert_uint64("1.8446744073709551615e19", UINT64_MAX);
    assert_uint64("184467440737095516150000e-4", UINT64_MAX);
    assert_uint64("1e19", UINT64_C(10000000000000000000));
    assert_uint64("-0", 0);
    assert_uint64("-0.0e7", 0);
}

static void test_what_is_no_integer(void **state) {
    (void)state;
    const char *texts[] = {"0.5",
                           "1.5",
                           "1e-1",
                           "15e-1",
                           "1e-999999999999999999",
                           "1e999999999999999999",
                           "1e19",
                           "1e20",
                           "9223372036854775808",
                           "-9223372036854775809",
                           "9223372036854775807.1",
                           "9223372036854775807.00000000000000000001",
                           "100000000000000000000",
                           "0.99999999999999999999999999999",
                           "1.00000000000000000000000000000000000000001",
                           "10000000000000000000000000001e-28",
                           "9999999999999999999999999e-1000000",
                           "9999999999999999999999999e1000000"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_no_int64(texts[i]);
    assert_no_uint64("18446744073709551616");
    assert_no_uint64("18446744073709551615.5");
    assert_no_uint64("2e19");
    assert_no_uint64("99999999999999999999");
    assert_no_uint64("-1");
    assert_no_uint64("-0.5");
}

static void test_ranges(void **state) {
    (void)state;
    int64_t value;
    assert_true(reads_signed("-128", -128, 127, &value) && value == -128);
    assert_true(reads_signed("1.27e2", -128, 127, &value) && value == 127);
    assert_false(reads_signed("128", -128, 127, &value));
    assert_false(reads_signed("-129", -128, 127, &value));
    assert_true(reads_signed("-2147483648", INT32_MIN, INT32_MAX, &value) && value == INT32_MIN);
    assert_false(reads_signed("2147483648", INT32_MIN, INT32_MAX, &value));
    uint64_t positive;
    assert_true(reads_unsigned("255", 255, &positive) && positive == 255);
    assert_false(reads_unsigned("256", 255, &positive));
    assert_false(reads_unsigned("2.56e2", 255, &positive));
}

/* The same value with the point and the exponent anywhere. */
static void test_random_spellings(void **state) {
    (void)state;
    uint64_t random = 1;
    char digits[32];
    char text[128];
    for (long i = reference_rounds(500000); i > 0; i--) {
        int64_t value = (int64_t)(reference_random(&random) >> reference_random(&random) % 64);
        uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)magnitude);
        int point = 1 + (int)(reference_random(&random) % (uint64_t)count);
        int zeros = 1 + (int)(reference_random(&random) % 20);
        (void)snprintf(text, sizeof text, "%s%.*s.%s%.*se%d", value < 0 ? "-" : "", point, digits,
                       digits + point, zeros, "000000000000000000000", count - point);
        assert_int64(text, value);
        if (magnitude == 0) continue;
        (void)snprintf(text, sizeof text, "%s%.*s.%s%.*s1e%d", value < 0 ? "-" : "", point, digits,
                       digits + point, zeros, "000000000000000000000", count - point);
        assert_no_int64(text);
    }
}

static bool reads_decimal(const char *text, int64_t *units, int32_t *nanos) {
    char *copy;
    jrpci_number number = decode(text, &copy);
    *units = 42;
    *nanos = 43;
    bool fits = jrpci_read_decimal(&number, units, nanos);
    free(copy);
    return fits;
}

static void assert_decimal(const char *text, int64_t units, int32_t nanos) {
    int64_t got_units;
    int32_t got_nanos;
    if (!reads_decimal(text, &got_units, &got_nanos) || got_units != units || got_nanos != nanos) {
        fail_msg("%s: %lld and %d nanos", text, (long long)got_units, (int)got_nanos);
    }
}

static void assert_no_decimal(const char *text) {
    int64_t units;
    int32_t nanos;
    if (reads_decimal(text, &units, &nanos))
        fail_msg("%s: %lld and %d nanos", text, (long long)units, (int)nanos);
    assert_true(units == 42 && nanos == 43);
}

static void test_decimals(void **state) {
    (void)state;
    assert_decimal("0", 0, 0);
    assert_decimal("-0.000000000000000000000e5", 0, 0);
    assert_decimal("3.456", 3, 456000000);
    assert_decimal("-3.456", -3, -456000000);
    assert_decimal("-0.5", 0, -500000000);
    assert_decimal("0.000000001", 0, 1);
    assert_decimal("1e-9", 0, 1);
    assert_decimal("1.234567890000000000000000000", 1, 234567890);
    assert_decimal("1234567890000000000000000000e-27", 1, 234567890);
    assert_decimal("1.5e3", 1500, 0);
    assert_decimal("9223372036854775807.999999999", INT64_MAX, 999999999);
    assert_decimal("-9223372036854775808.999999999", INT64_MIN, -999999999);
    assert_decimal("-9223372036854775808.9999999990000", INT64_MIN, -999999999);
    assert_decimal("9223372036854775807999999999e-9", INT64_MAX, 999999999);
    assert_decimal("0.0000000000000000000009223372036854775807999999999e40", INT64_MAX, 999999999);
}

static void test_what_is_no_decimal(void **state) {
    (void)state;
    const char *texts[] = {"1e-10",
                           "0.0000000001",
                           "1.2345678901",
                           "0.0000000000000000000000001",
                           "12345678901234567890e-28",
                           "1.23456789000000000000000000000000000001",
                           "9223372036854775808",
                           "-9223372036854775809",
                           "9223372036854775807.9999999999",
                           "1e19",
                           "1e999999999999",
                           "1e-999999999999",
                           "99999999999999999999.5",
                           "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_no_decimal(texts[i]);
}

static void test_random_decimals(void **state) {
    (void)state;
    uint64_t random = 2;
    char text[128];
    for (long i = reference_rounds(300000); i > 0; i--) {
        int64_t units = (int64_t)(reference_random(&random) >> 1 >> reference_random(&random) % 64);
        int32_t nanos = (int32_t)(reference_random(&random) % 1000000000);
        int zeros = (int)(reference_random(&random) % 20);
        (void)snprintf(text, sizeof text, "%lld.%09d%.*s", (long long)units, (int)nanos, zeros,
                       "000000000000000000000");
        assert_decimal(text, units, nanos);
        (void)snprintf(text, sizeof text, "-%lld%09d%.*se-%d", (long long)units, (int)nanos, zeros,
                       "000000000000000000000", 9 + zeros);
        if (units) assert_decimal(text, -units, -nanos);
        (void)snprintf(text, sizeof text, "%lld.%09d%.*s1", (long long)units, (int)nanos, zeros,
                       "000000000000000000000");
        assert_no_decimal(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings_of_integers),
        cmocka_unit_test(test_what_is_no_integer),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_random_spellings),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_what_is_no_decimal),
        cmocka_unit_test(test_random_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
