/* SPDX-License-Identifier: MIT */
#include "length_prefix.h"

bool jrpci_length_prefix_fit(jrpci_length_prefix *prefix, jrpc_buffer *out, unsigned digits) {
    size_t length = out->length - prefix->body;
    size_t body = prefix->start + prefix->head_length + digits + prefix->tail_length;
    if (body > prefix->body && !jrpc_buffer_reserve(out, body - prefix->body)) {
        jrpci_length_prefix_cancel(prefix, out);
        return false;
    }
    memmove(out->data + body, out->data + prefix->body, length);
    out->length = body + length;
    prefix->body = body;
    *prefix->digits = digits;
    return true;
}
