/* SPDX-License-Identifier: MIT */
#include "escape.h"

#include "utf8.h"

#include <string.h>

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* What one of the four digits may be: a surrogate shows in the first two. */
typedef enum unit { UNIT_FIRST, UNIT_LOW_SURROGATE } unit;

static bool digit_fits(unit kind, int index, int digit, unsigned so_far) {
    if (digit < 0) return false;
    if (kind == UNIT_LOW_SURROGATE) {
        if (index == 0) return digit == 0xd;
        return index != 1 || digit >= 0xc;
    }
    return index != 1 || so_far != 0xd || digit < 0xc;
}

/* Four hexadecimal digits. False: *bad is the first that does not fit. */
static bool read_unit(const char *at, unit kind, unsigned *value, const char **bad) {
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_value(at[i]);
        if (!digit_fits(kind, i, digit, *value)) return *bad = at + i, false;
        *value = *value << 4 | (unsigned)digit;
    }
    return true;
}

static bool is_high_surrogate(unsigned value) {
    return value >= 0xd800 && value < 0xdc00;
}

/* The code point of \uXXXX or \uXXXX\uXXXX, and the byte after it. */
static const char *read_code_point(const char *at, unsigned *code_point, const char **bad) {
    if (!read_unit(at + 2, UNIT_FIRST, code_point, bad)) return NULL;
    at += 6;
    if (!is_high_surrogate(*code_point)) return at;
    if (at[0] != '\\') return *bad = at, NULL;
    if (at[1] != 'u') return *bad = at + 1, NULL;
    unsigned low;
    if (!read_unit(at + 2, UNIT_LOW_SURROGATE, &low, bad)) return NULL;
    *code_point = 0x10000 + ((*code_point - 0xd800) << 10) + (low - 0xdc00);
    return at + 6;
}

/* The character of a two-byte escape; 0: it is none. */
static char short_escape(char letter) {
    switch (letter) {
    case '"':
    case '\\':
    case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

const char *jrpci_escape_skip(const char *at, const char **bad) {
    if (short_escape(at[1])) return at + 2;
    if (at[1] != 'u') return *bad = at + 1, NULL;
    unsigned code_point;
    return read_code_point(at, &code_point, bad);
}

size_t jrpci_unescape(const char *text, size_t length, char *out) {
    const char *end = text + length;
    char *begin = out;
    while (text < end) {
        const char *backslash = memchr(text, '\\', (size_t)(end - text));
        size_t plain = (size_t)((backslash ? backslash : end) - text);
        memmove(out, text, plain);
        out += plain;
        text += plain;
        if (!backslash) break;
        unsigned code_point;
        const char *bad;
        if (text[1] != 'u') {
            *out++ = short_escape(text[1]);
            text += 2;
        } else {
            text = read_code_point(text, &code_point, &bad);
            if (!text) break; /* not of a String that was checked */
            out = jrpci_utf8_write(out, code_point);
        }
    }
    return (size_t)(out - begin);
}

char *jrpci_escape_write(char *out, unsigned char byte) {
    static const char hex[] = "0123456789abcdef";
    static const char letters[] = "btn\0fr"; /* of 08 to 0d; 0b has none */
    *out++ = '\\';
    if (byte == '"' || byte == '\\') {
        *out++ = (char)byte;
    } else if (byte >= 0x08 && byte <= 0x0d && byte != 0x0b) {
        *out++ = letters[byte - 0x08];
    } else {
        *out++ = 'u';
        *out++ = '0';
        *out++ = '0';
        *out++ = hex[byte >> 4];
        *out++ = hex[byte & 15];
    }
    return out;
}
