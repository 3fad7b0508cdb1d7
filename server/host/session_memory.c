/* SPDX-License-Identifier: MIT */
#include "session_memory.h"

#include <stdlib.h>
#include <string.h>

/* What is left of `length` bytes, moved to memory of exactly `length - used` and `more` bytes. */
static char *next_window(char *window, size_t length, size_t used, const char *more, size_t more_length) {
    size_t left = length - used;
    char *next = malloc(left + more_length ? left + more_length : 1);
    if (next) {
        if (left) memcpy(next, window + used, left);
        if (more_length) memcpy(next + left, more, more_length);
    }
    free(window);
    return next;
}

static size_t feed_window(jrpci_session *session, const char *window, size_t length, jrpc_buffer *out) {
    size_t mark = jrpci_limits_size(session->site->limits, JRPCI_MAX_OUTPUT_BYTES);
    size_t used = 0;
    size_t full;
    do {
        full = out->length + mark;
        used += session->protocol->feed(session, window + used, length - used, out, full);
    } while (out->length >= full && session->ending == JRPCI_OPEN);
    return used;
}

jrpci_ending jrpci_session_over_memory(const jrpci_site *site, void *state, const char *bytes, size_t length,
                                       size_t piece, jrpc_buffer *out, const char **reason) {
    jrpc_peer peer;
    jrpci_session session;
    jrpci_peer_init(&peer, "memory", -1, NULL);
    jrpci_session_init(&session, site, state, &peer, NULL);
    char *window = NULL;
    size_t window_length = 0;
    size_t used = 0;
    if (!piece) piece = length;
    for (size_t at = 0; at < length && session.ending == JRPCI_OPEN;) {
        size_t more = length - at < piece ? length - at : piece;
        window = next_window(window, window_length, used, bytes + at, more);
        if (!window) break;
        window_length += more - used;
        at += more;
        used = feed_window(&session, window, window_length, out);
    }
    free(window);
    jrpci_session_fini(&session);
    *reason = session.reason;
    return session.ending;
}
