/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool is_socket(const wire_connection *connection) {
    return connection->in == connection->out;
}

static bool refuse(const wire_address *address, wire_error *error, const char *why) {
    char host[300];
    wire_address_host(address, host, sizeof host);
    const char *hint = errno == ECONNREFUSED || errno == ENOENT ? "; is the server running there?" : "";
    wire_error_set(error, "cannot connect to %s://%s: %s%s", wire_transport_name(address->transport),
                   address->path[0] ? address->path : host, why, hint);
    return false;
}

/* Begins to connect one socket: a descriptor, or -1 with errno set. */
static int start_socket(const struct sockaddr *name, socklen_t length, int family) {
    int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    int on = 1;
    if (family != AF_UNIX) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(fd, name, length) == 0 || errno == EINPROGRESS) return fd;
    int failure = errno;
    close(fd);
    errno = failure;
    return -1;
}

static int start_unix(const wire_address *address) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, address->path, sizeof address->path);
    return start_socket((const struct sockaddr *)&name, sizeof name, AF_UNIX);
}

/* The first address of the host that takes the attempt; *why: what getaddrinfo said, where it failed. */
static int start_inet(const wire_address *address, const char **why) {
    char port[8];
    snprintf(port, sizeof port, "%u", address->port);
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
    int failure = getaddrinfo(address->host, port, &wanted, &found);
    if (failure) {
        *why = gai_strerror(failure);
        return -1;
    }
    int fd = -1;
    for (struct addrinfo *one = found; one && fd < 0; one = one->ai_next)
        fd = start_socket(one->ai_addr, one->ai_addrlen, one->ai_family);
    failure = errno;
    freeaddrinfo(found);
    errno = failure;
    return fd;
}

bool wire_connect_start(wire_connection *connection, const wire_address *address, wire_error *error) {
    *connection = WIRE_CONNECTION_NONE;
    if (address->transport == WIRE_STDIO) {
        wire_error_set(error, "stdio: cannot be connected to; its server must be launched");
        return false;
    }
    const char *why = NULL;
    errno = 0;
    int fd = address->path[0] ? start_unix(address) : start_inet(address, &why);
    if (fd < 0) return refuse(address, error, why ? why : strerror(errno));
    *connection = (wire_connection){fd, fd};
    return true;
}

bool wire_connect_finish(const wire_connection *connection) {
    int failure = 0;
    socklen_t length = sizeof failure;
    if (getsockopt(connection->out, SOL_SOCKET, SO_ERROR, &failure, &length) < 0) return false;
    errno = failure;
    return failure == 0;
}

bool wire_connect(wire_connection *connection, const wire_address *address, wire_time deadline,
                  wire_error *error) {
    if (!wire_connect_start(connection, address, error)) return false;
    const char *why = NULL;
    errno = ETIMEDOUT;
    if (wire_wait(connection, POLLOUT, deadline) == 0)
        why = "no answer in time";
    else if (!wire_connect_finish(connection))
        why = strerror(errno);
    if (!why) return true;
    int failure = errno;
    wire_close(connection);
    errno = failure;
    return refuse(address, error, why);
}

ssize_t wire_send(const wire_connection *connection, const void *bytes, size_t length) {
    for (;;) {
        ssize_t sent = is_socket(connection) ? send(connection->out, bytes, length, MSG_NOSIGNAL)
                                             : write(connection->out, bytes, length);
        if (sent >= 0) return sent;
        if (errno == EAGAIN) return WIRE_WOULD_BLOCK;
        if (errno != EINTR) return WIRE_BROKEN;
    }
}

ssize_t wire_receive(const wire_connection *connection, void *bytes, size_t room) {
    for (;;) {
        ssize_t received = read(connection->in, bytes, room);
        if (received >= 0) return received;
        if (errno == EAGAIN) return WIRE_WOULD_BLOCK;
        if (errno != EINTR) return WIRE_BROKEN;
    }
}

short wire_wait(const wire_connection *connection, short events, wire_time deadline) {
    /* A direction that is not asked for is left out: its POLLHUP would end the wait before the other one knows of it. */
    struct pollfd polled[2] = {{events & POLLIN ? connection->in : -1, POLLIN, 0},
                               {events & POLLOUT ? connection->out : -1, POLLOUT, 0}};
    for (;;) {
        int ready = poll(polled, 2, wire_milliseconds_left(deadline));
        if (ready == 0) return 0;
        if (ready < 0 && errno != EINTR) return events;
        if (ready < 0) continue;
        short may = 0;
        if (polled[0].revents) may |= POLLIN;
        if (polled[1].revents) may |= POLLOUT;
        return may;
    }
}

ssize_t wire_receive_by(const wire_connection *connection, void *bytes, size_t room, wire_time deadline) {
    for (;;) {
        ssize_t received = wire_receive(connection, bytes, room);
        if (received != WIRE_WOULD_BLOCK) return received;
        if (wire_wait(connection, POLLIN, deadline) == 0) return WIRE_TIMED_OUT;
    }
}

ssize_t wire_send_all(const wire_connection *connection, const void *bytes, size_t length,
                      wire_time deadline) {
    const char *at = bytes;
    size_t left = length;
    while (left) {
        ssize_t sent = wire_send(connection, at, left);
        if (sent == WIRE_BROKEN) return sent;
        if (sent == WIRE_WOULD_BLOCK) {
            if (wire_wait(connection, POLLOUT, deadline) == 0) return WIRE_TIMED_OUT;
            continue;
        }
        at += sent;
        left -= (size_t)sent;
    }
    return (ssize_t)length;
}

void wire_half_close(wire_connection *connection) {
    if (is_socket(connection)) {
        shutdown(connection->out, SHUT_WR);
        return;
    }
    if (connection->out >= 0) close(connection->out);
    connection->out = -1;
}

void wire_reset(wire_connection *connection) {
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (is_socket(connection)) setsockopt(connection->in, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    wire_close(connection);
}

void wire_close(wire_connection *connection) {
    if (connection->in >= 0) close(connection->in);
    if (connection->out >= 0 && connection->out != connection->in) close(connection->out);
    *connection = WIRE_CONNECTION_NONE;
}
