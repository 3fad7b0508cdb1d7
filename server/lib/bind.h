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
bool jrpci_bind(jrpci_call *call, const jrpc_value *params, const jrpc_value *arguments[JRPCI_PARAMS_MAX]);

#endif
