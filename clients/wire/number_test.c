/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *a, *b;
    bool equal;
} pairs[] = {
    {"1", "1.0", true},
    {"100", "1e2", true},
    {"100", "1E+2", true},
    {"100", "10.0e1", true},
    {"0.001", "1e-3", true},
    {"0.00100", "0.1e-2", true},
    {"-0", "0", true},
    {"0e99999999999999999999999999", "-0.000", true},
    {"12345678901234567890123456789.5", "1.23456789012345678901234567895e28", true},
    {"9007199254740993", "9007199254740992", false},
    {"9007199254740993", "9.007199254740993e15", true},
    {"0.1", "0.1000000000000000055511151231257827", false},
    {"1", "-1", false},
    {"1", "10", false},
    {"1", "0.1", false},
    {"12", "21", false},
    {"1e400", "1e401", false},
    {"1e400", "10e399", true},
    {"1e99999999999999999999999999", "10e99999999999999999999999998", true},
    {"1e99999999999999999999999999", "0.1e100000000000000000000000000", true},
    {"1e99999999999999999999999999", "1e99999999999999999999999998", false},
    {"1e-99999999999999999999999999", "0.1e-99999999999999999999999998", true},
    {"1e99999999999999999999999999", "1e-99999999999999999999999999", false},
    {"1e000000000000000000000000001", "10", true},
    {"1e-0", "1e+0", true},
    {"1e4", "10000.0000", true},
    {"0", "1", false},
    {"0", "1e-99999999999999999999", false},
};

static bool equal(const char *a, const char *b) {
    return wire_number_equal(wire_slice_of(a), wire_slice_of(b));
}

static void compares_exactly(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        if (equal(pairs[i].a, pairs[i].b) != pairs[i].equal ||
            equal(pairs[i].b, pairs[i].a) != pairs[i].equal)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
    }
}

/* The same value written with its point anywhere and the exponent to match. */
static void finds_any_spelling_equal(void **state) {
    (void)state;
    static const char digits[] = "9812345678901234567";
    char plain[128], moved[128], other[128];
    for (int point = 1; point < (int)strlen(digits); point++) {
        for (int exponent = -40; exponent <= 40; exponent++) {
            snprintf(plain, sizeof plain, "%se%d", digits, exponent);
            snprintf(moved, sizeof moved, "%.*s.%s000e%d", point, digits, digits + point,
                     exponent + (int)strlen(digits) - point);
            snprintf(other, sizeof other, "%.*s.%s000e%d", point, digits, digits + point,
                     exponent + (int)strlen(digits) - point + 1);
            if (!equal(plain, moved) || equal(plain, other)) fail_msg("%s and %s", plain, moved);
        }
    }
}

/* Small decimals against integers: equal exactly when the cross-multiplied integers are. */
static void agrees_with_integers(void **state) {
    (void)state;
    srand(3);
    for (int i = 0; i < 20000; i++) {
        long a = rand() % 2000 - 1000, b = rand() % 2000 - 1000;
        int ea = rand() % 4, eb = rand() % 4;
        const long tens[] = {1, 10, 100, 1000};
        char x[64], y[64];
        snprintf(x, sizeof x, "%lde%d", a, ea);
        snprintf(y, sizeof y, "%lde%d", b, eb);
        if (equal(x, y) != (a * tens[ea] == b * tens[eb])) fail_msg("%s and %s", x, y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_exactly),
        cmocka_unit_test(finds_any_spelling_equal),
        cmocka_unit_test(agrees_with_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
