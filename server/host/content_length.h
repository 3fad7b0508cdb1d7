/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_CONTENT_LENGTH_H
#define JRPCI_CONTENT_LENGTH_H

#include <stddef.h>
#include <stdint.h>

/* The header block before a document in content-length framing: `Name: value` lines, each ended by CR LF, and an empty
 * one. Content-Length must be there once; other fields are ignored. */
typedef enum jrpci_header_block_kind {
    JRPCI_HEADER_BLOCK_WHOLE,
    JRPCI_HEADER_BLOCK_MORE,
    JRPCI_HEADER_BLOCK_BAD
} jrpci_header_block_kind;

typedef struct jrpci_header_block {
    jrpci_header_block_kind kind;
    size_t length;           /* of the block, the empty line included */
    uint64_t content_length; /* UINT64_MAX stands for everything beyond it */
} jrpci_header_block;

/* Reads the block at `bytes`, the first `seen` of which were there at the last call already. A block longer than `max`
 * is bad. */
jrpci_header_block jrpci_header_block_read(const char *bytes, size_t length, size_t seen, size_t max);

#endif
