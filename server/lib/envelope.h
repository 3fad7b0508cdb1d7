/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ENVELOPE_H
#define JRPCI_ENVELOPE_H

#include <jrpc/read.h>
#include <jrpc/service.h>

/* What the parser tells of a name, in jrpc_value's `member`: which member of a request it is, wherever it stands. One with escapes
 * may be any and has to be looked at. An Object whose first member is jsonrpc with the right value may be told by
 * JRPCI_MEMBER_VERSION. */
typedef enum jrpci_member {
    JRPCI_MEMBER_OTHER,
    JRPCI_MEMBER_ID,
    JRPCI_MEMBER_VERSION,
    JRPCI_MEMBER_METHOD,
    JRPCI_MEMBER_PARAMS,
    JRPCI_MEMBER_ESCAPED,
    JRPCI_MEMBERS
} jrpci_member;

/* The names with their quotes as they lie in a word: the shortest in half of it, the longest without its last quote. */
#define JRPCI_WORD_ID UINT32_C(0x22646922)
#define JRPCI_WORD_METHOD UINT64_C(0x22646f6874656d22)
#define JRPCI_WORD_PARAMS UINT64_C(0x22736d6172617022)
#define JRPCI_WORD_JSONRPC UINT64_C(0x6370726e6f736a22)

/* {"jsonrpc":"2.0" in two of them. */
#define JRPCI_WORD_BEGIN_1 UINT64_C(0x70726e6f736a227b)
#define JRPCI_WORD_BEGIN_2 UINT64_C(0x22302e32223a2263)

/* The members of a request (specification, section 4). */
typedef struct jrpci_envelope {
    const jrpc_value *id; /* NULL: absent, or not one that can be echoed */
    const jrpc_value *method;
    const jrpc_value *params; /* NULL: absent or null; else an Array or an Object */
} jrpci_envelope;

/* Takes apart an element that is a request as most are: an Object that begins with jsonrpc and has a method, no member twice,
 * at most one that is none of a request's, and no name with escapes. False: that takes a closer look, for which jrpci_envelope_read is. */
static inline bool jrpci_envelope_read_usual(const jrpc_value *element, jrpci_envelope *envelope) {
    if (element->kind != JRPC_OBJECT || element->member != JRPCI_MEMBER_VERSION) return false;
    const jrpc_value *value[JRPCI_MEMBERS] = {NULL};
    const jrpc_value *end = element + element->as.span;
    value[JRPCI_MEMBER_VERSION] = value[JRPCI_MEMBER_ESCAPED] = element + 2;
    for (const jrpc_value *m = element + 3; m != end; m = jrpc_value_after(m + 1)) {
        if (value[m->member]) return false;
        value[m->member] = m + 1;
    }
    *envelope =
        (jrpci_envelope){value[JRPCI_MEMBER_ID], value[JRPCI_MEMBER_METHOD], value[JRPCI_MEMBER_PARAMS]};
    return envelope->method && envelope->method->kind == JRPC_STRING &&
           (!envelope->id || envelope->id->kind == JRPC_NUMBER || envelope->id->kind == JRPC_STRING) &&
           (!envelope->params || envelope->params->kind >= JRPC_ARRAY);
}

/* Takes any element of a document apart. Returns NULL where it is a valid request, else a sentence that says why not; the id
 * is there in both cases if it could be read. */
const char *jrpci_envelope_read(const jrpc_call *call, const jrpc_value *element, jrpc_version_policy policy,
                                jrpci_envelope *envelope);

#endif
