/* SPDX-License-Identifier: MIT */
#include "http_text.h"

#include <stdint.h>
#include <string.h>

/* Not isalnum: its answer may depend on the locale. */
static bool is_token_byte(char byte) {
    char lower = (char)(byte | 0x20);
    if ((lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '-') return true;
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

static uint64_t load(const char *at) {
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* 0x20 is what tells the cases of a letter apart; eight bytes at a time, the last eight overlapping those before. */
bool jrpci_bytes_equal_folded(const char *at, const char *with, size_t length) {
    const uint64_t fold = UINT64_C(0x2020202020202020);
    if (length < sizeof fold) {
        for (size_t i = 0; i < length; i++)
            if ((at[i] | 0x20) != with[i]) return false;
        return true;
    }
    size_t last = length - sizeof fold;
    for (size_t i = 0; i < last; i += sizeof fold)
        if ((load(at + i) | fold) != load(with + i)) return false;
    return (load(at + last) | fold) == load(with + last);
}
