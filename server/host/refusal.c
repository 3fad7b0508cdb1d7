/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <inttypes.h>
#include <stdio.h>

bool jrpci_refuse_over_size(uint64_t maximum, jrpc_buffer *out) {
    char text[192];
    int length =
        snprintf(text, sizeof text,
                 "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid Request\",\"data\":{"
                 "\"limit\":\"maxDocumentBytes\",\"maximum\":%" PRIu64 "}},\"id\":null}",
                 maximum);
    return jrpc_buffer_append(out, text, (size_t)length);
}
