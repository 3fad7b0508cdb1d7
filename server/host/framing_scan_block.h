/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_FRAMING_SCAN_BLOCK_H
#define JRPCI_FRAMING_SCAN_BLOCK_H

/* What the vector paths of framing_scan share: 64 bytes become masks, and the masks are walked. Everything is inlined
 * into a path, with what the path's instructions do better passed in. */
#include "framing_scan.h"

#include <stdint.h>
#include <string.h>

/* One bit for each byte of a block. */
typedef struct jrpci_block_masks {
    uint64_t quotes, backslashes, opening, closing;
} jrpci_block_masks;

typedef struct jrpci_look_path {
    jrpci_block_masks (*classify)(const char *bytes);
    uint64_t (*prefix_xor)(uint64_t bits); /* bit i becomes the parity of bits 0 to i */
    uint64_t (*count)(uint64_t bits);      /* those that are set */
} jrpci_look_path;

#define JRPCI_LOOK_INLINE static inline __attribute__((always_inline))

/* What goes from block to block. */
typedef struct jrpci_look_state {
    size_t depth;
    uint64_t in_string; /* all bits or none */
    uint64_t escaped;   /* the lowest bit or none */
    uint16_t *ends;     /* where the next end is noted */
} jrpci_look_state;

/* The bytes that a backslash escapes. A run of backslashes escapes what follows it if its length is odd; subtracting
 * the run from alternating bits carries through it and leaves its parity at its end. After Langdale and Lemire,
 * "Parsing Gigabytes of JSON per Second", section 3.1.1, in the form that simdjson uses. */
JRPCI_LOOK_INLINE uint64_t jrpci_find_escaped(jrpci_look_state *state, uint64_t backslashes, size_t count) {
    const uint64_t odd_bits = UINT64_C(0xaaaaaaaaaaaaaaaa);
    uint64_t carry = state->escaped;
    uint64_t starts = backslashes & ~carry;
    uint64_t parity = (((starts << 1) | odd_bits) - starts) ^ odd_bits;
    state->escaped = (parity & backslashes) >> (count - 1) & 1;
    return parity ^ (backslashes | carry);
}

/* Notes the brackets with which documents end: where as many have closed as have opened. Without a branch for each,
 * which could not be foretold: what turns out to be no end is overwritten by the next. */
JRPCI_LOOK_INLINE void jrpci_note_ends(jrpci_look_state *state, jrpci_look_path path, uint64_t opening,
                                       uint64_t closing, size_t at) {
    size_t depth = state->depth;
    uint16_t *ends = state->ends;
    for (; closing; closing &= closing - 1) {
        uint64_t up_to_it = closing ^ (closing - 1);
        *ends = (uint16_t)(at + path.count(up_to_it));
        ends += --depth + path.count(opening & up_to_it) == 0;
    }
    state->depth = depth + path.count(opening);
    state->ends = ends;
}

/* Looks at a block, of which `count` bytes are the stream's and all others are 0. A string lasts from its opening quote
 * up to the byte before the closing one. */
JRPCI_LOOK_INLINE void jrpci_look_at_block(jrpci_look_state *state, jrpci_look_path path, const char *bytes,
                                           size_t count, size_t at) {
    jrpci_block_masks masks = path.classify(bytes);
    uint64_t quotes = masks.quotes;
    if (masks.backslashes | state->escaped) quotes &= ~jrpci_find_escaped(state, masks.backslashes, count);
    uint64_t inside = path.prefix_xor(quotes) ^ state->in_string;
    state->in_string = -(inside >> (count - 1) & 1);
    jrpci_note_ends(state, path, masks.opening & ~inside, masks.closing & ~inside, at);
}

/* Ends that a block may add: after one that ends a document from before, each takes two bytes. One more slot is written
 * to and given up. */
enum { JRPCI_BLOCK_SLOTS = JRPCI_BLOCK / 2 + 1 };

JRPCI_LOOK_INLINE void jrpci_look_at_blocks(jrpci_scan *scan, jrpci_look_path path, const char *bytes,
                                            size_t length) {
    jrpci_look_state state = {scan->depth, -(uint64_t)scan->in_string, scan->escaped, scan->ends};
    const uint16_t *last_room = scan->ends + JRPCI_LOOK_ENDS - JRPCI_BLOCK_SLOTS;
    size_t end = length < JRPCI_LOOK_BYTES ? length : JRPCI_LOOK_BYTES;
    size_t at = 0;
    for (; at + JRPCI_BLOCK <= end && state.ends <= last_room; at += JRPCI_BLOCK)
        jrpci_look_at_block(&state, path, bytes + at, JRPCI_BLOCK, at);
    if (at < end && end - at < JRPCI_BLOCK && state.ends <= last_room) {
        char rest[JRPCI_BLOCK] = {0}; /* a copy, for nothing may be read behind it */
        memcpy(rest, bytes + at, end - at);
        jrpci_look_at_block(&state, path, rest, end - at, at);
        at = end;
    }
    scan->next = 0;
    scan->count = (unsigned)(state.ends - scan->ends);
    scan->passed = 0;
    scan->looked = (unsigned)at;
    scan->depth = state.depth;
    scan->in_string = state.in_string & 1;
    scan->escaped = (bool)state.escaped;
}

#endif
