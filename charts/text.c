/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdbool.h>
#include <stdio.h>

#define ELLIPSIS "…"

/* Bytes of the text that make up so many characters and leave room for an ellipsis. */
static size_t head_length(const char *text, size_t characters, size_t size) {
    size_t seen = 0;
    size_t end = 0; /* of the last character that fits */
    for (size_t i = 0;; i++) {
        bool begins = ((unsigned char)text[i] & 0xc0) != 0x80;
        if (!begins) continue;
        if (i + sizeof ELLIPSIS > size) return end;
        end = i;
        if (!text[i] || seen++ == characters) return end;
    }
}

const char *chart_text_head(const char *text, size_t characters, char *out, size_t size) {
    snprintf(out, size, "%.*s", (int)head_length(text, characters, size), text);
    return out;
}

const char *chart_text_cut(const char *text, size_t characters, char *out, size_t size) {
    size_t length = head_length(text, characters, size);
    snprintf(out, size, "%.*s%s", (int)length, text, text[length] ? ELLIPSIS : "");
    return out;
}
