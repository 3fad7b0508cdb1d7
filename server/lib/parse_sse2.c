/* SPDX-License-Identifier: MIT */
#include "parse.h"

#ifdef JRPCI_HAS_X86
#define TARGET __attribute__((target("sse2")))
#include "plain_sse2.h"

#include "parse_loop.h"

static TARGET size_t copy_plain(char *out, const char *text, size_t length) {
    return copy_by_16(out, text, length);
}

const jrpci_vector jrpci_vector_sse2 = {JRPC_VECTOR_SSE2, parse, copy_plain};
#endif
