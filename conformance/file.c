/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <stdio.h>

#define FILE_BYTES_MAX (16u << 20)

bool conf_file_read(const char *path, wire_buffer *text) {
    FILE *in = fopen(path, "rb");
    if (!in) return false;
    size_t length = 1;
    while (length && text->length < FILE_BYTES_MAX && wire_buffer_reserve(text, 65536)) {
        length = fread(text->data + text->length, 1, 65536, in);
        text->length += length;
    }
    bool good = !ferror(in) && !text->failed && text->length < FILE_BYTES_MAX;
    fclose(in);
    return good;
}
