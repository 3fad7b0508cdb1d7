/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ENVELOPE_H
#define JRPCI_ENVELOPE_H

#include <jrpc/read.h>
#include <jrpc/service.h>

/* What the parser tells of a name, in jrpc_value's `member`: which member of a request it is, wherever it stands. A name with
 * escapes is 0 and has to be looked at. */
typedef enum jrpci_member {
    JRPCI_MEMBER_OTHER,
    JRPCI_MEMBER_ID,
    JRPCI_MEMBER_VERSION,
    JRPCI_MEMBER_METHOD,
    JRPCI_MEMBER_PARAMS,
    JRPCI_MEMBERS
} jrpci_member;

/* The names with the quote that ends them, as they lie in a word of eight bytes, shifted up where they are shorter. */
#define JRPCI_WORD_ID (UINT64_C(0x226469) << 40)
#define JRPCI_WORD_METHOD (UINT64_C(0x22646f6874656d) << 8)
#define JRPCI_WORD_PARAMS (UINT64_C(0x22736d61726170) << 8)
#define JRPCI_WORD_JSONRPC UINT64_C(0x226370726e6f736a)

/* The members of a request (specification, section 4). */
typedef struct jrpci_envelope {
    const jrpc_value *id; /* NULL: absent, or not one that can be echoed */
    const jrpc_value *method;
    const jrpc_value *params; /* NULL: absent or null; else an Array or an Object */
} jrpci_envelope;

/* Takes an element of a document apart. Returns NULL where it is a valid request, else a sentence that says why not; the id
 * is there in both cases if it could be read. */
const char *jrpci_envelope_read(const jrpc_call *call, const jrpc_value *element, jrpc_version_policy policy,
                                jrpci_envelope *envelope);

#endif
