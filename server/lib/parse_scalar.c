/* SPDX-License-Identifier: MIT */
#define TARGET

static inline const char *plain_end(const char *p);

#include "parse_loop.h"

static inline bool is_plain(char c) {
    return c >= ' ' && c != '"' && c != '\\' && (signed char)c > 0;
}

static inline const char *plain_end(const char *p) {
    while (is_plain(*p)) p++;
    return p;
}

static size_t copy_plain(char *out, const char *text, size_t length) {
    size_t done = 0;
    while (done < length && is_plain(text[done])) {
        out[done] = text[done];
        done++;
    }
    return done;
}

const jrpci_vector jrpci_vector_scalar = {JRPC_VECTOR_SCALAR, parse, copy_plain};
