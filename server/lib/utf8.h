/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_UTF8_H
#define JRPCI_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length, 2 to 4, of the well-formed sequence that begins at `at`, whose first byte is not ASCII (RFC 3629, section
 * 4). Where there is none, -1 less the index of the first byte that no well-formed sequence has there; that may be
 * the byte at `end`, which is not read. at < end. */
int jrpci_utf8_sequence(const char *at, const char *end);

/* Whether all of it is well-formed. */
bool jrpci_utf8_valid(const char *text, size_t length);

/* Writes a code point, at most 10FFFF and no surrogate, and returns the byte after it. Up to 4 bytes. */
char *jrpci_utf8_write(char *out, unsigned code_point);

#endif
