/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_ERROR_H
#define JRPCI_ERROR_H

#include "call.h"

/* Error codes (specification, section 5.1). */
enum {
    JRPCI_PARSE_ERROR = -32700,
    JRPCI_INVALID_REQUEST = -32600,
    JRPCI_METHOD_NOT_FOUND = -32601,
    JRPCI_INVALID_PARAMS = -32602,
    JRPCI_INTERNAL_ERROR = -32603
};

/* The specification's message for a code, or an empty one. */
const char *jrpci_error_message(int32_t code);

/* Each takes back what was written of the call and answers it with an error object, or with nothing if it is a
 * notification. False: no memory. */
bool jrpci_error_parse(jrpci_call *call, size_t offset);
bool jrpci_error_invalid(jrpci_call *call, const char *sentence);
bool jrpci_error_limit(jrpci_call *call, int32_t code, const char *limit, size_t maximum);
bool jrpci_error_no_method(jrpci_call *call, jrpc_string name);

/* Answers what call->failure says; a call that has not failed but has no result either is an internal error. */
bool jrpci_error_failure(jrpci_call *call);

#endif
