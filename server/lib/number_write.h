/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_NUMBER_WRITE_H
#define JRPCI_NUMBER_WRITE_H

#include <stdint.h>

/* Each writer puts a number's text at `out` and returns the byte after it. The cursor is not checked: the
 * caller has made room for JRPCI_NUMBER_ROOM bytes, all of which may be written to, whatever the text's
 * length. */
#define JRPCI_NUMBER_ROOM 48

/* The longest texts, for those who reserve by sum: -0.0000012345678901234567, -9223372036854775808,
 * -9223372036854775808.123456789. */
#define JRPCI_DOUBLE_LENGTH 25
#define JRPCI_INTEGER_LENGTH 20
#define JRPCI_DECIMAL_LENGTH 30

char *jrpci_write_int64(char *out, int64_t value);
char *jrpci_write_uint64(char *out, uint64_t value);

/* The shortest digits that read back as the same value, of those the nearest; laid out as JavaScript's
 * Number.prototype.toString, with .0 after a whole number that has no exponent: 3.0, 1e+21, 1.5e-7, -0.0. NaN
 * and the infinities, which JSON lacks, are the strings "NaN", "Infinity" and "-Infinity", quotes included.
 */
char *jrpci_write_double(char *out, double value);
char *jrpci_write_float(char *out, float value);

/* Exactly units + nanos / 10^9, without trailing zeros: 3.456, 2.0, -0.5. Any pair has a text, those with
 * unlike signs or nanos of a whole unit and more too. */
char *jrpci_write_decimal(char *out, int64_t units, int32_t nanos);

#endif
