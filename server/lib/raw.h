/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_RAW_H
#define JRPCI_RAW_H

#include "call.h"

/* Whether a method's raw JSON is one valid value: one of the request's own, or one that parses. False with the call failed:
 * there was no memory to find out. */
bool jrpci_raw_valid(jrpci_call *call, jrpc_raw raw);

/* Copies valid JSON without the white space between its tokens, which could hold line ends. Returns the end; writes no more
 * than there was. */
char *jrpci_raw_compact(char *out, jrpc_raw raw);

#endif
