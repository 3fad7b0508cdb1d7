/* SPDX-License-Identifier: MIT */
/* HTTP. The last byte is the size of the pieces that the bytes come in: the answers must be those to the whole. */
#include "judge.h"
#include "session.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether a client gets 100 depends on how much of the body is there already. */
static bool expects(const char *bytes, size_t length) {
    for (size_t i = 0; i + 6 <= length; i++) {
        if (strncasecmp(bytes + i, "expect", 6) == 0) return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const char *bytes = (const char *)data;
    size_t length = size - 1;
    jrpc_buffer whole;
    jrpc_buffer pieces;
    jrpc_buffer_init(&whole, NULL);
    jrpc_buffer_init(&pieces, NULL);
    fuzz_session(JRPC_TRANSPORT_HTTP, JRPC_FRAMING_CONCATENATED, bytes, length, 0, &whole);
    fuzz_session(JRPC_TRANSPORT_HTTP, JRPC_FRAMING_CONCATENATED, bytes, length, data[length] % 32 + 1,
                 &pieces);
    fuzz_require(whole.length == 0 || (whole.length > 9 && memcmp(whole.data, "HTTP/1.1 ", 9) == 0),
                 "an answer begins with a status line");
    if (!expects(bytes, length)) {
        fuzz_require(whole.length == pieces.length &&
                         (whole.length == 0 || memcmp(whole.data, pieces.data, whole.length) == 0),
                     "pieces are answered as the whole is");
    }
    jrpc_buffer_fini(&whole);
    jrpc_buffer_fini(&pieces);
    return 0;
}
