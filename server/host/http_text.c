/* SPDX-License-Identifier: MIT */
#include "http_text.h"

#include <string.h>

/* Not isalnum: its answer may depend on the locale. */
static bool is_token_byte(char byte) {
    char lower = (char)(byte | 0x20);
    if ((lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9')) return true;
    return byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL;
}

bool jrpci_text_is_token(jrpci_text text) {
    for (size_t i = 0; i < text.length; i++)
        if (!is_token_byte(text.at[i])) return false;
    return text.length != 0;
}

bool jrpci_text_equals(jrpci_text text, const char *with) {
    return strlen(with) == text.length && memcmp(text.at, with, text.length) == 0;
}

bool jrpci_text_begins_folded(jrpci_text text, const char *with) {
    size_t length = strlen(with);
    if (text.length < length) return false;
    for (size_t i = 0; i < length; i++)
        if (jrpci_lower(text.at[i]) != with[i]) return false;
    return true;
}

bool jrpci_text_equals_folded(jrpci_text text, const char *with) {
    return text.length == strlen(with) && jrpci_text_begins_folded(text, with);
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

jrpci_text jrpci_text_trim(jrpci_text text) {
    while (text.length && is_blank(text.at[0])) text = jrpci_text_from(text, 1);
    while (text.length && is_blank(text.at[text.length - 1])) text.length--;
    return text;
}
