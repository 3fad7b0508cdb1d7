/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_REFERENCE_H
#define JRPCI_NUMBER_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* What the tests of numbers compare with: slow, plain, and sharing nothing with the code under test. Values come from
 * the C library, which reads and prints exactly, in the "C" locale. */

#define REFERENCE_TEXT 1200 /* room for any text made here */

/* A repeatable sequence (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014). */
uint64_t reference_random(uint64_t *state);

/* How many values a test takes: `count`, times the environment's JRPC_NUMBER_ROUNDS where that is set. */
long reference_rounds(long count);

double reference_double(uint64_t bits);
float reference_float(uint32_t bits);
uint64_t reference_double_bits(double value);
uint32_t reference_float_bits(float value);

/* The text that writers must give, found by trying one length after another. */
void reference_write_double(char *out, double value);
void reference_write_float(char *out, float value);

/* Exactly the middle between the magnitude with these bits and the next greater one, by decimal long arithmetic,
 * followed by `more`. With an exponent, or positional with all its zeros. */
void reference_middle_of_double(char *out, uint64_t bits, bool positional, const char *more);
void reference_middle_of_float(char *out, uint32_t bits, bool positional, const char *more);

/* Sets a locale that writes a comma for the decimal point; one that is installed, or one made for the purpose. False:
 * neither can be had. */
bool reference_set_comma_locale(void);

#endif
