/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ENVELOPE_H
#define JRPCI_ENVELOPE_H

#include <jrpc/read.h>
#include <jrpc/service.h>

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
