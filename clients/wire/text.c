/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdint.h>
#include <string.h>

/* The table of well-formed sequences: RFC 3629, 4. Only the second byte's range depends on the first byte. */
size_t wire_utf8_length(const unsigned char *bytes, size_t length) {
    unsigned char first = bytes[0], low = 0x80, high = 0xBF;
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    size_t count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first == 0xE0) low = 0xA0;  /* overlong below */
    if (first == 0xED) high = 0x9F; /* surrogates above */
    if (first == 0xF0) low = 0x90;  /* overlong below */
    if (first == 0xF4) high = 0x8F; /* past U+10FFFF above */
    if (length < count || bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < count; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xBF) return 0;
    return count;
}

bool wire_utf8_valid(const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)bytes;
    while (length) {
        size_t count = wire_utf8_length(at, length);
        if (count == 0) return false;
        at += count;
        length -= count;
    }
    return true;
}

static int hex_digit(unsigned char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'a' && character <= 'f') return character - 'a' + 10;
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

/* The code unit of \uXXXX at `bytes`; -1 when it is none. */
static int32_t code_unit(const unsigned char *bytes, size_t length) {
    if (length < 6 || bytes[0] != '\\' || bytes[1] != 'u') return -1;
    int32_t unit = 0;
    for (size_t i = 2; i < 6; i++) {
        int digit = hex_digit(bytes[i]);
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_high(int32_t unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(int32_t unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* A \u escape, or the two of a surrogate pair: bytes taken, 0 when it is none; *point: its character. */
static size_t unicode_escape(const unsigned char *bytes, size_t length, uint32_t *point) {
    int32_t unit = code_unit(bytes, length);
    if (unit < 0 || is_low(unit)) return 0;
    *point = (uint32_t)unit;
    if (!is_high(unit)) return 6;
    int32_t low = code_unit(bytes + 6, length - 6);
    if (!is_low(low)) return 0;
    *point = 0x10000u + (((uint32_t)unit - 0xD800u) << 10) + ((uint32_t)low - 0xDC00u);
    return 12;
}

/* An escape at a backslash: bytes taken, 0 when it is none; *point: its character. */
static size_t escape(const unsigned char *bytes, size_t length, uint32_t *point) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (length < 2) return 0;
    if (bytes[1] == 'u') return unicode_escape(bytes, length, point);
    const char *letter = bytes[1] ? strchr(letters, bytes[1]) : NULL;
    if (!letter) return 0;
    *point = (unsigned char)meanings[letter - letters];
    return 2;
}

static size_t encode(uint32_t point, char *to) {
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = count - 1; i > 0; i--, point >>= 6) to[i] = (char)(0x80u | (point & 0x3Fu));
    to[0] = (char)(leads[count] | point);
    return count;
}

static bool scan_fault(struct wire_text_fault *fault, size_t offset, const char *message) {
    *fault = (struct wire_text_fault){message, offset};
    return false;
}

bool wire_text_scan(const unsigned char *bytes, size_t length, size_t *raw, size_t *decoded,
                    struct wire_text_fault *fault) {
    size_t at = 0, out = 0;
    while (at < length && bytes[at] != '"') {
        if (bytes[at] < 0x20) return scan_fault(fault, at, "a raw control character in a string");
        char room[4];
        uint32_t point = 0;
        size_t taken = 0;
        if (bytes[at] == '\\') {
            taken = escape(bytes + at, length - at, &point);
            if (taken == 0)
                return scan_fault(fault, at, "a bad escape, or half a surrogate pair, in a string");
            out += encode(point, room);
        } else {
            taken = wire_utf8_length(bytes + at, length - at);
            if (taken == 0) return scan_fault(fault, at, "not UTF-8 in a string");
            out += taken;
        }
        at += taken;
    }
    if (at == length) return scan_fault(fault, at, "a string does not end");
    *raw = at;
    *decoded = out;
    return true;
}

void wire_text_decode(const unsigned char *bytes, size_t raw, char *to) {
    for (size_t at = 0; at < raw;) {
        if (bytes[at] != '\\') {
            *to++ = (char)bytes[at++];
            continue;
        }
        uint32_t point = 0;
        at += escape(bytes + at, raw - at, &point);
        to += encode(point, to);
    }
}
