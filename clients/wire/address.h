/* SPDX-License-Identifier: MIT */
#ifndef WIRE_ADDRESS_H
#define WIRE_ADDRESS_H

#include "error.h"
#include "framing.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum wire_transport {
    WIRE_TCP,
    WIRE_UNIX,
    WIRE_HTTP,
    WIRE_HTTP_UNIX,
    WIRE_STDIO,
    WIRE_TRANSPORTS /* how many there are */
} wire_transport;

/* "tcp", "unix", "http", "http+unix", "stdio". Constant. */
const char *wire_transport_name(wire_transport transport);

/* The transport of that name. False: there is none, and *transport is as it was. */
bool wire_transport_parse(const char *name, wire_transport *transport);

/* True for HTTP over TCP and over a Unix socket. */
bool wire_transport_is_http(wire_transport transport);

/* Where a server listens: tcp://host:port, unix:///path, http://host:port/target, http+unix:///path, stdio:,
 * each with ?framing=NAME&service=NAME in any order. IPv6 hosts stand in brackets. Plain data. */
typedef struct wire_address {
    wire_transport transport;
    char host[256]; /* without brackets; "" for Unix sockets and stdio */
    uint16_t port;  /* 0 for Unix sockets and stdio */
    char path[108]; /* of the Unix socket; "" otherwise. As long as sockaddr_un takes, terminator included */
    char target[256];     /* HTTP's request target; "/" where the address names none */
    wire_framing framing; /* WIRE_CONCATENATED where none is named; means nothing for HTTP */
    char service[64];     /* "" where none is named */
} wire_address;

/* Reads an address. False: `error` says what is wrong with it and what one looks like. */
bool wire_address_parse(wire_address *address, const char *text, wire_error *error);

/* The Host field of a request to it: "127.0.0.1:8080", "[::1]:80", "localhost" for a Unix socket. `room`
 * bytes at `to`; 272 are always enough. */
void wire_address_host(const wire_address *address, char *to, size_t room);

#endif
