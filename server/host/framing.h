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
    jrpci_scan_next scan_next;
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

/* Looks for the next document at `bytes`. After JRPCI_FRAME_MORE the next call gets the bytes that were kept, at any
 * address, with at least as many again behind them; none is looked at twice. */
jrpci_frame_kind jrpci_framing_next(jrpci_framing *framing, const char *bytes, size_t length,
                                    jrpci_frame *frame);

/* Whether a frame has begun and not ended. */
static inline bool jrpci_framing_inside(const jrpci_framing *framing) {
    return framing->seen != 0;
}

#endif
