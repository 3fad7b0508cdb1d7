/* SPDX-License-Identifier: MIT */
#include "encoder.h"

#include <string.h>

/* How a character is escaped; NULL when it stands for itself. `room` takes a made one. */
static const char *escape_of(unsigned char character, char room[7]) {
    static const char hex[] = "0123456789abcdef";
    switch (character) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    if (character >= 0x20) return NULL;
    memcpy(room, "\\u00", 4);
    room[4] = hex[character >> 4];
    room[5] = hex[character & 15];
    room[6] = '\0';
    return room;
}

void wire_encode_string(wire_buffer *buffer, const char *characters, size_t length) {
    wire_buffer_append(buffer, "\"", 1);
    size_t plain = 0; /* where the run of characters that stand for themselves begins */
    for (size_t i = 0; i < length; i++) {
        char room[7];
        const char *escape = escape_of((unsigned char)characters[i], room);
        if (!escape) continue;
        wire_buffer_append(buffer, characters + plain, i - plain);
        wire_buffer_string(buffer, escape);
        plain = i + 1;
    }
    wire_buffer_append(buffer, characters + plain, length - plain);
    wire_buffer_append(buffer, "\"", 1);
}

static uint64_t power_of_ten(unsigned exponent) {
    uint64_t power = 1;
    while (exponent--) power *= 10;
    return power;
}

uint64_t wire_id_count(unsigned width) {
    return width == 0 || width > WIRE_ID_WIDTH_MAX ? 0 : 9 * power_of_ten(width - 1);
}

void wire_encode_id(char *to, unsigned width, uint64_t n) {
    uint64_t id = power_of_ten(width - 1) + n;
    for (unsigned i = width; i-- > 0; id /= 10) to[i] = (char)('0' + id % 10);
}

static size_t append_id(wire_buffer *buffer, const wire_request *request) {
    if (request->id.length == 0 && request->id_width == 0) return 0;
    wire_buffer_string(buffer, ",\"id\":");
    size_t offset = buffer->length;
    if (request->id.length) {
        wire_buffer_append(buffer, request->id.bytes, request->id.length);
    } else {
        char digits[WIRE_ID_WIDTH_MAX];
        wire_encode_id(digits, request->id_width, 0);
        wire_buffer_append(buffer, digits, request->id_width);
    }
    return offset;
}

size_t wire_encode_request(wire_buffer *buffer, const wire_request *request) {
    wire_buffer_string(buffer, "{\"jsonrpc\":\"2.0\",\"method\":");
    wire_encode_string(buffer, request->method.bytes, request->method.length);
    if (request->params.length) {
        wire_buffer_string(buffer, ",\"params\":");
        wire_buffer_append(buffer, request->params.bytes, request->params.length);
    }
    size_t offset = append_id(buffer, request);
    wire_buffer_append(buffer, "}", 1);
    return offset;
}

void wire_encode_batch(wire_buffer *buffer, const wire_request *requests, size_t count, size_t *id_offsets) {
    wire_buffer_append(buffer, "[", 1);
    for (size_t i = 0; i < count; i++) {
        if (i) wire_buffer_append(buffer, ",", 1);
        size_t offset = wire_encode_request(buffer, &requests[i]);
        if (id_offsets) id_offsets[i] = offset;
    }
    wire_buffer_append(buffer, "]", 1);
}
