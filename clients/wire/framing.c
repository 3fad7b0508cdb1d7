/* SPDX-License-Identifier: MIT */
#include "framing.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

/* Bytes of a header block before it counts as none. What it stops: a stream that never ends its head. */
#define HEADER_BYTES_MAX 8192u

static const char *const names[WIRE_FRAMINGS] = {"concatenated", "line", "content-length"};

const char *wire_framing_name(wire_framing framing) {
    return names[framing];
}

bool wire_framing_parse(const char *name, wire_framing *framing) {
    for (int i = 0; i < WIRE_FRAMINGS; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *framing = (wire_framing)i;
        return true;
    }
    return false;
}

void wire_frame(wire_buffer *buffer, wire_framing framing, const char *document, size_t length) {
    if (framing == WIRE_CONTENT_LENGTH) wire_buffer_format(buffer, "Content-Length: %zu\r\n\r\n", length);
    wire_buffer_append(buffer, document, length);
    if (framing == WIRE_LINE) wire_buffer_append(buffer, "\n", 1);
}

void wire_splitter_init(wire_splitter *splitter, wire_framing framing) {
    *splitter = (wire_splitter){.framing = framing};
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static wire_split_status bad(wire_splitter *splitter, const char *message) {
    splitter->message = message;
    return WIRE_SPLIT_BAD;
}

static wire_split_status whole(wire_splitter *splitter, wire_slice *document, size_t *consumed,
                               wire_slice found, size_t taken) {
    *document = found;
    *consumed = taken;
    wire_splitter_init(splitter, splitter->framing);
    return WIRE_SPLIT_DOCUMENT;
}

/* One byte of an Object or Array: keeps count of brackets outside strings. True: it was the last. */
static bool step(wire_splitter *splitter, char byte) {
    if (splitter->in_string) {
        if (splitter->escaped)
            splitter->escaped = false;
        else if (byte == '\\')
            splitter->escaped = true;
        else if (byte == '"')
            splitter->in_string = false;
        return false;
    }
    if (byte == '"') splitter->in_string = true;
    if (byte == '{' || byte == '[') splitter->depth++;
    if (byte == '}' || byte == ']') splitter->depth--;
    return splitter->depth == 0;
}

static wire_split_status split_concatenated(wire_splitter *splitter, const char *bytes, size_t length,
                                            wire_slice *document, size_t *consumed) {
    if (splitter->depth == 0) {
        while (splitter->scanned < length && is_space(bytes[splitter->scanned])) splitter->scanned++;
        if (splitter->scanned == length) return WIRE_SPLIT_MORE;
        if (bytes[splitter->scanned] != '{' && bytes[splitter->scanned] != '[')
            return bad(splitter, "what comes back does not begin with { or [");
        splitter->start = splitter->scanned;
    }
    while (splitter->scanned < length) {
        if (!step(splitter, bytes[splitter->scanned++])) continue;
        wire_slice found = {bytes + splitter->start, splitter->scanned - splitter->start};
        return whole(splitter, document, consumed, found, splitter->scanned);
    }
    return WIRE_SPLIT_MORE;
}

static wire_split_status split_line(wire_splitter *splitter, const char *bytes, size_t length,
                                    wire_slice *document, size_t *consumed) {
    const char *end = length > splitter->scanned
                          ? memchr(bytes + splitter->scanned, '\n', length - splitter->scanned)
                          : NULL;
    splitter->scanned = length;
    if (!end) return WIRE_SPLIT_MORE;
    wire_slice line = {bytes, (size_t)(end - bytes)};
    size_t taken = line.length + 1;
    if (line.length && line.bytes[line.length - 1] == '\r') line.length--;
    return whole(splitter, document, consumed, line, taken);
}

/* The value of a Content-Length field: digits alone, between optional white space. */
static bool parse_length(const char *at, const char *end, size_t *value) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    if (at == end) return false;
    size_t number = 0;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9' || number > (SIZE_MAX / 2 - 9) / 10) return false;
        number = number * 10 + (size_t)(*at - '0');
    }
    *value = number;
    return true;
}

/* Reads the fields of a header block, its empty last line left out. */
static const char *read_head(const char *at, const char *end, size_t *body_length) {
    static const char name[] = "Content-Length";
    bool found = false;
    while (at < end) {
        const char *line_end = memchr(at, '\r', (size_t)(end - at));
        if (!line_end || line_end + 1 >= end || line_end[1] != '\n')
            return "a header line does not end with CR LF";
        const char *colon = memchr(at, ':', (size_t)(line_end - at));
        if (!colon || colon == at) return "a header line has no name and colon";
        bool length_field =
            (size_t)(colon - at) == sizeof name - 1 && strncasecmp(at, name, sizeof name - 1) == 0;
        if (length_field && found) return "Content-Length stands there twice";
        if (length_field && !parse_length(colon + 1, line_end, body_length))
            return "Content-Length is no length";
        found = found || length_field;
        at = line_end + 2;
    }
    return found ? NULL : "Content-Length is missing";
}

/* Where the header block ends, behind its empty line; NULL when it is not there yet. */
static const char *head_end(const wire_splitter *splitter, const char *bytes, size_t length) {
    size_t from = splitter->scanned > 3 ? splitter->scanned - 3 : 0;
    if (length < 4 || from >= length) return NULL;
    const char *found = memmem(bytes + from, length - from, "\r\n\r\n", 4);
    return found ? found + 4 : NULL;
}

static wire_split_status split_content_length(wire_splitter *splitter, const char *bytes, size_t length,
                                              wire_slice *document, size_t *consumed) {
    if (!splitter->in_body) {
        const char *end = head_end(splitter, bytes, length);
        splitter->scanned = length;
        size_t head = end ? (size_t)(end - bytes) : length;
        if (head > HEADER_BYTES_MAX) return bad(splitter, "the header block does not end");
        if (!end) return WIRE_SPLIT_MORE;
        const char *message = read_head(bytes, end - 2, &splitter->body_length);
        if (message) return bad(splitter, message);
        splitter->in_body = true;
        splitter->start = head;
    }
    if (length - splitter->start < splitter->body_length) return WIRE_SPLIT_MORE;
    wire_slice found = {bytes + splitter->start, splitter->body_length};
    return whole(splitter, document, consumed, found, splitter->start + splitter->body_length);
}

wire_split_status wire_split(wire_splitter *splitter, const char *bytes, size_t length, wire_slice *document,
                             size_t *consumed) {
    *consumed = 0;
    switch (splitter->framing) {
    case WIRE_LINE: return split_line(splitter, bytes, length, document, consumed);
    case WIRE_CONTENT_LENGTH: return split_content_length(splitter, bytes, length, document, consumed);
    case WIRE_CONCATENATED:
    case WIRE_FRAMINGS: break;
    }
    return split_concatenated(splitter, bytes, length, document, consumed);
}

bool wire_split_end(const wire_splitter *splitter, const char *bytes, size_t length) {
    if (splitter->framing != WIRE_CONCATENATED) return length == 0;
    for (size_t i = 0; i < length; i++)
        if (!is_space(bytes[i])) return false;
    return true;
}
