/* SPDX-License-Identifier: MIT */
#include "parse.h"

const char *jrpc_vector_str(jrpc_vector vector) {
    switch (vector) {
    case JRPC_VECTOR_BEST: return "best";
    case JRPC_VECTOR_SCALAR: return "scalar";
    case JRPC_VECTOR_SSE2: return "sse2";
    case JRPC_VECTOR_AVX2: return "avx2";
    }
    return "unknown";
}

#ifdef JRPCI_HAS_X86
static const jrpci_vector *find_x86(jrpc_vector which) {
    bool sse2 = __builtin_cpu_supports("sse2");
    bool avx2 = __builtin_cpu_supports("avx2");
    if (which == JRPC_VECTOR_AVX2 && avx2) return &jrpci_vector_avx2;
    if (which == JRPC_VECTOR_SSE2 && sse2) return &jrpci_vector_sse2;
    /* What requests are made of is shorter than 16 bytes, so 32 at a time wins nothing on most and is not the best. */
    if (which == JRPC_VECTOR_BEST && sse2) return &jrpci_vector_sse2;
    return NULL;
}
#endif

const jrpci_vector *jrpci_vector_find(jrpc_vector which) {
#ifdef JRPCI_HAS_X86
    const jrpci_vector *found = find_x86(which);
    if (found) return found;
#endif
    return which == JRPC_VECTOR_SCALAR || which == JRPC_VECTOR_BEST ? &jrpci_vector_scalar : NULL;
}
