/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_FRAMING_H
#define JRPCI_FRAMING_H

#include "framing_scan.h"

#include <jrpc/host.h>

/* Cuts a stream of bytes into documents, in any of the three framings. */
typedef struct jrpci_framing {
    jrpc_framing kind;
    size_t max_document; /* bytes; SIZE_MAX: no limit */
    size_t max_header;   /* bytes of a header block of content-length */
    size_t seen;         /* bytes of the unfinished frame that have been looked at */
    size_t body;      /* content-length: where the document begins in the frame, 0 inside the header block */
    size_t announced; /* content-length: its length */
    jrpci_scan scan;  /* concatenated */
    jrpci_look look;
} jrpci_framing;

typedef enum jrpci_frame_kind {
    JRPCI_FRAME_DOCUMENT, /* `document` is one; go on behind `used` */
    JRPCI_FRAME_MORE, /* drop `used` bytes (white space), keep the rest and come again with more behind it */
    JRPCI_FRAME_GARBAGE,  /* no way to go on; let `document` be answered, which runs nothing */
    JRPCI_FRAME_OVER_SIZE /* a document longer than max_document; no way to go on */
} jrpci_frame_kind;

typedef struct jrpci_frame {
    const char *document;
    size_t length;
    size_t used;
} jrpci_frame;

void jrpci_framing_init(jrpci_framing *framing, jrpc_framing kind, size_t max_document, size_t max_header);

/* What jrpci_framing_next does, but for documents that the last look has found. */
jrpci_frame_kind jrpci_framing_look(jrpci_framing *framing, const char *bytes, size_t length,
                                    jrpci_frame *frame);

static inline bool jrpci_is_bracket(char byte) {
    return byte == '{' || byte == '[';
}

/* Looks for the next document at `bytes`, behind the last. After JRPCI_FRAME_MORE the next call gets the bytes that
 * were kept, at any address, with at least as many again behind them; none is looked at twice. */
static inline jrpci_frame_kind jrpci_framing_next(jrpci_framing *framing, const char *bytes, size_t length,
                                                  jrpci_frame *frame) {
    jrpci_scan *scan = &framing->scan;
    if (scan->next < scan->count && !framing->seen && jrpci_is_bracket(*bytes)) {
        size_t document = scan->ends[scan->next] - scan->passed;
        if (document <= framing->max_document) {
            scan->passed = scan->ends[scan->next++];
            *frame = (jrpci_frame){bytes, document, document};
            return JRPCI_FRAME_DOCUMENT;
        }
    }
    return jrpci_framing_look(framing, bytes, length, frame);
}

/* Whether a frame has begun and not ended. */
static inline bool jrpci_framing_inside(const jrpci_framing *framing) {
    return framing->seen != 0;
}

#endif
