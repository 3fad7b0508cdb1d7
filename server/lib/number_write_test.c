/* SPDX-License-Identifier: MIT */
#include "number_reference.h"
#include "number_write.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The text of one call; guards see a write beyond the promised room. */
typedef struct guarded {
    char before[8];
    char text[JRPCI_NUMBER_ROOM];
    char after[8];
} guarded;

static void prepare(guarded *t) {
    memset(t, '#', sizeof *t);
}

static const char *finish(guarded *t, const char *end, size_t longest) {
    assert_memory_equal(t->before, "########", 8);
    assert_memory_equal(t->after, "########", 8);
    assert_true(end > t->text && (size_t)(end - t->text) <= longest);
    t->text[end - t->text] = '\0';
    return t->text;
}

static void check_double(double value) {
    guarded t;
    prepare(&t);
    char expected[REFERENCE_TEXT];
    reference_write_double(expected, value);
    const char *written = finish(&t, jrpci_write_double(t.text, value), JRPCI_DOUBLE_LENGTH);
    if (strcmp(written, expected) != 0) fail_msg("%a: %s, expected %s", value, written, expected);
}

static void check_float(float value) {
    guarded t;
    prepare(&t);
    char expected[REFERENCE_TEXT];
    reference_write_float(expected, value);
    const char *written = finish(&t, jrpci_write_float(t.text, value), JRPCI_DOUBLE_LENGTH);
    if (strcmp(written, expected) != 0)
        fail_msg("%a as float: %s, expected %s", (double)value, written, expected);
}

static void assert_double(double value, const char *expected) {
    guarded t;
    prepare(&t);
    assert_string_equal(finish(&t, jrpci_write_double(t.text, value), JRPCI_DOUBLE_LENGTH), expected);
}

static void assert_float(float value, const char *expected) {
    guarded t;
    prepare(&t);
    assert_string_equal(finish(&t, jrpci_write_float(t.text, value), JRPCI_DOUBLE_LENGTH), expected);
}

static void test_known_texts(void **state) {
    (void)state;
    assert_double(0.0, "0.0");
    assert_double(-0.0, "-0.0");
    assert_double(3.0, "3.0");
    assert_double(-3.0, "-3.0");
    assert_double(1.23, "1.23");
    assert_double(0.1, "0.1");
    assert_double(0.1 + 0.2, "0.30000000000000004");
    assert_double(9007199254740993.0, "9007199254740992.0");
    assert_double(1e20, "100000000000000000000.0");
    assert_double(123456789012345680000.0, "123456789012345680000.0");
    assert_double(1e21, "1e+21");
    assert_double(1.5e300, "1.5e+300");
    assert_double(1e-6, "0.000001");
    assert_double(1.5e-6, "0.0000015");
    assert_double(1e-7, "1e-7");
    assert_double(-1.25e-7, "-1.25e-7");
    assert_double(-1.2345678901234567e-6, "-0.0000012345678901234567");
    assert_double(1.7976931348623157e308, "1.7976931348623157e+308");
    assert_double(5e-324, "5e-324");
    assert_double(2.2250738585072014e-308, "2.2250738585072014e-308");
    assert_double(2e-44, "2e-44");
    assert_double(9999999.99999999, "9999999.99999999");
    assert_double(9999999.999999998, "9999999.999999998");
    assert_double((double)NAN, "\"NaN\"");
    assert_double(-(double)NAN, "\"NaN\"");
    assert_double((double)INFINITY, "\"Infinity\"");
    assert_double(-(double)INFINITY, "\"-Infinity\"");
    assert_float(1.23F, "1.23");
    assert_float(16777216.0F, "16777216.0");
    assert_float(3.4028235e38F, "3.4028235e+38");
    assert_float(1e-45F, "1e-45");
    assert_float(-0.0F, "-0.0");
    assert_float(NAN, "\"NaN\"");
    assert_float(-INFINITY, "\"-Infinity\"");
}

static void test_every_exponent(void **state) {
    (void)state;
    uint64_t random = 1;
    for (uint64_t stored = 0; stored < 0x7ff; stored++) {
        for (int step = -3; step <= 3; step++)
            check_double(reference_double((stored << 52) + (uint64_t)step));
        for (int i = 0; i < 20; i++) {
            check_double(reference_double(stored << 52 | reference_random(&random) >> 12));
        }
    }
    for (uint32_t stored = 0; stored < 0xff; stored++) {
        for (int step = -3; step <= 3; step++) check_float(reference_float((stored << 23) + (uint32_t)step));
    }
}

static void test_powers_of_ten(void **state) {
    (void)state;
    char text[32];
    for (int k = -323; k <= 308; k++) {
        for (int digit = 1; digit <= 9; digit++) {
            (void)snprintf(text, sizeof text, "%de%d", digit, k);
            double value = strtod(text, NULL);
            if (isinf(value)) continue;
            uint64_t bits = reference_double_bits(value);
            for (int step = -1; step <= 1; step++) check_double(reference_double(bits + (uint64_t)step));
            if (k > -45 && k < 38) check_float((float)value);
        }
    }
}

static void test_random_bits(void **state) {
    (void)state;
    uint64_t random = 2;
    for (long i = reference_rounds(120000); i > 0; i--) {
        check_double(reference_double(reference_random(&random)));
        check_float(reference_float((uint32_t)reference_random(&random)));
    }
}

/* What people send: few digits, and values one bit beside them, which must not be taken for them. */
static void test_few_digits(void **state) {
    (void)state;
    uint64_t random = 3;
    const double tens[] = {1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
    for (long i = reference_rounds(60000); i > 0; i--) {
        uint64_t digits = reference_random(&random) >> (14 + reference_random(&random) % 50);
        double value = (double)digits / tens[reference_random(&random) % 11];
        check_double(value);
        check_double(reference_double(reference_double_bits(value) + 1));
        check_float((float)value);
        check_float(reference_float(reference_float_bits((float)value) + 1));
        check_double((double)digits);
    }
}

/* All floats lie on this path when JRPC_NUMBER_ROUNDS is 8,191 or more. */
static void test_floats_in_order(void **state) {
    (void)state;
    long stride = 8191 / reference_rounds(1);
    if (stride < 1) stride = 1;
    for (uint64_t bits = 0; bits < UINT64_C(0xff) << 23; bits += (uint64_t)stride) {
        check_float(reference_float((uint32_t)bits));
    }
}

static void check_int64(int64_t value) {
    guarded t;
    prepare(&t);
    char expected[32];
    (void)snprintf(expected, sizeof expected, "%lld", (long long)value);
    assert_string_equal(finish(&t, jrpci_write_int64(t.text, value), JRPCI_INTEGER_LENGTH), expected);
}

static void check_uint64(uint64_t value) {
    guarded t;
    prepare(&t);
    char expected[32];
    (void)snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
    assert_string_equal(finish(&t, jrpci_write_uint64(t.text, value), JRPCI_INTEGER_LENGTH), expected);
}

static void test_integers(void **state) {
    (void)state;
    check_uint64(UINT64_MAX);
    check_int64(INT64_MIN);
    check_int64(INT64_MAX);
    for (int64_t i = -20000; i <= 20000; i++) check_int64(i);
    uint64_t power = 1;
    for (int k = 0; k <= 19; k++, power *= 10) {
        for (uint64_t step = 0; step < 5; step++) {
            check_uint64(power + step - 2);
            check_int64((int64_t)(power + step - 2));
            check_int64((int64_t) - (power + step - 2));
        }
    }
    uint64_t random = 4;
    for (long i = reference_rounds(500000); i > 0; i--) {
        uint64_t value = reference_random(&random) >> reference_random(&random) % 64;
        check_uint64(value);
        check_int64((int64_t)value);
    }
}

static void assert_decimal(int64_t units, int32_t nanos, const char *expected) {
    guarded t;
    prepare(&t);
    assert_string_equal(finish(&t, jrpci_write_decimal(t.text, units, nanos), JRPCI_DECIMAL_LENGTH),
                        expected);
}

static void test_decimals(void **state) {
    (void)state;
    assert_decimal(0, 0, "0.0");
    assert_decimal(3, 456000000, "3.456");
    assert_decimal(-3, -456000000, "-3.456");
    assert_decimal(0, -500000000, "-0.5");
    assert_decimal(2, 0, "2.0");
    assert_decimal(0, 1, "0.000000001");
    assert_decimal(0, 10, "0.00000001");
    assert_decimal(0, 123456789, "0.123456789");
    assert_decimal(INT64_MIN, -999999999, "-9223372036854775808.999999999");
    assert_decimal(INT64_MAX, 999999999, "9223372036854775807.999999999");
    assert_decimal(1, -500000000, "0.5");
    assert_decimal(-1, 500000000, "-0.5");
    assert_decimal(1, -2000000000, "-1.0");
    assert_decimal(-1, 1000000000, "0.0");
    assert_decimal(-2, 2000000001, "0.000000001");
    assert_decimal(0, INT32_MIN, "-2.147483648");
    assert_decimal(0, INT32_MAX, "2.147483647");
    assert_decimal(2, INT32_MIN, "-0.147483648");
    assert_decimal(3, INT32_MIN, "0.852516352");
    assert_decimal(INT64_MAX, INT32_MAX, "9223372036854775809.147483647");
    assert_decimal(INT64_MIN, INT32_MIN, "-9223372036854775810.147483648");
}

static void test_other_locale(void **state) {
    (void)state;
    if (!reference_set_comma_locale()) {
        print_message("no locale with a decimal comma is installed, nor the package locales to make one\n");
        skip();
    }
    assert_int_equal(*localeconv()->decimal_point, ',');
    assert_double(1234567.5, "1234567.5");
    assert_double(0.1 + 0.2, "0.30000000000000004");
    assert_decimal(1234, 500000000, "1234.5");
    (void)setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_texts),   cmocka_unit_test(test_every_exponent),
        cmocka_unit_test(test_powers_of_ten), cmocka_unit_test(test_random_bits),
        cmocka_unit_test(test_few_digits),    cmocka_unit_test(test_floats_in_order),
        cmocka_unit_test(test_integers),      cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_other_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
