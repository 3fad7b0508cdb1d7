/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_LENGTH_PREFIX_H
#define JRPCI_LENGTH_PREFIX_H

#include <jrpc/buffer.h>

#include <string.h>

/* Writes a head that tells the length of what follows, before that length is known: the reply is written behind a gap
 * as wide as the last reply's head was, and is moved by a byte or two only where its length has more or fewer digits.
 *
 *     jrpci_length_prefix prefix;
 *     jrpci_length_prefix_begin(&prefix, out, digits, "Content-Length: ", "\r\n\r\n");
 *     ... append the reply to out ...
 *     jrpci_length_prefix_end(&prefix, out);
 */
typedef struct jrpci_length_prefix {
    size_t start;            /* where the head begins in the buffer */
    size_t body;             /* where what it measures begins */
    unsigned *digits;        /* the caller's guess, corrected from reply to reply */
    const char *head, *tail; /* texts before and behind the number */
    size_t head_length, tail_length;
} jrpci_length_prefix;

/* Opens the gap. *digits: 1 to 20. False: out of memory, nothing changed. Inlined for the lengths of the texts. */
static inline bool jrpci_length_prefix_begin(jrpci_length_prefix *prefix, jrpc_buffer *out, unsigned *digits,
                                             const char *head, const char *tail) {
    size_t head_length = strlen(head);
    size_t tail_length = strlen(tail);
    size_t gap = head_length + *digits + tail_length;
    if (!jrpc_buffer_reserve(out, gap)) return false;
    *prefix =
        (jrpci_length_prefix){out->length, out->length + gap, digits, head, tail, head_length, tail_length};
    out->length += gap;
    return true;
}

/* Whether nothing was appended since. */
static inline bool jrpci_length_prefix_is_empty(const jrpci_length_prefix *prefix, const jrpc_buffer *out) {
    return out->length == prefix->body;
}

/* Takes everything back. */
static inline void jrpci_length_prefix_cancel(const jrpci_length_prefix *prefix, jrpc_buffer *out) {
    out->length = prefix->start;
}

/* Makes the gap fit a number of `digits` digits. False: out of memory, everything is taken back. */
bool jrpci_length_prefix_fit(jrpci_length_prefix *prefix, jrpc_buffer *out, unsigned digits);

static inline unsigned jrpci_count_digits(size_t value) {
    unsigned count = 1;
    for (; value >= 10; value /= 10) count++;
    return count;
}

/* Fills the gap. False: out of memory, everything is taken back. */
static inline bool jrpci_length_prefix_end(jrpci_length_prefix *prefix, jrpc_buffer *out) {
    size_t value = out->length - prefix->body;
    unsigned digits = jrpci_count_digits(value);
    if (digits != *prefix->digits && !jrpci_length_prefix_fit(prefix, out, digits)) return false;
    char *at = out->data + prefix->start;
    memcpy(at, prefix->head, prefix->head_length);
    at += prefix->head_length;
    for (unsigned i = digits; i-- > 0; value /= 10) at[i] = (char)('0' + value % 10);
    memcpy(at + digits, prefix->tail, prefix->tail_length);
    return true;
}

#endif
