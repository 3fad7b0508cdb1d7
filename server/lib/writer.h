/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_WRITER_H
#define JRPCI_WRITER_H

#include "call.h"

/* What functions of write.h and error.h append with. */

/* Room may be asked for with this much to spare without passing for a reply that is too long. */
#define JRPCI_WRITER_SLACK ((size_t)8192)

/* Begins a value at the reply's end. limit: where the reply has to end. */
static inline void jrpci_writer_begin(jrpci_call *call, size_t limit) {
    call->writer = (jrpci_writer){true, 0, 0, limit};
}

/* The slow half of jrpci_writer_ensure. */
JRPCI_RARE bool jrpci_writer_grow(jrpci_call *call, size_t size);

/* Makes room for `size` bytes. False: the call has failed. */
static inline bool jrpci_writer_ensure(jrpci_call *call, size_t size) {
    const jrpc_buffer *reply = call->reply;
    return reply->capacity - reply->length >= size || jrpci_writer_grow(call, size);
}

/* Where the reply goes on. */
static inline char *jrpci_writer_end(const jrpci_call *call) {
    return call->reply->data + call->reply->length;
}

/* Takes over what was written from there up to `end`. */
static inline void jrpci_writer_commit(jrpci_call *call, const char *end) {
    call->reply->length = (size_t)(end - call->reply->data);
}

/* Appends bytes as they are. */
static inline bool jrpci_writer_put(jrpci_call *call, const char *bytes, size_t length) {
    if (!jrpci_writer_ensure(call, length)) return false;
    memcpy(jrpci_writer_end(call), bytes, length);
    call->reply->length += length;
    return true;
}

#define JRPCI_WRITER_PUT(call, literal) jrpci_writer_put(call, literal, sizeof(literal) - 1)

/* Short bytes that lie in a document, whose padding lets 16 be copied at a time; `out` has room for as many. */
static inline char *jrpci_writer_copy(char *out, const char *text, size_t length) {
    size_t done = 0;
    do {
        memcpy(out + done, text + done, 16);
        done += 16;
    } while (done < length);
    return out + length;
}

/* A String with its quotes, as a value or a name; false with the call failed: no UTF-8, or no room. */
bool jrpci_writer_string(jrpci_call *call, const char *text, size_t length);

#endif
