/* SPDX-License-Identifier: MIT */
#include "framing_scan_block.h"

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

bool jrpci_scan_next_sse2(jrpci_scan *scan, const char *bytes, size_t length, size_t *used) {
    return jrpci_scan_blocks(scan, (jrpci_scan_path){classify, prefix_xor}, bytes, length, used);
}
#endif

jrpci_scan_next jrpci_scan_best(void) {
#ifdef JRPCI_SCAN_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi"))
        return jrpci_scan_next_avx2;
#endif
#ifdef __SSE2__
    return jrpci_scan_next_sse2;
#else
    return jrpci_scan_next_scalar;
#endif
}
