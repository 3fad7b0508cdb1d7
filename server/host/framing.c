/* SPDX-License-Identifier: MIT */
#include "framing.h"

#include "content_length.h"

#include <string.h>

void jrpci_framing_init(jrpci_framing *framing, jrpc_framing kind, size_t max_document, size_t max_header) {
    *framing = (jrpci_framing){
        .kind = kind, .max_document = max_document, .max_header = max_header, .look = jrpci_look_best()};
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static size_t count_space(const char *bytes, size_t length) {
    size_t count = 0;
    while (count < length && is_space(bytes[count])) count++;
    return count;
}

static jrpci_frame_kind more(jrpci_frame *frame, size_t used) {
    *frame = (jrpci_frame){.used = used};
    return JRPCI_FRAME_MORE;
}

static jrpci_frame_kind over_size(jrpci_frame *frame) {
    *frame = (jrpci_frame){0};
    return JRPCI_FRAME_OVER_SIZE;
}

/* The empty document is no JSON text whatever the garbage was, so that answering it can run nothing. */
static jrpci_frame_kind garbage(jrpci_frame *frame, const char *bytes) {
    *frame = (jrpci_frame){.document = bytes};
    return JRPCI_FRAME_GARBAGE;
}

static jrpci_frame_kind next_concatenated(jrpci_framing *framing, const char *bytes, size_t length,
                                          jrpci_frame *frame) {
    size_t space = 0;
    if (!framing->seen && !jrpci_is_bracket(*bytes)) {
        space = count_space(bytes, length);
        jrpci_scan_skip(&framing->scan, space);
        if (space == length) return more(frame, length);
        bytes += space;
        length -= space;
        if (!jrpci_is_bracket(*bytes)) return garbage(frame, bytes);
    }
    size_t end =
        jrpci_scan_next(&framing->scan, framing->look, bytes + framing->seen, length - framing->seen);
    size_t known = end ? framing->seen + end : length;
    if (known > framing->max_document) return over_size(frame);
    framing->seen = end ? 0 : length;
    if (!end) return more(frame, space);
    *frame = (jrpci_frame){bytes, known, space + known};
    return JRPCI_FRAME_DOCUMENT;
}

/* White space before a line's document and blank lines are skipped alike; the limit counts what follows. */
static jrpci_frame_kind next_line(jrpci_framing *framing, const char *bytes, size_t length,
                                  jrpci_frame *frame) {
    bool begins = !framing->seen && !jrpci_is_bracket(*bytes);
    size_t space = begins ? count_space(bytes, length) : 0;
    if (space == length) return more(frame, length);
    bytes += space;
    length -= space;
    const char *end = memchr(bytes + framing->seen, '\n', length - framing->seen);
    size_t line = end ? (size_t)(end - bytes) : length;
    if (line > framing->max_document) return over_size(frame);
    framing->seen = end ? 0 : length;
    if (!end) return more(frame, space);
    size_t used = space + line + 1;
    while (is_space(bytes[line - 1])) line--;
    *frame = (jrpci_frame){bytes, line, used};
    return jrpci_is_bracket(*bytes) ? JRPCI_FRAME_DOCUMENT : JRPCI_FRAME_GARBAGE;
}

static jrpci_frame_kind next_content_length(jrpci_framing *framing, const char *bytes, size_t length,
                                            jrpci_frame *frame) {
    if (!framing->body) {
        jrpci_header_block block = jrpci_header_block_read(bytes, length, framing->seen, framing->max_header);
        if (block.kind == JRPCI_HEADER_BLOCK_BAD) return garbage(frame, bytes);
        framing->seen = length;
        if (block.kind == JRPCI_HEADER_BLOCK_MORE) return more(frame, 0);
        if (block.content_length > framing->max_document) return over_size(frame);
        framing->body = block.length;
        framing->announced = (size_t)block.content_length;
    }
    if (length - framing->body < framing->announced) return more(frame, 0);
    *frame = (jrpci_frame){bytes + framing->body, framing->announced, framing->body + framing->announced};
    framing->seen = 0;
    framing->body = 0;
    return JRPCI_FRAME_DOCUMENT;
}

jrpci_frame_kind jrpci_framing_look(jrpci_framing *framing, const char *bytes, size_t length,
                                    jrpci_frame *frame) {
    if (length == 0) return more(frame, 0);
    switch (framing->kind) {
    case JRPC_FRAMING_LINE: return next_line(framing, bytes, length, frame);
    case JRPC_FRAMING_CONTENT_LENGTH: return next_content_length(framing, bytes, length, frame);
    case JRPC_FRAMING_CONCATENATED: break;
    }
    return next_concatenated(framing, bytes, length, frame);
}
