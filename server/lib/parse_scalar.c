/* SPDX-License-Identifier: MIT */
#include "parse.h"

#define TARGET

static inline bool is_plain(char c) {
    return c >= ' ' && c != '"' && c != '\\' && (signed char)c > 0;
}

static inline size_t plain_end(const char *text, size_t at) {
    while (is_plain(text[at])) at++;
    return at;
}

#include "parse_loop.h"

static size_t copy_plain(char *out, const char *text, size_t length) {
    size_t done = 0;
    while (done < length && is_plain(text[done])) {
        out[done] = text[done];
        done++;
    }
    return done;
}

const jrpci_vector jrpci_vector_scalar = {JRPC_VECTOR_SCALAR, parse, copy_plain};
