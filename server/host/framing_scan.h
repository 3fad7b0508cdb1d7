/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_FRAMING_SCAN_H
#define JRPCI_FRAMING_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Finds where a JSON document that begins with a bracket ends: at the bracket that closes the outermost one. Brackets
 * inside strings do not count; both kinds are counted together, for a mismatch is the parser's to find. A backslash
 * takes the meaning from a quote that follows it, everywhere. Zero-filled, it is at the first byte of a document. */
typedef struct jrpci_scan {
    size_t depth;
    bool in_string;
    bool escaped; /* the last byte was a backslash that escapes the next one */
} jrpci_scan;

/* Goes on with the next `length` bytes. True: the document ends with byte *used - 1. False: all bytes were used and
 * it goes on. Every byte is looked at once, however the document is cut up. */
typedef bool (*jrpci_scan_next)(jrpci_scan *scan, const char *bytes, size_t length, size_t *used);

/* The fastest one that this processor can run. All give the same results. */
jrpci_scan_next jrpci_scan_best(void);

bool jrpci_scan_next_scalar(jrpci_scan *scan, const char *bytes, size_t length, size_t *used);
#ifdef __SSE2__
bool jrpci_scan_next_sse2(jrpci_scan *scan, const char *bytes, size_t length, size_t *used);
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define JRPCI_SCAN_AVX2
bool jrpci_scan_next_avx2(jrpci_scan *scan, const char *bytes, size_t length, size_t *used);
#endif

#endif
