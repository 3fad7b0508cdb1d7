/* SPDX-License-Identifier: MIT */
#include "number_read.h"
#include "number_reference.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* From a heap buffer of exactly its size, so that a sanitizer sees a read past the end. */
static void decode(const char *text, jrpci_number *number, char **copy) {
    size_t length = strlen(text);
    *copy = malloc(length);
    assert_non_null(*copy);
    memcpy(*copy, text, length);
    jrpci_number_decode(*copy, length, number);
}

static void check_double(const char *text) {
    jrpci_number number;
    char *copy;
    decode(text, &number, &copy);
    double expected = strtod(text, NULL);
    double value = 42;
    bool fits = jrpci_read_double(&number, &value);
    free(copy);
    if (fits != !isinf(expected) ||
        reference_double_bits(value) != reference_double_bits(fits ? expected : 42)) {
        fail_msg("%s: %d %a, expected %a", text, fits, value, expected);
    }
}

static void check_float(const char *text) {
    jrpci_number number;
    char *copy;
    decode(text, &number, &copy);
    float expected = strtof(text, NULL);
    float value = 42;
    bool fits = jrpci_read_float(&number, &value);
    free(copy);
    if (fits != !isinf(expected) ||
        reference_float_bits(value) != reference_float_bits(fits ? expected : 42)) {
        fail_msg("%s as float: %d %a, expected %a", text, fits, (double)value, (double)expected);
    }
}

static void check_both(const char *text) {
    check_double(text);
    check_float(text);
}

static void test_texts_worth_a_look(void **state) {
    (void)state;
    const char *texts[] = {
        "0",
        "-0",
        "0.0",
        "-0.0e5",
        "0e999999999999999999999",
        "-0E-999999999999999999999",
        "1",
        "-1",
        "10",
        "0.1",
        "0.3",
        "123456789012345678",
        "1234567890123456789",
        "12345678901234567890",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993.0000000000000000000000001",
        "9007199254740992.9999999999999999999999999",
        "1e22",
        "1e23",
        "8.5e22",
        "1e-22",
        "1e-23",
        "1e400",
        "1e-400",
        "1e999999999999999999999",
        "1e-999999999999",
        "1e2147483647",
        "1e2147483648",
        "1e-2147483649",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.797693134862315807e308",
        "1."
        "7976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758720709"
        "633028"
        "6416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270"
        "069855571"
        "3669596228429148198608349364752927190741684443655107043427115596995080930428801779041744977919",
        "1."
        "7976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758720709"
        "633028"
        "6416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270"
        "069855571"
        "3669596228429148198608349364752927190741684443655107043427115596995080930428801779041744977920",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.225073858507201e-308",
        "4.9406564584124654e-324",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.47e-324",
        "3e-324",
        "1e-323",
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.4028235677973367e38",
        "1.401298464324817e-45",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "16777217",
        "16777217.0000000000000000000001",
        "1.00000005960464477539062500",
        "1.00000005960464477539062501",
        "7.2057594037927933e16",
        "100000000000000000000000000000000e-32",
        "0.00000000000000000000000000000000001e35",
        "123456789012345678901234567890e-10",
        "0.000000000000000000000000000000000000000000000000000001",
        "6929495644600919.5",
        "3.7455744005952583e15",
        "2.2250738585072012e-308",
        "1448997445238699",
        "179769313486231580793e289",
        "0.5e-323",
        "1e-1000000",
        "10000000000000000000",
        "18446744073709551616",
        "4503599627370497.5",
        "4503599627370496.5",
        "4503599627370496.50000000000000000000000000000000001"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_both(texts[i]);
}

static void test_every_power_of_ten_and_two(void **state) {
    (void)state;
    char text[64];
    for (int k = -400; k <= 400; k++) {
        for (int step = -3; step <= 3; step++) {
            (void)snprintf(text, sizeof text, "%de%d", 1000000 + step, k - 6);
            check_both(text);
        }
    }
    for (uint64_t stored = 0; stored < 0x7ff; stored++) {
        for (int step = -2; step <= 2; step++) {
            uint64_t bits = (stored << 52) + (uint64_t)step;
            if (bits >> 52 >= 0x7ff) continue;
            (void)snprintf(text, sizeof text, "%.17g", reference_double(bits));
            check_both(text);
            (void)snprintf(text, sizeof text, "%.25e", reference_double(bits));
            check_both(text);
        }
    }
}

static void test_random_values(void **state) {
    (void)state;
    uint64_t random = 1;
    char text[64];
    for (long i = reference_rounds(250000); i > 0; i--) {
        double value = reference_double(reference_random(&random));
        if (!isfinite(value)) continue;
        (void)snprintf(text, sizeof text, "%.*e", (int)(reference_random(&random) % 24), value);
        check_double(text);
        float single = reference_float((uint32_t)reference_random(&random));
        if (!isfinite(single)) continue;
        (void)snprintf(text, sizeof text, "%.*e", (int)(reference_random(&random) % 24), (double)single);
        check_float(text);
    }
}

/* Digits and exponents that no value was printed from, most of them near the types' ranges. */
static void test_random_texts(void **state) {
    (void)state;
    uint64_t random = 2;
    char text[64];
    for (long i = reference_rounds(250000); i > 0; i--) {
        uint64_t digits = reference_random(&random) >> reference_random(&random) % 64;
        int exponent = (int)(reference_random(&random) % 720) - 370;
        (void)snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
        check_double(text);
        (void)snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent / 6);
        check_float(text);
        (void)snprintf(text, sizeof text, "%llu.%05llu", (unsigned long long)(digits % 1000000),
                       (unsigned long long)(reference_random(&random) % 100000));
        check_both(text);
    }
}

static void assert_reads_double(const char *text, uint64_t bits) {
    jrpci_number number;
    char *copy;
    decode(text, &number, &copy);
    double value = -1;
    bool fits = jrpci_read_double(&number, &value);
    free(copy);
    if (bits == UINT64_C(0x7ff) << 52 ? fits : !fits || reference_double_bits(value) != bits) {
        fail_msg("%s: %d %a, expected %a", text, fits, value, reference_double(bits));
    }
}

static void assert_reads_float(const char *text, uint32_t bits) {
    jrpci_number number;
    char *copy;
    decode(text, &number, &copy);
    float value = -1;
    bool fits = jrpci_read_float(&number, &value);
    free(copy);
    if (bits == UINT32_C(0xff) << 23 ? fits : !fits || reference_float_bits(value) != bits) {
        fail_msg("%s: %d %a, expected %a", text, fits, (double)value, (double)reference_float(bits));
    }
}

/* One less in the last place. The middle's last digit is 5, after a point or not; 4 and nines are below it. */
static void lower_last_five(char *text) {
    char *five = strrchr(text, '5');
    assert_non_null(five);
    *five = '4';
}

/* The middle goes to the even neighbour, and a digit hundreds of places on decides otherwise. No C library judges. */
static void check_around_middle_of_double(uint64_t bits) {
    static const char zeros[] = "000000000000000000000000000000000000000000000000000000000000000000000";
    char text[2 * REFERENCE_TEXT];
    char more[160];
    for (int positional = 0; positional < 2; positional++) {
        reference_middle_of_double(text, bits, positional, "");
        assert_reads_double(text, bits + (bits & 1));
        reference_middle_of_double(text, bits, positional, zeros);
        assert_reads_double(text, bits + (bits & 1));
        (void)snprintf(more, sizeof more, "%s%s1", zeros, zeros);
        reference_middle_of_double(text, bits, positional, more);
        assert_reads_double(text, bits + 1);
    }
    reference_middle_of_double(text, bits, true, "");
    if (!strstr(text, ".0")) {
        lower_last_five(text);
        assert_reads_double(text, bits);
        static const char nines[] = "99999999999999999999999999999999999999999999999999";
        memcpy(text + strlen(text), nines, sizeof nines);
        assert_reads_double(text, bits);
    }
}

static void test_middles_of_doubles(void **state) {
    (void)state;
    const uint64_t most = (UINT64_C(0x7ff) << 52) - 1;
    const uint64_t edges[] = {0, 1, 2, (UINT64_C(1) << 52) - 1, UINT64_C(1) << 52, most - 1, most};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) check_around_middle_of_double(edges[i]);
    uint64_t random = 3;
    for (uint64_t stored = 0; stored < 0x7ff; stored++) {
        check_around_middle_of_double((stored << 52) + (reference_random(&random) >> 12));
    }
}

static void test_middles_of_floats(void **state) {
    (void)state;
    char text[2 * REFERENCE_TEXT];
    uint64_t random = 4;
    for (uint32_t stored = 0; stored < 0xff; stored++) {
        for (int i = 0; i < 20; i++) {
            uint32_t bits = (stored << 23) + (i ? (uint32_t)(reference_random(&random) >> 41) : 0x7fffff);
            reference_middle_of_float(text, bits, i & 1, "");
            assert_reads_float(text, bits + (bits & 1));
            reference_middle_of_float(text, bits, i & 1, "000000000000000000000000000000001");
            assert_reads_float(text, bits + 1);
        }
    }
}

static void test_long_texts(void **state) {
    (void)state;
    uint64_t random = 5;
    static char text[20000];
    for (long i = reference_rounds(2000); i > 0; i--) {
        int count = 20 + (int)(reference_random(&random) % (i % 100 ? 900 : 19000));
        int point = (int)(reference_random(&random) % (uint64_t)count);
        int zeros = (int)(reference_random(&random) % 3) * (int)(reference_random(&random) % 400);
        for (int at = 0; at < count; at++) {
            text[at] = (char)('0' + (at < zeros && at != 0 ? 0 : reference_random(&random) % 10));
        }
        if (point > 1 && text[0] == '0') text[0] = '1';
        if (point > 0) text[point] = '.';
        if (point == 0) text[1] = '.';
        if (point == count - 1 || point == 0) text[count - 1] = '7';
        (void)sprintf(text + count, "e%d", (int)(reference_random(&random) % 700) - 350 - point);
        if (text[0] == '0' && text[1] != '.') continue;
        check_both(text);
    }
}

/* A comma for the point in the process's locale changes nothing. */
static void test_other_locale(void **state) {
    (void)state;
    if (!reference_set_comma_locale()) {
        print_message("no locale with a decimal comma is installed, nor the package locales to make one\n");
        skip();
    }
    assert_int_equal(*localeconv()->decimal_point, ',');
    assert_reads_double("1.5", reference_double_bits(1.5));
    assert_reads_double("123456789.123456789123456789123456789e-3",
                        reference_double_bits(123456.78912345679));
    assert_reads_float("16777217.000000000000000000000001", reference_float_bits(16777218.0F));
    (void)setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_worth_a_look), cmocka_unit_test(test_every_power_of_ten_and_two),
        cmocka_unit_test(test_random_values),      cmocka_unit_test(test_random_texts),
        cmocka_unit_test(test_middles_of_doubles), cmocka_unit_test(test_middles_of_floats),
        cmocka_unit_test(test_long_texts),         cmocka_unit_test(test_other_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
