/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_FRAMING_SCAN_BLOCK_H
#define JRPCI_FRAMING_SCAN_BLOCK_H

/* What the vector paths of framing_scan share: 64 bytes become masks, and the masks are walked. Everything is inlined
 * into a path, with what the path's instructions do better passed in. */
#include "framing_scan.h"

#include <stdint.h>
#include <string.h>

enum { JRPCI_BLOCK = 64 };

/* One bit for each byte of a block. */
typedef struct jrpci_block_masks {
    uint64_t quotes, backslashes, opening, closing;
} jrpci_block_masks;

typedef struct jrpci_scan_path {
    jrpci_block_masks (*classify)(const char *bytes);
    uint64_t (*prefix_xor)(uint64_t bits); /* bit i becomes the parity of bits 0 to i */
} jrpci_scan_path;

#define JRPCI_SCAN_INLINE static inline __attribute__((always_inline))

/* The bytes that a backslash escapes. A run of backslashes escapes what follows it if its length is odd; subtracting
 * the run from alternating bits carries through it and leaves its parity at its end. After Langdale and Lemire,
 * "Parsing Gigabytes of JSON per Second", section 3.1.1, in the form that simdjson uses. *next: whether the byte after
 * the first `count` bytes is escaped. */
JRPCI_SCAN_INLINE uint64_t jrpci_find_escaped(uint64_t backslashes, bool first_escaped, size_t count,
                                              bool *next) {
    const uint64_t odd_bits = UINT64_C(0xaaaaaaaaaaaaaaaa);
    uint64_t carry = first_escaped;
    uint64_t starts = backslashes & ~carry;
    uint64_t parity = (((starts << 1) | odd_bits) - starts) ^ odd_bits;
    *next = (parity & backslashes) >> (count - 1) & 1;
    return parity ^ (backslashes | carry);
}

/* Walks the brackets of one block, of which `count` bytes are the document's or later ones'. A string lasts from its
 * opening quote up to the byte before the closing one. Answers the number of bytes up to the document's end, or 0. */
JRPCI_SCAN_INLINE size_t jrpci_walk_block(jrpci_scan *scan, jrpci_scan_path path, const char *bytes,
                                          size_t count) {
    jrpci_block_masks masks = path.classify(bytes);
    uint64_t quotes = masks.quotes;
    if (masks.backslashes | scan->escaped)
        quotes &= ~jrpci_find_escaped(masks.backslashes, scan->escaped, count, &scan->escaped);
    uint64_t inside = path.prefix_xor(quotes) ^ (scan->in_string ? ~UINT64_C(0) : 0);
    scan->in_string = inside >> (count - 1) & 1;
    uint64_t opening = masks.opening & ~inside;
    for (uint64_t left = opening | (masks.closing & ~inside); left; left &= left - 1) {
        uint64_t lowest = left & -left;
        if (opening & lowest) {
            scan->depth++;
        } else if (--scan->depth == 0) {
            return (size_t)__builtin_ctzll(lowest) + 1;
        }
    }
    return 0;
}

JRPCI_SCAN_INLINE bool jrpci_scan_blocks(jrpci_scan *scan, jrpci_scan_path path, const char *bytes,
                                         size_t length, size_t *used) {
    jrpci_scan now = *scan; /* so that it stays in registers */
    size_t end = 0;
    size_t at = 0;
    for (; length - at >= JRPCI_BLOCK && !end; at += JRPCI_BLOCK)
        end = jrpci_walk_block(&now, path, bytes + at, JRPCI_BLOCK);
    if (end) {
        *used = at - JRPCI_BLOCK + end;
        return true;
    }
    if (at < length) {
        char rest[JRPCI_BLOCK] = {0};
        memcpy(rest, bytes + at, length - at);
        end = jrpci_walk_block(&now, path, rest, length - at);
    }
    *scan = now;
    *used = end ? at + end : length;
    return end != 0;
}

#endif
