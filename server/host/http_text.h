/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HTTP_TEXT_H
#define JRPCI_HTTP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A piece of somebody else's memory, as header fields need it. */
typedef struct jrpci_text {
    const char *at;
    size_t length;
} jrpci_text;

/* Whether it is a token of RFC 9110 section 5.6.2: one or more of its characters. */
bool jrpci_text_is_token(jrpci_text text);

bool jrpci_text_equals(jrpci_text text, const char *with);

/* Whether the `length` bytes at both are the same but for ASCII letters of either case. `with` is in lower case and
 * holds letters, digits and marks below '@'; `at` holds no control characters, as no header does. */
bool jrpci_bytes_equal_folded(const char *at, const char *with, size_t length);

/* Equality in either case, and whether it begins with a text, with the same demands. Inlined for their strlen. */
static inline bool jrpci_text_equals_folded(jrpci_text text, const char *with) {
    return text.length == strlen(with) && jrpci_bytes_equal_folded(text.at, with, text.length);
}

static inline bool jrpci_text_begins_folded(jrpci_text text, const char *with) {
    return text.length >= strlen(with) && jrpci_bytes_equal_folded(text.at, with, strlen(with));
}

/* An ASCII letter in lower case, anything else as it is. Not tolower: its answer depends on the locale. */
static inline char jrpci_lower(char byte) {
    return (char)(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
}

/* Without its first `count` bytes, which it has. */
static inline jrpci_text jrpci_text_from(jrpci_text text, size_t count) {
    return (jrpci_text){text.at + count, text.length - count};
}

static inline bool jrpci_is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

/* Without the spaces and tabs at both ends. */
static inline jrpci_text jrpci_text_trim(jrpci_text text) {
    while (text.length && jrpci_is_blank(text.at[0])) text = jrpci_text_from(text, 1);
    while (text.length && jrpci_is_blank(text.at[text.length - 1])) text.length--;
    return text;
}

#endif
