/* SPDX-License-Identifier: MIT */
#ifndef WIRE_FRAMING_H
#define WIRE_FRAMING_H

#include "buffer.h"

/* How documents are told apart on a raw stream: the client's half. */
typedef enum wire_framing {
    WIRE_CONCATENATED,   /* back to back, white space between them allowed */
    WIRE_LINE,           /* one a line, ended by LF or CR LF */
    WIRE_CONTENT_LENGTH, /* the header block of the Language Server Protocol before each */
    WIRE_FRAMINGS        /* how many there are */
} wire_framing;

/* "concatenated", "line", "content-length". Constant. */
const char *wire_framing_name(wire_framing framing);

/* The framing of that name. False: there is none, and *framing is as it was. */
bool wire_framing_parse(const char *name, wire_framing *framing);

/* Appends one document in its frame. On WIRE_LINE the document must hold no line end. */
void wire_frame(wire_buffer *buffer, wire_framing framing, const char *document, size_t length);

typedef enum wire_split_status {
    WIRE_SPLIT_DOCUMENT, /* a whole document is there */
    WIRE_SPLIT_MORE,     /* so far nothing is wrong, but it is not whole */
    WIRE_SPLIT_BAD       /* no document can come of this; `message` says why */
} wire_split_status;

/* Takes a stream of replies apart. It looks no further than it must: what a document holds is the reader's
 * business. */
typedef struct wire_splitter {
    wire_framing framing;
    const char *message; /* after WIRE_SPLIT_BAD: constant */
    /* private: where it stopped in the current frame */
    size_t scanned, start, depth, body_length;
    bool in_string, escaped, in_body;
} wire_splitter;

/* Starts at the beginning of a stream. */
void wire_splitter_init(wire_splitter *splitter, wire_framing framing);

/* A reply is an Object or an Array, so on WIRE_CONCATENATED anything else is WIRE_SPLIT_BAD: a scalar there
 * has no end.
 *
 * Looks for the next document in `bytes`, which begin where the last one ended (*consumed bytes further
 * on). After WIRE_SPLIT_MORE call again with the same bytes and more behind them, at any address: it goes
 * on where it stopped, so a document that trickles in costs linear time. WIRE_SPLIT_DOCUMENT: *document is
 * the document without its frame, and *consumed how many bytes to drop. WIRE_SPLIT_MORE: *consumed is 0.
 * WIRE_SPLIT_BAD: the stream is beyond repair. */
wire_split_status wire_split(wire_splitter *splitter, const char *bytes, size_t length, wire_slice *document,
                             size_t *consumed);

/* At the end of the stream, with the bytes that wire_split left: whether they are only white space, that
 * is, whether nothing was cut off. */
bool wire_split_end(const wire_splitter *splitter, const char *bytes, size_t length);

#endif
