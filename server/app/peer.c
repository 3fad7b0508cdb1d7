/* SPDX-License-Identifier: MIT */
#include "peer.h"

#include "process.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int connect_unix(const char *path, size_t length) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    assert_true(length < sizeof address.sun_path);
    memcpy(address.sun_path, path, length);
    int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(peer >= 0);
    assert_int_equal(connect(peer, (struct sockaddr *)&address, sizeof address), 0);
    return peer;
}

static int connect_tcp(const char *authority) {
    const char *colon = strchr(authority, ':');
    assert_non_null(colon);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    assert_true(peer >= 0);
    assert_int_equal(connect(peer, (struct sockaddr *)&address, sizeof address), 0);
    /* Each send is to arrive as a piece of its own. */
    assert_int_equal(setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one), 0);
    return peer;
}

int peer_connect(const char *address) {
    const char *rest = strstr(address, "://");
    assert_non_null(rest);
    rest += 3;
    int peer = *rest == '/' ? connect_unix(rest, strcspn(rest, "?")) : connect_tcp(rest);
    struct timeval limit = {.tv_sec = PROCESS_SECONDS};
    assert_int_equal(setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit), 0);
    assert_int_equal(setsockopt(peer, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit), 0);
    return peer;
}

void peer_send(int peer, const char *bytes, size_t length) {
    assert_int_equal(send(peer, bytes, length, MSG_NOSIGNAL), length);
}

void peer_expect(int peer, const char *expected) {
    size_t length = strlen(expected);
    char *got = malloc(length + 1);
    assert_non_null(got);
    size_t received = 0;
    while (received < length) {
        ssize_t count = recv(peer, got + received, length - received, 0);
        if (count <= 0) break;
        received += (size_t)count;
    }
    got[received] = 0;
    assert_string_equal(got, expected);
    free(got);
}

void peer_finish(int peer) {
    assert_int_equal(shutdown(peer, SHUT_WR), 0);
}

void peer_expect_end(int peer) {
    char byte;
    assert_int_equal(recv(peer, &byte, 1, 0), 0);
    close(peer);
}
