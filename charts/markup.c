/* SPDX-License-Identifier: MIT */
#include "markup.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static void write_byte(FILE *out, unsigned char byte) {
    if (byte == '&')
        fputs("&amp;", out);
    else if (byte == '<')
        fputs("&lt;", out);
    else if (byte == '>')
        fputs("&gt;", out);
    else if (byte == '"')
        fputs("&quot;", out);
    else if (byte < 0x20 || byte == 0x7f)
        fputc(' ', out);
    else
        fputc(byte, out);
}

void chart_markup_xml(FILE *out, const char *text) {
    for (; *text; text++) write_byte(out, (unsigned char)*text);
}

/* Markdown sees emphasis in an underscore only at the edge of a word. */
static bool inside_word(const char *text, const char *at) {
    return at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
}

void chart_markup_cell(FILE *out, const char *text) {
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        bool plain = byte == '_' && inside_word(text, at);
        if (!plain && strchr("|`*_[]\\!", byte))
            fprintf(out, "&#%u;", byte);
        else
            write_byte(out, byte);
    }
}
