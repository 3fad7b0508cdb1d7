/* SPDX-License-Identifier: MIT */
#ifndef LOAD_FRAMING_H
#define LOAD_FRAMING_H

#include "ring.h"

#include "wire/address.h"
#include "wire/buffer.h"
#include "wire/error.h"

/* How documents travel, as the exchange sees it: concatenated, in lines, under a Content-Length, in POSTs.
 * The ring holds whole messages; only replies that are not the bytes expected are taken apart. */

typedef enum load_next {
    LOAD_NEXT_MESSAGE, /* a whole message */
    LOAD_NEXT_MORE,    /* not whole yet */
    LOAD_NEXT_BAD      /* no message can come of it */
} load_next;

typedef struct load_message {
    wire_slice document; /* without its frame; valid until the reader's next call */
    size_t length;       /* of the message, frame included */
    size_t gap;          /* of these, white space before the frame that belongs to no document */
    bool closes;         /* the server will end the connection after it */
    load_mask mask;      /* of the message: bytes that may differ from reply to reply */
} load_message;

typedef struct load_framing {
    load_wrap *wrap; /* its context is the server's wire_address */
    /* A reader at the start of a connection; NULL: out of memory. */
    void *(*reader_new)(const wire_address *address);
    void (*reader_free)(void *reader);
    /* The first message of `bytes`. After LOAD_NEXT_MORE it is called with the same bytes and more behind
     * them. */
    load_next (*next)(void *reader, wire_slice bytes, load_message *message, wire_error *error);
} load_framing;

#endif
