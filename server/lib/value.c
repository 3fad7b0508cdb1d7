/* SPDX-License-Identifier: MIT */
#include <jrpc/value.h>

#include "escape.h"

#include <jrpc/read.h>

#include <string.h>

/* Escapes make a text at most six times as long. */
#define ESCAPED_FACTOR 6

/* The next character of a String, unescaped: up to four bytes at `out`. */
static size_t next_piece(const char **at, char *out) {
    const char *begin = *at;
    const char *bad;
    if (*begin != '\\') return *out = *begin, ++*at, 1;
    *at = jrpci_escape_skip(begin, &bad);
    return jrpci_unescape(begin, (size_t)(*at - begin), out);
}

static bool equals_escaped(const char *at, const char *end, const char *text, size_t length) {
    size_t done = 0;
    while (at < end) {
        char piece[2 * ESCAPED_FACTOR];
        size_t size = next_piece(&at, piece);
        if (size > length - done || memcmp(text + done, piece, size) != 0) return false;
        done += size;
    }
    return done == length;
}

bool jrpc_value_equals(const jrpc_call *call, const jrpc_value *string, const char *text, size_t length) {
    if (string->kind != JRPC_STRING) return false;
    const char *own = call->text + string->offset;
    if (string->flags & JRPC_FLAG_ESCAPED) return equals_escaped(own, own + string->length, text, length);
    return string->length == length && memcmp(own, text, length) == 0;
}

const jrpc_value *jrpc_value_member(const jrpc_call *call, const jrpc_value *object, const char *name,
                                    size_t length) {
    if (object->kind != JRPC_OBJECT) return NULL;
    const jrpc_value *end = jrpc_value_end(object);
    for (const jrpc_value *m = jrpc_value_begin(object); m != end; m = jrpc_value_after(m + 1)) {
        if (jrpc_value_equals(call, m, name, length)) return m + 1;
    }
    return NULL;
}
