/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_DOCUMENT_H
#define JRPCI_DOCUMENT_H

#include "arena.h"
#include "memory.h"

#include <jrpc/dispatcher.h>
#include <jrpc/value.h>

/* Zeros behind the text: a NUL ends every state of the parser, and loads of up to this many bytes may begin at any byte. */
#define JRPCI_PADDING ((size_t)64)

/* What offsets of 32 bits can reach, the padding counted. */
#define JRPCI_DOCUMENT_BYTES_CAP ((size_t)UINT32_MAX - JRPCI_PADDING)

/* One document from its bytes to its last element: a copy of the text, the values found in it, memory for its calls, and
 * how far its elements have run. Everything in it refers by offset, none of it to the dispatcher or the caller's bytes, so
 * that it can be set aside and gone on with. */
typedef struct jrpci_document {
    const jrpc_allocator *allocator;
    char *text;
    size_t length;
    size_t wrong;         /* where a text stops being JSON; of one that is cut short, its length */
    size_t text_capacity; /* length and padding fit */
    jrpc_value *values;   /* the first is the root */
    size_t value_capacity;
    size_t held;       /* bytes of text and values */
    jrpci_arena arena; /* of the element that runs */
    bool batch;
    bool full;              /* a reply has passed maxReplyBytes: what is left is not run */
    uint32_t element;       /* index of the value that runs or is to run next */
    uint32_t elements_left; /* that one included */
} jrpci_document;

void jrpci_document_init(jrpci_document *document, const jrpc_allocator *allocator);
void jrpci_document_fini(jrpci_document *document);

/* Makes room for `size` bytes of text, padding included, and for a first few values. False: no memory. */
JRPCI_RARE bool jrpci_document_reserve(jrpci_document *document, size_t size);

/* Copies `length` bytes in `count` segments, length being their sum and within the cap. False: no memory. */
static inline bool jrpci_document_load(jrpci_document *document, const jrpc_segment *segments, size_t count,
                                       size_t length) {
    size_t needed = length + JRPCI_PADDING;
    if ((needed > document->text_capacity || !document->values) && !jrpci_document_reserve(document, needed))
        return false;
    char *to = document->text;
    for (size_t i = 0; i < count; i++) {
        if (segments[i].length) memcpy(to, segments[i].data, segments[i].length);
        to += segments[i].length;
    }
    memset(to, 0, JRPCI_PADDING);
    document->length = length;
    return true;
}

/* How many values a parsed document has. */
static inline size_t jrpci_document_count(const jrpci_document *document) {
    return (size_t)(jrpc_value_after(document->values) - document->values);
}

/* Makes room for more values, up to `maximum`. False: no memory, nothing changed. */
bool jrpci_document_grow(jrpci_document *document, size_t maximum);

/* Gives back memory until no more than `keep` bytes are held; the document is empty after. */
void jrpci_document_trim_slow(jrpci_document *document, size_t keep);

static inline size_t jrpci_document_held(const jrpci_document *document) {
    return document->held + document->arena.held;
}

static inline void jrpci_document_trim(jrpci_document *document, size_t keep) {
    if (jrpci_document_held(document) > keep) jrpci_document_trim_slow(document, keep);
}

#endif
