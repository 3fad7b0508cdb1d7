/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_PARSE_H
#define JRPCI_PARSE_H

#include "document.h"

typedef enum jrpci_parse_status {
    JRPCI_PARSE_OK,
    JRPCI_PARSE_SYNTAX, /* not RFC 8259, or not UTF-8 */
    JRPCI_PARSE_DEPTH,  /* more containers in one another than allowed */
    JRPCI_PARSE_VALUES, /* more values than allowed */
    JRPCI_PARSE_MEMORY
} jrpci_parse_status;

typedef struct jrpci_parse_limits {
    size_t depth;  /* at least 1 */
    size_t values; /* at least 1 */
} jrpci_parse_limits;

/* Checks a loaded document in full and fills its values, in one pass. JRPCI_PARSE_SYNTAX: its `wrong` tells where. */
typedef jrpci_parse_status jrpci_parse(jrpci_document *document, const jrpci_parse_limits *limits);

/* Copies `length` bytes of text and returns how many at its beginning can stand in a String as they are: ASCII without
 * quotes, backslashes and control characters. May return less than there are, and what is copied behind them says nothing.
 * `out` has room for length bytes. */
typedef size_t jrpci_copy_plain(char *out, const char *text, size_t length);

/* One set of instructions: everything that differs. */
typedef struct jrpci_vector {
    jrpc_vector which;
    jrpci_parse *parse;
    jrpci_copy_plain *copy_plain;
} jrpci_vector;

/* The set of that name; for JRPC_VECTOR_BEST the best one here. NULL: not in this build, or not on this processor. */
const jrpci_vector *jrpci_vector_find(jrpc_vector which);

extern const jrpci_vector jrpci_vector_scalar;
#if defined(__x86_64__) || defined(__i386__)
#define JRPCI_HAS_X86 1
extern const jrpci_vector jrpci_vector_sse2, jrpci_vector_avx2;
#endif

#endif
