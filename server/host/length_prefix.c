/* SPDX-License-Identifier: MIT */
#include "length_prefix.h"

#include <string.h>

bool jrpci_length_prefix_begin(jrpci_length_prefix *prefix, jrpc_buffer *out, unsigned *digits,
                               const char *head, const char *tail) {
    *prefix = (jrpci_length_prefix){.start = out->length,
                                    .digits = digits,
                                    .head = head,
                                    .tail = tail,
                                    .head_length = strlen(head),
                                    .tail_length = strlen(tail)};
    size_t gap = prefix->head_length + *digits + prefix->tail_length;
    if (!jrpc_buffer_reserve(out, gap)) return false;
    out->length += gap;
    prefix->body = out->length;
    return true;
}

static unsigned count_digits(size_t value) {
    unsigned count = 1;
    while (value >= 10) {
        value /= 10;
        count++;
    }
    return count;
}

static bool widen(jrpci_length_prefix *prefix, jrpc_buffer *out, unsigned digits) {
    size_t length = out->length - prefix->body;
    size_t body = prefix->start + prefix->head_length + digits + prefix->tail_length;
    if (body > prefix->body && !jrpc_buffer_reserve(out, body - prefix->body)) return false;
    memmove(out->data + body, out->data + prefix->body, length);
    out->length = body + length;
    prefix->body = body;
    *prefix->digits = digits;
    return true;
}

bool jrpci_length_prefix_end(jrpci_length_prefix *prefix, jrpc_buffer *out) {
    size_t value = out->length - prefix->body;
    unsigned digits = count_digits(value);
    if (digits != *prefix->digits && !widen(prefix, out, digits)) {
        jrpci_length_prefix_cancel(prefix, out);
        return false;
    }
    char *at = out->data + prefix->start;
    memcpy(at, prefix->head, prefix->head_length);
    at += prefix->head_length;
    for (unsigned i = digits; i-- > 0; value /= 10) at[i] = (char)('0' + value % 10);
    memcpy(at + digits, prefix->tail, prefix->tail_length);
    return true;
}
