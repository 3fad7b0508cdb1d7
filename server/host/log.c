/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "worker.h"

#include <stdio.h>

enum { LINE = 1024 };

/* Everything but printable ASCII as \xHH, so that a line stays a line whatever a path holds. */
static void escape(const char *text, char *line, size_t size) {
    size_t at = 0;
    for (; *text && at + 5 < size; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= ' ' && byte < 0x7f && byte != '\\')
            line[at++] = *text;
        else
            at += (size_t)snprintf(line + at, size - at, "\\x%02x", byte);
    }
    line[at] = '\0';
}

void jrpci_log_host(const jrpci_shared *shared, const char *what) {
    if (!shared->log) return;
    char line[LINE];
    escape(what, line, sizeof line);
    shared->log(shared->log_user, line);
}

void jrpci_log_end(const jrpci_shared *shared, const jrpc_peer *peer, const char *reason) {
    if (!shared->log) return;
    char name[128];
    char text[LINE];
    jrpc_peer_name(peer, name, sizeof name);
    snprintf(text, sizeof text, "%s: %s: %s", peer->listener, name, reason);
    jrpci_log_host(shared, text);
}
