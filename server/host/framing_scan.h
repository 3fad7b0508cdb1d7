/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_FRAMING_SCAN_H
#define JRPCI_FRAMING_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JRPCI_BLOCK = 64,       /* bytes that are looked at together: one bit each in a word */
    JRPCI_LOOK_BYTES = 512, /* how far one look reaches, */
    JRPCI_LOOK_ENDS = 128   /* unless it finds about so many ends before */
};

/* Finds where JSON documents that begin with a bracket end: each at the bracket that closes its outermost one. Brackets
 * inside strings do not count; both kinds are counted together, for a mismatch is the parser's to find. A backslash
 * takes the meaning from a quote that follows it, everywhere. Zero-filled, it is at the first byte of a document.
 *
 * Bytes are looked at ahead, whatever documents lie in them. That is sound because a document ends outside of strings,
 * because only white space may lie between two, and because nothing is said about what comes behind anything else. */
typedef struct jrpci_scan {
    unsigned next, count; /* ends[next] to ends[count - 1] have not been passed yet */
    unsigned passed;      /* bytes of those looked at */
    unsigned looked;      /* bytes that the last look took in */
    size_t depth;         /* the state behind those: this and the next two */
    bool in_string;
    bool escaped;                   /* the last byte was a backslash that escapes the next one */
    uint16_t ends[JRPCI_LOOK_ENDS]; /* how many of the bytes looked at there are up to a document's end */
} jrpci_scan;

/* Takes in some of `length` bytes, up to JRPCI_LOOK_BYTES and at least one, once all it has looked at before are passed. */
typedef void (*jrpci_look)(jrpci_scan *scan, const char *bytes, size_t length);

/* Passes a document, if one ends among the bytes that were looked at. Answers its length, or what is left of it; or 0.
 */
static inline size_t jrpci_scan_take(jrpci_scan *scan) {
    if (scan->next == scan->count) return 0;
    unsigned end = scan->ends[scan->next++];
    unsigned length = end - scan->passed;
    scan->passed = end;
    return length;
}

/* Goes on with `length` bytes, which begin with the first that was not passed. Answers how many there are up to the
 * document's end, and has passed those; 0: it has passed all, and the document goes on. Every byte is looked at once,
 * however the documents are cut up. */
size_t jrpci_scan_next(jrpci_scan *scan, jrpci_look look, const char *bytes, size_t length);

/* Passes white space between two documents. */
static inline void jrpci_scan_skip(jrpci_scan *scan, size_t count) {
    unsigned ahead = scan->looked - scan->passed;
    scan->passed += count < ahead ? (unsigned)count : ahead;
}

/* The fastest one that this processor can run. All give the same results. */
jrpci_look jrpci_look_best(void);

void jrpci_look_scalar(jrpci_scan *scan, const char *bytes, size_t length);
#ifdef __SSE2__
void jrpci_look_sse2(jrpci_scan *scan, const char *bytes, size_t length);
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define JRPCI_LOOK_AVX2
void jrpci_look_avx2(jrpci_scan *scan, const char *bytes, size_t length);
#endif

#endif
