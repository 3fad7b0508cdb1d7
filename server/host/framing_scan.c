/* SPDX-License-Identifier: MIT */
#include "framing_scan_block.h"

/* Whether a document ends with this byte. */
static bool look_at_byte(jrpci_scan *scan, char byte) {
    bool escaped = scan->escaped;
    scan->escaped = byte == '\\' && !escaped;
    if (byte == '"') {
        if (!escaped) scan->in_string = !scan->in_string;
    } else if (!scan->in_string && (byte == '{' || byte == '[')) {
        scan->depth++;
    } else if (!scan->in_string && (byte == '}' || byte == ']')) {
        return --scan->depth == 0;
    }
    return false;
}

void jrpci_look_scalar(jrpci_scan *scan, const char *bytes, size_t length) {
    unsigned end = length < JRPCI_LOOK_BYTES ? (unsigned)length : JRPCI_LOOK_BYTES;
    unsigned at = 0;
    scan->next = scan->count = 0;
    while (at < end && scan->count < JRPCI_LOOK_ENDS)
        if (look_at_byte(scan, bytes[at++])) scan->ends[scan->count++] = (uint16_t)at;
    scan->passed = 0;
    scan->looked = at;
}

size_t jrpci_scan_next(jrpci_scan *scan, jrpci_look look, const char *bytes, size_t length) {
    for (size_t used = 0;;) {
        size_t end = jrpci_scan_take(scan);
        if (end) return used + end;
        used += scan->looked - scan->passed;
        scan->passed = scan->looked;
        if (used == length) return 0;
        look(scan, bytes + used, length - used);
    }
}

#ifdef __SSE2__
#include <emmintrin.h>

static inline uint64_t join(__m128i a, __m128i b, __m128i c, __m128i d) {
    uint64_t low = (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
    uint64_t high = (uint32_t)_mm_movemask_epi8(c) | (uint32_t)_mm_movemask_epi8(d) << 16;
    return low | high << 32;
}

/* '[' and ']' differ from '{' and '}' in one bit, 0x20, so that one comparison finds both of a kind. */
static inline jrpci_block_masks classify(const char *bytes) {
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
    jrpci_block_masks masks = {.quotes = join(quote[0], quote[1], quote[2], quote[3]),
                               .opening = join(opening[0], opening[1], opening[2], opening[3]),
                               .closing = join(closing[0], closing[1], closing[2], closing[3])};
    __m128i any =
        _mm_or_si128(_mm_or_si128(backslash[0], backslash[1]), _mm_or_si128(backslash[2], backslash[3]));
    if (_mm_movemask_epi8(any))
        masks.backslashes = join(backslash[0], backslash[1], backslash[2], backslash[3]);
    return masks;
}

static inline uint64_t prefix_xor(uint64_t bits) {
    for (int shift = 1; shift < JRPCI_BLOCK; shift *= 2) bits ^= bits << shift;
    return bits;
}

/* Adds up neighbours, twice as wide each time; the multiplication adds up the bytes. */
static inline uint64_t count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return bits * UINT64_C(0x0101010101010101) >> 56;
}

void jrpci_look_sse2(jrpci_scan *scan, const char *bytes, size_t length) {
    jrpci_look_at_blocks(scan, (jrpci_look_path){classify, prefix_xor, count}, bytes, length);
}
#endif

jrpci_look jrpci_look_best(void) {
#ifdef JRPCI_LOOK_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("popcnt"))
        return jrpci_look_avx2;
#endif
#ifdef __SSE2__
    return jrpci_look_sse2;
#else
    return jrpci_look_scalar;
#endif
}
