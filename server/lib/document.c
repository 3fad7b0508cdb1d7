/* SPDX-License-Identifier: MIT */
#include "document.h"

#include "memory.h"

#define FIRST_TEXT_BYTES ((size_t)1024)
#define FIRST_VALUES ((size_t)64)

void jrpci_document_init(jrpci_document *document, const jrpc_allocator *allocator) {
    *document = (jrpci_document){.allocator = allocator};
    jrpci_arena_init(&document->arena, allocator);
}

static void release_text(jrpci_document *document) {
    jrpci_release(document->allocator, document->text, document->text_capacity);
    document->held -= document->text_capacity;
    document->text = NULL;
    document->text_capacity = 0;
}

static void release_values(jrpci_document *document) {
    jrpci_release(document->allocator, document->values, document->value_capacity * sizeof(jrpc_value));
    document->held -= document->value_capacity * sizeof(jrpc_value);
    document->values = NULL;
    document->value_capacity = 0;
}

void jrpci_document_fini(jrpci_document *document) {
    release_text(document);
    release_values(document);
    jrpci_arena_fini(&document->arena);
}

static bool reserve_text(jrpci_document *document, size_t needed) {
    size_t capacity = document->text_capacity * 2;
    if (capacity < FIRST_TEXT_BYTES) capacity = FIRST_TEXT_BYTES;
    if (capacity < needed) capacity = needed;
    char *text = jrpci_allocate(document->allocator, capacity);
    if (!text) return false;
    release_text(document);
    document->text = text;
    document->text_capacity = capacity;
    document->held += capacity;
    return true;
}

bool jrpci_document_reserve(jrpci_document *document, size_t size) {
    if (size > document->text_capacity && !reserve_text(document, size)) return false;
    return document->values || jrpci_document_grow(document, FIRST_VALUES);
}

bool jrpci_document_grow(jrpci_document *document, size_t maximum) {
    const jrpc_allocator *allocator = document->allocator;
    size_t size = document->value_capacity * sizeof(jrpc_value);
    size_t capacity = document->value_capacity ? document->value_capacity * 2 : FIRST_VALUES;
    if (capacity > maximum) capacity = maximum;
    if (capacity <= document->value_capacity || capacity > SIZE_MAX / sizeof(jrpc_value)) return false;
    void *values = size ? allocator->reallocate(allocator->context, document->values, size,
                                                capacity * sizeof(jrpc_value))
                        : jrpci_allocate(allocator, capacity * sizeof(jrpc_value));
    if (!values) return false;
    document->values = values;
    document->value_capacity = capacity;
    document->held += capacity * sizeof(jrpc_value) - size;
    return true;
}

void jrpci_document_trim_slow(jrpci_document *document, size_t keep) {
    jrpci_arena_reset(&document->arena);
    jrpci_arena_trim(&document->arena, keep / 2);
    if (jrpci_document_held(document) <= keep) return;
    release_values(document);
    if (jrpci_document_held(document) <= keep) return;
    release_text(document);
}
