/* SPDX-License-Identifier: MIT */
/* Framings. The last byte chooses one, and the size of the pieces that the stream comes in: the answers must be those
 * to the whole. */
#include "judge.h"
#include "session.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const jrpc_framing framings[] = {JRPC_FRAMING_CONCATENATED, JRPC_FRAMING_LINE,
                                            JRPC_FRAMING_CONTENT_LENGTH};
    if (size == 0) return 0;
    jrpc_framing framing = framings[data[size - 1] % 3];
    size_t piece = (size_t)data[size - 1] / 3 % 16 + 1;
    jrpc_buffer whole;
    jrpc_buffer pieces;
    jrpc_buffer_init(&whole, NULL);
    jrpc_buffer_init(&pieces, NULL);
    fuzz_session(JRPC_TRANSPORT_TCP, framing, (const char *)data, size - 1, 0, &whole);
    fuzz_session(JRPC_TRANSPORT_TCP, framing, (const char *)data, size - 1, piece, &pieces);
    fuzz_require(whole.length == pieces.length &&
                     (whole.length == 0 || memcmp(whole.data, pieces.data, whole.length) == 0),
                 "pieces are answered as the whole is");
    if (framing == JRPC_FRAMING_LINE && whole.length > 0) {
        const char *at = whole.data;
        const char *end = at + whole.length;
        for (const char *line = at; line < end; line = at + 1) {
            at = memchr(line, '\n', (size_t)(end - line));
            fuzz_require(at != NULL, "each reply ends its line");
            fuzz_require_reply(line, (size_t)(at - line));
        }
    }
    jrpc_buffer_fini(&whole);
    jrpc_buffer_fini(&pieces);
    return 0;
}
