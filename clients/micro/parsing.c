/* SPDX-License-Identifier: MIT */
#include "parsing.h"

#include "server/lib/parse.h"

#include <jrpc/limits.h>
#include <stdlib.h>
#include <string.h>

struct micro_parsing {
    jrpci_document document;
    const jrpci_vector *vector;
};

static const jrpci_vector *find(const char *name) {
    for (int v = JRPC_VECTOR_SCALAR; v <= JRPC_VECTOR_AVX2; v++) {
        if (strcmp(name, jrpc_vector_str((jrpc_vector)v)) == 0) return jrpci_vector_find((jrpc_vector)v);
    }
    return NULL;
}

micro_parsing *micro_parsing_new(const char *vector) {
    const jrpci_vector *found = find(vector);
    micro_parsing *parsing = found ? malloc(sizeof *parsing) : NULL;
    if (!parsing) return NULL;
    parsing->vector = found;
    jrpci_document_init(&parsing->document, jrpc_allocator_default());
    return parsing;
}

void micro_parsing_free(micro_parsing *parsing) {
    if (!parsing) return;
    jrpci_document_fini(&parsing->document);
    free(parsing);
}

bool micro_parse(micro_parsing *parsing, wire_slice document) {
    static const jrpci_parse_limits limits = {JRPC_MAX_DEPTH, JRPC_MAX_VALUES};
    const jrpc_segment segment = {document.bytes, document.length};
    return jrpci_document_load(&parsing->document, &segment, 1, document.length) &&
           parsing->vector->parse(&parsing->document, &limits) == JRPCI_PARSE_OK;
}
