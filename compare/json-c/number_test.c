/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json_object *parse(const char *text) {
    struct json_object *array = json_tokener_parse(text); /* [number], so that the number ends */
    assert_non_null(array);
    return array;
}

static struct json_object *first(struct json_object *array) {
    return json_object_array_get_idx(array, 0);
}

static void assert_double(double value, const char *expected) {
    char text[JSON_C_NUMBER_ROOM + 1];
    text[json_c_write_double(text, value)] = 0;
    assert_string_equal(text, expected);
}

static void assert_float(float value, const char *expected) {
    char text[JSON_C_NUMBER_ROOM + 1];
    text[json_c_write_float(text, value)] = 0;
    assert_string_equal(text, expected);
}

static void test_doubles_as_javascript_prints_them(void **state) {
    (void)state;
    assert_double(3, "3.0");
    assert_double(0, "0.0");
    assert_double(-0.0, "-0.0");
    assert_double(-17, "-17.0");
    assert_double(1.23, "1.23");
    assert_double(0.1 + 0.2, "0.30000000000000004");
    assert_double(1e20, "100000000000000000000.0");
    assert_double(1e21, "1e+21");
    assert_double(1.5e300, "1.5e+300");
    assert_double(123456789012345680.0, "123456789012345680.0");
    assert_double(1e-6, "0.000001");
    assert_double(1e-7, "1e-7");
    assert_double(-1.25e-7, "-1.25e-7");
    assert_double(0.000123, "0.000123");
    assert_double(5e-324, "5e-324");
    assert_double(DBL_MAX, "1.7976931348623157e+308");
    assert_double(DBL_MIN, "2.2250738585072014e-308");
    assert_double(NAN, "\"NaN\"");
    assert_double(INFINITY, "\"Infinity\"");
    assert_double(-INFINITY, "\"-Infinity\"");
}

static void test_floats_by_their_own_digits(void **state) {
    (void)state;
    assert_float(1.23F, "1.23");
    assert_float(0.1F, "0.1");
    assert_float(3, "3.0");
    assert_float(-0.0F, "-0.0");
    assert_float(16777216, "16777216.0");
    assert_float(FLT_MAX, "3.4028235e+38");
    assert_float(1e-45F, "1e-45");
    assert_float(NAN, "\"NaN\"");
}

static void test_decimals_exactly(void **state) {
    (void)state;
    static const struct {
        const char *sent, *expected; /* NULL: no decimal */
    } cases[] = {
        {"[3.456]", "3.456"},
        {"[3.4560]", "3.456"},
        {"[0]", "0.0"},
        {"[-0.5]", "-0.5"},
        {"[7]", "7.0"},
        {"[9223372036854775807]", "9223372036854775807.0"},
        {"[9223372036854775807.123456789]", "9223372036854775807.123456789"},
        {"[-9223372036854775808.5]", "-9223372036854775808.5"},
        {"[9223372036854775808]", NULL},
        {"[18446744073709551616]", NULL},
        {"[0.000000001]", "0.000000001"},
        {"[0.0000000001]", NULL},
        {"[1.0000000000]", "1.0"},
        {"[1.0000000001]", NULL},
        {"[1e2]", "100.0"},
        {"[12.5e-3]", "0.0125"},
        {"[0.00123E+5]", "123.0"},
        {"[1e18]", "1000000000000000000.0"},
        {"[1e19]", NULL},
        {"[0e99999999999999999999]", "0.0"},
        {"[1e99999999999999999999]", NULL},
        {"[1e-99999999999999999999]", NULL},
        {"[\"1\"]", NULL},
        {"[true]", NULL},
        {"[null]", NULL},
        {"[NaN]", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json_object *array = parse(cases[i].sent);
        struct json_c_decimal value;
        bool read = json_c_read_decimal(first(array), &value);
        json_object_put(array);
        if (read != (cases[i].expected != NULL)) fail_msg("%s: read %d", cases[i].sent, read);
        if (!read) continue;
        char text[JSON_C_NUMBER_ROOM + 1];
        text[json_c_write_decimal(text, value)] = 0;
        assert_string_equal(text, cases[i].expected);
    }
}

static void test_integers_in_any_spelling(void **state) {
    (void)state;
    static const struct {
        const char *sent;
        bool fits;
        int32_t value;
    } cases[] = {
        {"[7]", true, 7},
        {"[-2147483648]", true, INT32_MIN},
        {"[2147483647.0]", true, INT32_MAX},
        {"[1e2]", true, 100},
        {"[2147483648]", false, 0},
        {"[-2147483649]", false, 0},
        {"[1.5]", false, 0},
        {"[1.00000000000000000000000001]", false, 0},
        {"[\"7\"]", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json_object *array = parse(cases[i].sent);
        int32_t value = 0;
        bool fits = json_c_read_int32(first(array), &value);
        json_object_put(array);
        if (fits != cases[i].fits || (fits && value != cases[i].value))
            fail_msg("%s: %d", cases[i].sent, value);
    }
}

/* 1.00000017881393432617187499 lies just below the middle between two floats, and its double is that middle:
 * rounded twice it becomes the upper one. */
static void test_a_float_is_rounded_once(void **state) {
    (void)state;
    struct json_object *array = parse("[1.00000017881393432617187499]");
    float value;
    assert_true(json_c_read_float(first(array), &value));
    assert_true(value == 1.00000011920928955078125F);
    json_object_put(array);
}

static void test_what_no_double_holds(void **state) {
    (void)state;
    static const char *const refused[] = {
        "[1e400]", "[-1e400]", "[NaN]",  "[Infinity]", "[18446744073709551616]",
        "[null]",  "[true]",   "[\"1\"]"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct json_object *array = parse(refused[i]);
        double value;
        float narrow;
        if (json_c_read_double(first(array), &value)) fail_msg("%s is %g", refused[i], value);
        assert_false(json_c_read_float(first(array), &narrow));
        json_object_put(array);
    }
    struct json_object *array = parse("[\"-Infinity\", 3.5e38, 1e-400]");
    double value;
    float narrow;
    assert_true(json_c_read_double(first(array), &value) && isinf(value) && value < 0);
    assert_false(json_c_read_float(json_object_array_get_idx(array, 1), &narrow));
    assert_true(json_c_read_double(json_object_array_get_idx(array, 2), &value) && value == 0);
    json_object_put(array);
}

static uint64_t next(uint64_t *state) { /* xorshift64, G. Marsaglia, "Xorshift RNGs", 2003 */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static void test_any_bits_read_back(void **state) {
    (void)state;
    uint64_t random = 88172645463325252U;
    char text[JSON_C_NUMBER_ROOM + 1];
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = next(&random);
        double value;
        float narrow;
        memcpy(&value, &bits, sizeof value);
        memcpy(&narrow, &bits, sizeof narrow);
        if (isfinite(value)) {
            text[json_c_write_double(text, value)] = 0;
            if (strtod(text, NULL) != value) fail_msg("%a became %s", value, text);
        }
        if (isfinite(narrow)) {
            text[json_c_write_float(text, narrow)] = 0;
            if (strtof(text, NULL) != narrow) fail_msg("%a became %s", (double)narrow, text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_as_javascript_prints_them),
        cmocka_unit_test(test_floats_by_their_own_digits),
        cmocka_unit_test(test_decimals_exactly),
        cmocka_unit_test(test_integers_in_any_spelling),
        cmocka_unit_test(test_a_float_is_rounded_once),
        cmocka_unit_test(test_what_no_double_holds),
        cmocka_unit_test(test_any_bits_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
