/* SPDX-License-Identifier: MIT */
#include "markup.h"

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

void chart_markup_cell(FILE *out, const char *text) {
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (strchr("|`*_[]\\!", byte))
            fprintf(out, "&#%u;", byte);
        else
            write_byte(out, byte);
    }
}
