/* SPDX-License-Identifier: MIT */
/* Plain text 16 bytes at a time. Included by parse_sse2.c and parse_avx2.c, which define TARGET before. */
#include "memory.h"

#include <emmintrin.h>

#define PLAIN_INLINE static inline __attribute__((always_inline)) TARGET

/* A bit for each byte that is not plain. With one bit turned, the quote comes right behind the control characters, which as
 * signed numbers are above what is not ASCII: less what comes behind the quote, saturated, the sign bits of all of them are
 * set, and those are what the mask is taken from. */
PLAIN_INLINE unsigned special_16(__m128i bytes) {
    __m128i low = _mm_subs_epi8(_mm_xor_si128(bytes, _mm_set1_epi8('"' ^ ' ')), _mm_set1_epi8(' ' + 1));
    __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(low, backslash));
}

PLAIN_INLINE __m128i load_16(const char *at) {
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* The padding of a document stops it, and lets it look 16 bytes ahead. */
PLAIN_INLINE size_t plain_end(const char *text, size_t at) {
    unsigned special = special_16(load_16(text + at));
    while (!special) {
        at += 16;
        special = special_16(load_16(text + at));
    }
    return at + (unsigned)__builtin_ctz(special);
}

/* Less than 16 bytes, as two words that overlap. All of them or none are plain, as far as it says. */
PLAIN_INLINE size_t copy_short(char *out, const char *text, size_t length) {
    uint64_t first;
    uint64_t last;
    if (length >= 8) {
        memcpy(&first, text, 8);
        memcpy(&last, text + length - 8, 8);
        memcpy(out, &first, 8);
        memcpy(out + length - 8, &last, 8);
    } else if (length >= 4) {
        uint32_t begin;
        uint32_t end;
        memcpy(&begin, text, 4);
        memcpy(&end, text + length - 4, 4);
        memcpy(out, &begin, 4);
        memcpy(out + length - 4, &end, 4);
        first = last = (uint64_t)begin << 32 | end;
    } else {
        /* The middle one is the first or the last again where there are fewer than three. */
        unsigned char begin = (unsigned char)text[0];
        unsigned char middle = (unsigned char)text[length / 2];
        unsigned char end = (unsigned char)text[length - 1];
        out[0] = (char)begin;
        out[length / 2] = (char)middle;
        out[length - 1] = (char)end;
        first = last = UINT64_C(0x2020202020000000) | (uint64_t)begin << 16 | (uint64_t)middle << 8 | end;
    }
    return special_16(_mm_set_epi64x((long long)first, (long long)last)) ? 0 : length;
}

PLAIN_INLINE size_t copy_by_16(char *out, const char *text, size_t length) {
    if (length == 0) return 0;
    if (length < 16) return copy_short(out, text, length);
    size_t done = 0;
    for (; length - done >= 16; done += 16) {
        __m128i bytes = load_16(text + done);
        _mm_storeu_si128((__m128i *)(void *)(out + done), bytes);
        unsigned special = special_16(bytes);
        if (special) return done + (size_t)__builtin_ctz(special);
    }
    __m128i bytes = load_16(text + length - 16);
    _mm_storeu_si128((__m128i *)(void *)(out + length - 16), bytes);
    unsigned special = special_16(bytes);
    return special ? length - 16 + (size_t)__builtin_ctz(special) : length;
}
