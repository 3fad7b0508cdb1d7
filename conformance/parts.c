/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include <math.h>

/* Bytes one part may become. What it stops: a slip in a case file that eats the memory. */
#define PART_BYTES_MAX (64.0 * 1024 * 1024)

static int hex_digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

static const char *append_hex(const wire_value *hex, wire_buffer *to) {
    if (hex->type != WIRE_STRING || hex->text.length % 2)
        return "hex is a String of pairs of digits 0-9 and A-F";
    for (size_t i = 0; i < hex->text.length; i += 2) {
        int high = hex_digit(hex->text.bytes[i]), low = hex_digit(hex->text.bytes[i + 1]);
        if (high < 0 || low < 0) return "hex is a String of pairs of digits 0-9 and A-F";
        char byte = (char)(high * 16 + low);
        wire_buffer_append(to, &byte, 1);
    }
    return NULL;
}

static const char *append_repeat(const wire_value *text, const wire_value *times, wire_buffer *to) {
    double count = wire_number_double(times);
    if (text->type != WIRE_STRING || !(count >= 1) || floor(count) != count)
        return "repeat needs a String and times";
    if (count * (double)text->text.length > PART_BYTES_MAX) return "repeat makes more than 64 MiB";
    for (size_t i = 0; i < (size_t)count; i++) wire_buffer_append(to, text->text.bytes, text->text.length);
    return NULL;
}

static void append_either(const wire_value *value, wire_buffer *to) {
    wire_slice bytes = value->type == WIRE_STRING ? value->text : value->raw;
    wire_buffer_append(to, bytes.bytes, bytes.length);
}

static const char *append_lines(const wire_value *lines, wire_buffer *to) {
    if (lines->type != WIRE_ARRAY) return "lines is an Array";
    for (const wire_value *line = lines->first; line; line = line->next) {
        append_either(line, to);
        wire_buffer_append(to, "\r\n", 2);
    }
    return NULL;
}

static const char *append_part(const wire_value *part, wire_buffer *to) {
    const wire_value *json = wire_member(part, "json"), *lines = wire_member(part, "lines");
    const wire_value *hex = wire_member(part, "hex"), *repeat = wire_member(part, "repeat");
    if (part->type == WIRE_STRING)
        wire_buffer_append(to, part->text.bytes, part->text.length);
    else if (json)
        wire_buffer_append(to, json->raw.bytes, json->raw.length);
    else if (lines)
        return append_lines(lines, to);
    else if (hex)
        return append_hex(hex, to);
    else if (repeat)
        return append_repeat(repeat, wire_member(part, "times"), to);
    else
        return "a part is a String or has one of json, lines, hex, repeat";
    return NULL;
}

const char *conf_parts_append(const wire_value *parts, wire_buffer *to, size_t *first) {
    size_t start = to->length;
    if (!parts || parts->type != WIRE_ARRAY) return "parts are an Array";
    for (const wire_value *part = parts->first; part; part = part->next) {
        const char *wrong = append_part(part, to);
        if (wrong) return wrong;
        if (first && part == parts->first) *first = to->length - start;
    }
    return to->failed ? "out of memory" : NULL;
}
