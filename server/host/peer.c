/* SPDX-License-Identifier: MIT */
#include "peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

void jrpci_peer_init(jrpc_peer *peer, const char *listener, int descriptor, const struct sockaddr *address) {
    *peer = (jrpc_peer){.listener = listener, .descriptor = descriptor, .family = AF_UNSPEC};
    if (!address) return;
    peer->family = (uint16_t)address->sa_family;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)address;
        peer->port = ntohs(in->sin_port);
        memcpy(peer->number, &in->sin_addr, sizeof in->sin_addr);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)(const void *)address;
        peer->port = ntohs(in6->sin6_port);
        memcpy(peer->number, &in6->sin6_addr, sizeof in6->sin6_addr);
    }
}

static void name_unix(const jrpc_peer *peer, char *text, size_t size) {
    struct ucred who;
    socklen_t length = sizeof who;
    if (getsockopt(peer->descriptor, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0)
        snprintf(text, size, "uid %u pid %d", (unsigned)who.uid, (int)who.pid);
    else
        snprintf(text, size, "unix");
}

void jrpc_peer_name(const jrpc_peer *peer, char *text, size_t size) {
    char number[INET6_ADDRSTRLEN];
    switch (peer->family) {
    case AF_INET:
    case AF_INET6:
        if (!inet_ntop(peer->family, peer->number, number, sizeof number)) number[0] = '\0';
        snprintf(text, size, peer->family == AF_INET ? "%s:%u" : "[%s]:%u", number, (unsigned)peer->port);
        return;
    case AF_UNIX: name_unix(peer, text, size); return;
    default: snprintf(text, size, "%s", peer->descriptor < 0 ? "stdio" : "unknown"); return;
    }
}

const char *jrpc_peer_listener(const jrpc_peer *peer) {
    return peer->listener;
}
