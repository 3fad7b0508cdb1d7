/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_PEER_H
#define JRPCI_PEER_H

#include <jrpc/host.h>

#include <sys/socket.h>

/* Who is at the other end, kept small: names are made only when somebody asks. */
struct jrpc_peer {
    const char *listener; /* the listener's address; lives as long as the host */
    int descriptor;       /* -1: not a socket */
    uint16_t family;      /* AF_INET, AF_INET6, AF_UNIX, AF_UNSPEC */
    uint16_t port;
    uint8_t number[16]; /* the IP address, in network order */
};

/* Takes what accept said of a peer. */
void jrpci_peer_init(jrpc_peer *peer, const char *listener, int descriptor, const struct sockaddr *address);

#endif
