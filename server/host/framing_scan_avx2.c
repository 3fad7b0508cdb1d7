/* SPDX-License-Identifier: MIT */
#include "framing_scan_block.h"

#ifdef JRPCI_LOOK_AVX2
#include <immintrin.h>

#define WIDE __attribute__((target("avx2,pclmul,bmi,popcnt")))

WIDE static inline uint64_t find(__m256i low, __m256i high, char byte) {
    const __m256i wanted = _mm256_set1_epi8(byte);
    uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
    uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
    return first | (uint64_t)second << 32;
}

/* As in framing_scan.c, 32 bytes at a time. */
WIDE static inline jrpci_block_masks classify(const char *bytes) {
    const __m256i *vectors = (const __m256i *)(const void *)bytes;
    const __m256i fold = _mm256_set1_epi8(0x20);
    __m256i low = _mm256_loadu_si256(vectors);
    __m256i high = _mm256_loadu_si256(vectors + 1);
    __m256i low_folded = _mm256_or_si256(low, fold);
    __m256i high_folded = _mm256_or_si256(high, fold);
    return (jrpci_block_masks){.quotes = find(low, high, '"'),
                               .backslashes = find(low, high, '\\'),
                               .opening = find(low_folded, high_folded, '{'),
                               .closing = find(low_folded, high_folded, '}')};
}

/* Multiplying by all ones without carries adds up all lower bits, each to every bit above it. */
WIDE static inline uint64_t prefix_xor(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)-1), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

WIDE static inline uint64_t count(uint64_t bits) {
    return (uint64_t)__builtin_popcountll(bits);
}

WIDE void jrpci_look_avx2(jrpci_scan *scan, const char *bytes, size_t length) {
    jrpci_look_at_blocks(scan, (jrpci_look_path){classify, prefix_xor, count}, bytes, length);
}

#else
typedef int jrpci_no_avx2; /* a translation unit may not be empty */
#endif
