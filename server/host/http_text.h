/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HTTP_TEXT_H
#define JRPCI_HTTP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of somebody else's memory, as header fields need it. */
typedef struct jrpci_text {
    const char *at;
    size_t length;
} jrpci_text;

/* Whether it is a token of RFC 9110 section 5.6.2: one or more of its characters. */
bool jrpci_text_is_token(jrpci_text text);

/* Equality; `folded` takes ASCII letters of either case and wants `with` in lower case. */
bool jrpci_text_equals(jrpci_text text, const char *with);
bool jrpci_text_equals_folded(jrpci_text text, const char *with);

/* Whether it begins with `with`, which is in lower case, in either case. */
bool jrpci_text_begins_folded(jrpci_text text, const char *with);

/* Without the spaces and tabs at both ends. */
jrpci_text jrpci_text_trim(jrpci_text text);

/* An ASCII letter in lower case, anything else as it is. Not tolower: its answer depends on the locale. */
static inline char jrpci_lower(char byte) {
    return (char)(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
}

/* Without its first `count` bytes, which it has. */
static inline jrpci_text jrpci_text_from(jrpci_text text, size_t count) {
    return (jrpci_text){text.at + count, text.length - count};
}

#endif
