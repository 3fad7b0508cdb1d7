/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ESCAPE_H
#define JRPCI_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/* The byte after the escape that begins at `at` with a backslash; a surrogate pair is one escape (RFC 8259, section 7).
 * Where it is none, NULL, and *bad is the first byte that no escape has there. The text ends in a NUL, which no escape
 * has, so nothing is read past it. */
const char *jrpci_escape_skip(const char *at, const char **bad);

/* The text of a valid String without its escapes. Writes at most `length` bytes and returns how many. */
size_t jrpci_unescape(const char *text, size_t length, char *out);

/* Writes the escape for one byte that a String cannot hold as it is: a quote, a backslash or a control character. Returns
 * the byte after it; up to 6 bytes. */
char *jrpci_escape_write(char *out, unsigned char byte);

#define JRPCI_ESCAPE_ROOM 6

#endif
