/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_REFUSAL_H
#define JRPCI_REFUSAL_H

#include <jrpc/buffer.h>

#include <stdint.h>

/* Appends what the library answers to a document longer than its limit. The only JSON-RPC text that a host writes
 * itself: such a document is never there as a whole, so that nobody else can be asked. Garbage is handed to the served
 * function. False: out of memory, nothing appended. */
bool jrpci_refuse_over_size(uint64_t maximum, jrpc_buffer *out);

#endif
