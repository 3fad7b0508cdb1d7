/* SPDX-License-Identifier: MIT */
#include "parse.h"

#ifdef JRPCI_HAS_X86
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define plain_end plain_end_16
#include "plain_sse2.h"
#undef plain_end

PLAIN_INLINE unsigned special_32(__m256i bytes) {
    __m256i low =
        _mm256_subs_epi8(_mm256_xor_si256(bytes, _mm256_set1_epi8('"' ^ ' ')), _mm256_set1_epi8(' ' + 1));
    __m256i backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    return (unsigned)_mm256_movemask_epi8(_mm256_or_si256(low, backslash));
}

PLAIN_INLINE __m256i load_32(const char *at) {
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

/* Most Strings end within 16 bytes; those that do not are worth 32 at a time. */
PLAIN_INLINE size_t plain_end(const char *text, size_t at) {
    unsigned special = special_16(load_16(text + at));
    if (special) return at + (unsigned)__builtin_ctz(special);
    at += 16;
    for (;;) {
        special = special_32(load_32(text + at));
        if (special) return at + (unsigned)__builtin_ctz(special);
        at += 32;
    }
}

#include "parse_loop.h"

static TARGET size_t copy_plain(char *out, const char *text, size_t length) {
    size_t done = 0;
    for (; length - done >= 32; done += 32) {
        __m256i bytes = load_32(text + done);
        _mm256_storeu_si256((__m256i *)(void *)(out + done), bytes);
        unsigned special = special_32(bytes);
        if (special) return done + (size_t)__builtin_ctz(special);
    }
    return done + copy_by_16(out + done, text + done, length - done);
}

const jrpci_vector jrpci_vector_avx2 = {JRPC_VECTOR_AVX2, parse, copy_plain};
#endif
