/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_BIND_H
#define JRPCI_BIND_H

#include "call.h"

#define JRPCI_PARAMS_MAX 16

/* Whether a method's parameters can be bound: not too many, each with a name of its own and a type. */
bool jrpci_params_fit(const jrpc_method *method);

/* Finds a value for each parameter of the call's method, by position or by name (specification, section 4.2); NULL for an
 * absent one that has a default or is optional. params: NULL, an Array or an Object. False: the call has failed with a
 * sentence. */
static inline bool jrpci_bind(jrpci_call *call, const jrpc_method *method, const jrpc_value *params,
                              const jrpc_value *arguments[JRPCI_PARAMS_MAX]);

/* The general half of it. */
bool jrpci_bind_slow(jrpci_call *call, const jrpc_method *method, const jrpc_value *params,
                     const jrpc_value *arguments[JRPCI_PARAMS_MAX]);

static inline bool jrpci_bind(jrpci_call *call, const jrpc_method *method, const jrpc_value *params,
                              const jrpc_value *arguments[JRPCI_PARAMS_MAX]) {
    /* As many as there are, by position, need no more than to be found. */
    if (!params || params->kind != JRPC_ARRAY || params->digits != method->count)
        return jrpci_bind_slow(call, method, params, arguments);
    const jrpc_value *end = jrpc_value_end(params);
    for (const jrpc_value *value = jrpc_value_begin(params); value != end; value = jrpc_value_after(value))
        *arguments++ = value;
    return true;
}

#endif
