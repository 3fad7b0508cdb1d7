/* SPDX-License-Identifier: MIT */
#include "framing_scan.h"

#include <stdint.h>
#include <string.h>

bool jrpci_scan_next_scalar(jrpci_scan *scan, const char *bytes, size_t length, size_t *used) {
    jrpci_scan at = *scan;
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        bool escaped = at.escaped;
        at.escaped = byte == '\\' && !escaped;
        if (byte == '"') {
            if (!escaped) at.in_string = !at.in_string;
        } else if (!at.in_string && (byte == '{' || byte == '[')) {
            at.depth++;
        } else if (!at.in_string && (byte == '}' || byte == ']') && --at.depth == 0) {
            *scan = at;
            *used = i + 1;
            return true;
        }
    }
    *scan = at;
    *used = length;
    return false;
}

#ifdef __SSE2__
#include <emmintrin.h>

enum { BLOCK = 64 };

/* One bit for each byte of a block. */
typedef struct block_masks {
    uint64_t quotes, backslashes, opening, closing;
} block_masks;

static inline uint64_t join(__m128i a, __m128i b, __m128i c, __m128i d) {
    uint64_t low = (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8(c) | (uint32_t)_mm_movemask_epi8(d) << 16;
    return low | high << 32;
}

/* '[' and ']' differ from '{' and '}' in one bit, 0x20, so that one comparison finds both of a kind. */
static inline block_masks classify(const char *bytes) {
    const __m128i *vectors = (const __m128i *)(const void *)bytes;
    __m128i quote[4], backslash[4], opening[4], closing[4];
    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128(vectors + i);
        __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
        quote[i] = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
        backslash[i] = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
        opening[i] = _mm_cmpeq_epi8(folded, _mm_set1_epi8('{'));
        closing[i] = _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'));
    }
    block_masks masks = {.quotes = join(quote[0], quote[1], quote[2], quote[3]),
                         .opening = join(opening[0], opening[1], opening[2], opening[3]),
                         .closing = join(closing[0], closing[1], closing[2], closing[3])};
    __m128i any =
        _mm_or_si128(_mm_or_si128(backslash[0], backslash[1]), _mm_or_si128(backslash[2], backslash[3]));
    if (_mm_movemask_epi8(any))
        masks.backslashes = join(backslash[0], backslash[1], backslash[2], backslash[3]);
    return masks;
}

/* The bytes that a backslash escapes. A run of backslashes escapes what follows it if its length is odd; subtracting
 * the run from alternating bits carries through it and leaves its parity at its end. After Langdale and Lemire,
 * "Parsing Gigabytes of JSON per Second", section 3.1.1, in the form that simdjson uses. *next: whether the byte after
 * the first `count` bytes is escaped. */
static uint64_t find_escaped(uint64_t backslashes, bool first_escaped, size_t count, bool *next) {
    const uint64_t odd_bits = UINT64_C(0xaaaaaaaaaaaaaaaa);
    uint64_t carry = first_escaped;
    uint64_t starts = backslashes & ~carry;
    uint64_t parity = (((starts << 1) | odd_bits) - starts) ^ odd_bits;
    *next = (parity & backslashes) >> (count - 1) & 1;
    return parity ^ (backslashes | carry);
}

/* Bit i becomes the parity of bits 0 to i: set from an opening quote up to the byte before the closing one. */
static uint64_t prefix_xor(uint64_t bits) {
    for (int shift = 1; shift < BLOCK; shift *= 2) bits ^= bits << shift;
    return bits;
}

/* Walks the brackets of one block, of which `count` bytes are the document's or later ones'. Answers the number of
 * bytes up to the document's end, or 0 if it goes on. Inlined, so that the state stays in registers. */
static inline size_t walk_block(jrpci_scan *scan, block_masks masks, size_t count) {
    uint64_t quotes = masks.quotes;
    if (masks.backslashes | scan->escaped)
        quotes &= ~find_escaped(masks.backslashes, scan->escaped, count, &scan->escaped);
    uint64_t inside = prefix_xor(quotes) ^ (scan->in_string ? ~UINT64_C(0) : 0);
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

bool jrpci_scan_next(jrpci_scan *scan, const char *bytes, size_t length, size_t *used) {
    jrpci_scan now = *scan;
    size_t end = 0;
    size_t at = 0;
    for (; length - at >= BLOCK && !end; at += BLOCK) end = walk_block(&now, classify(bytes + at), BLOCK);
    if (end) {
        *used = at - BLOCK + end;
        return true;
    }
    if (at < length) {
        char rest[BLOCK] = {0};
        memcpy(rest, bytes + at, length - at);
        end = walk_block(&now, classify(rest), length - at);
    }
    *scan = now;
    *used = end ? at + end : length;
    return end != 0;
}

#else

bool jrpci_scan_next(jrpci_scan *scan, const char *bytes, size_t length, size_t *used) {
    return jrpci_scan_next_scalar(scan, bytes, length, used);
}

#endif
