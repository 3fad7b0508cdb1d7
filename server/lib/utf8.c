/* SPDX-License-Identifier: MIT */
#include "utf8.h"

typedef struct lead {
    int length;
    unsigned char low, high; /* what the second byte may be; the others are 80 to BF */
} lead;

/* Table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing above 10FFFF. */
static lead lead_of(unsigned char first) {
    if (first < 0xc2) return (lead){0, 0, 0};
    if (first < 0xe0) return (lead){2, 0x80, 0xbf};
    if (first < 0xf0) {
        return (lead){3, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf};
    }
    if (first < 0xf5) return (lead){4, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf};
    return (lead){0, 0, 0};
}

int jrpci_utf8_sequence(const char *at, const char *end) {
    const unsigned char *bytes = (const unsigned char *)at;
    lead first = lead_of(bytes[0]);
    if (first.length == 0) return -1;
    for (int i = 1; i < first.length; i++) {
        if (at + i == end || bytes[i] < first.low || bytes[i] > first.high) return -1 - i;
        first.low = 0x80;
        first.high = 0xbf;
    }
    return first.length;
}

bool jrpci_utf8_valid(const char *text, size_t length) {
    const char *end = text + length;
    while (text < end) {
        if ((signed char)*text >= 0) {
            text++;
            continue;
        }
        int sequence = jrpci_utf8_sequence(text, end);
        if (sequence < 0) return false;
        text += sequence;
    }
    return true;
}

static char tail(unsigned code_point, unsigned shift) {
    return (char)(0x80 | (code_point >> shift & 0x3f));
}

char *jrpci_utf8_write(char *out, unsigned code_point) {
    if (code_point < 0x80) {
        *out++ = (char)code_point;
    } else if (code_point < 0x800) {
        *out++ = (char)(0xc0 | code_point >> 6);
        *out++ = tail(code_point, 0);
    } else if (code_point < 0x10000) {
        *out++ = (char)(0xe0 | code_point >> 12);
        *out++ = tail(code_point, 6);
        *out++ = tail(code_point, 0);
    } else {
        *out++ = (char)(0xf0 | code_point >> 18);
        *out++ = tail(code_point, 12);
        *out++ = tail(code_point, 6);
        *out++ = tail(code_point, 0);
    }
    return out;
}
