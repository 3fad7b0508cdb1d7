/* SPDX-License-Identifier: MIT */
#include "power_of_ten.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The slowest big integers that do: bits in an array of bytes, the lowest first. */
#define BITS 1400

typedef struct natural {
    uint8_t bit[BITS];
} natural;

static int length_of(const natural *n) {
    int length = BITS;
    while (length > 0 && !n->bit[length - 1]) length--;
    return length;
}

static natural shifted(const natural *n, int left) {
    natural result = {{0}};
    for (int i = 0; i < BITS; i++) {
        if (i - left >= 0 && i - left < BITS) result.bit[i] = n->bit[i - left];
    }
    return result;
}

static void add(natural *n, const natural *other) {
    unsigned carry = 0;
    for (int i = 0; i < BITS; i++) {
        unsigned sum = (unsigned)n->bit[i] + other->bit[i] + carry;
        n->bit[i] = sum & 1;
        carry = sum >> 1;
    }
    assert_int_equal(carry, 0);
}

static bool not_less(const natural *a, const natural *b) {
    for (int i = BITS - 1; i >= 0; i--) {
        if (a->bit[i] != b->bit[i]) return a->bit[i] > b->bit[i];
    }
    return true;
}

static void subtract(natural *n, const natural *other) {
    int borrow = 0;
    for (int i = 0; i < BITS; i++) {
        int difference = n->bit[i] - other->bit[i] - borrow;
        n->bit[i] = (uint8_t)(difference & 1);
        borrow = difference < 0;
    }
    assert_int_equal(borrow, 0);
}

static natural ten_to(int k) {
    natural power = {{1}};
    for (; k > 0; k--) {
        natural eight = shifted(&power, 3);
        power = shifted(&power, 1);
        add(&power, &eight);
    }
    return power;
}

static jrpci_wide top_bits(const natural *n, int lowest) {
    jrpci_wide wide = {0, 0};
    for (int i = 0; i < 64; i++) {
        if (lowest + i >= 0) wide.low |= (uint64_t)n->bit[lowest + i] << i;
        if (lowest + 64 + i >= 0) wide.high |= (uint64_t)n->bit[lowest + 64 + i] << i;
    }
    return wide;
}

static bool any_below(const natural *n, int lowest) {
    for (int i = 0; i < lowest; i++) {
        if (n->bit[i]) return true;
    }
    return false;
}

static void assert_entry(int k, jrpci_wide rounded_down, bool rest) {
    uint64_t low = rounded_down.low + rest;
    uint64_t high = rounded_down.high + (low < rounded_down.low);
    assert_true(jrpci_power_of_ten(k)->high == high && jrpci_power_of_ten(k)->low == low);
}

static void test_powers_from_zero_up(void **state) {
    (void)state;
    for (int k = 0; k <= JRPCI_POWER_OF_TEN_MAX; k++) {
        natural power = ten_to(k);
        int length = length_of(&power);
        assert_int_equal(jrpci_log2_of_power_of_ten(k), length - 1);
        bool rest = any_below(&power, length - 128);
        assert_int_equal(rest, k > JRPCI_POWER_OF_TEN_EXACT);
        assert_entry(k, top_bits(&power, length - 128), rest);
    }
}

/* 1 / 10^n by long division, bit by bit: the first 128 bits from the first that is set. */
static void test_powers_below_zero(void **state) {
    (void)state;
    for (int k = JRPCI_POWER_OF_TEN_MIN; k < 0; k++) {
        natural divisor = ten_to(-k);
        natural remainder = {{1}};
        int place = 0; /* of the bit before the point that comes next */
        do {
            remainder = shifted(&remainder, 1);
            place--;
        } while (!not_less(&remainder, &divisor));
        assert_int_equal(jrpci_log2_of_power_of_ten(k), place);
        jrpci_wide quotient = {0, 0};
        for (int i = 0; i < 128; i++) {
            bool set = not_less(&remainder, &divisor);
            if (set) subtract(&remainder, &divisor);
            quotient = (jrpci_wide){quotient.high << 1 | quotient.low >> 63, quotient.low << 1 | set};
            remainder = shifted(&remainder, 1);
        }
        assert_entry(k, quotient, true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_from_zero_up),
        cmocka_unit_test(test_powers_below_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
