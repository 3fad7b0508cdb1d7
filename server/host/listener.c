/* SPDX-License-Identifier: MIT */
#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 4096 }; /* the kernel takes its own maximum if that is less */

typedef union any_address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_storage storage;
} any_address;

static bool is_unix(const jrpc_address *address) {
    return address->transport == JRPC_TRANSPORT_UNIX || address->transport == JRPC_TRANSPORT_HTTP_UNIX;
}

static jrpc_status system_status(void) {
    return errno == EADDRINUSE ? JRPC_E_TAKEN : JRPC_E_SYSTEM;
}

/* ---- TCP ---- */

static jrpc_status resolve(const jrpc_address *address, any_address *place, socklen_t *length,
                           const char **problem) {
    char port[6];
    snprintf(port, sizeof port, "%u", (unsigned)address->port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found;
    int failed = getaddrinfo(address->host, port, &hints, &found);
    if (failed) {
        *problem = gai_strerror(failed);
        return JRPC_E_SYSTEM;
    }
    memcpy(place, found->ai_addr, found->ai_addrlen);
    *length = found->ai_addrlen;
    freeaddrinfo(found);
    return JRPC_OK;
}

static jrpc_status listen_tcp(jrpci_listener *listener, const jrpc_address *address, const char **problem) {
    any_address place;
    socklen_t length;
    jrpc_status status = resolve(address, &place, &length, problem);
    if (status != JRPC_OK) return status;
    listener->descriptor = socket(place.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener->descriptor < 0) return JRPC_E_SYSTEM;
    /* Connections of a server that ran here before must not keep the port. */
    const int on = 1;
    if (setsockopt(listener->descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) return JRPC_E_SYSTEM;
    if (bind(listener->descriptor, &place.any, length) != 0 || listen(listener->descriptor, BACKLOG) != 0)
        return system_status();
    return JRPC_OK;
}

/* ---- Unix sockets ---- */

/* Whether a socket file is one that nobody listens on. */
static bool is_dead(const struct sockaddr_un *place) {
    struct stat file;
    if (lstat(place->sun_path, &file) != 0 || !S_ISSOCK(file.st_mode)) return false;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (probe < 0) return false;
    bool dead = connect(probe, (const struct sockaddr *)place, sizeof *place) != 0 && errno == ECONNREFUSED;
    close(probe);
    return dead;
}

static bool bind_unix(int descriptor, const struct sockaddr_un *place) {
    if (bind(descriptor, (const struct sockaddr *)place, sizeof *place) == 0) return true;
    if (errno != EADDRINUSE) return false;
    if (is_dead(place) && unlink(place->sun_path) == 0)
        return bind(descriptor, (const struct sockaddr *)place, sizeof *place) == 0;
    errno = EADDRINUSE;
    return false;
}

static jrpc_status listen_unix(jrpci_listener *listener, const jrpc_address *address) {
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    memcpy(place.sun_path, address->socket, sizeof place.sun_path);
    listener->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener->descriptor < 0) return JRPC_E_SYSTEM;
    if (!bind_unix(listener->descriptor, &place)) return system_status();
    struct stat file;
    listener->bound = lstat(place.sun_path, &file) == 0;
    listener->device = file.st_dev;
    listener->inode = file.st_ino;
    /* Nobody can connect before listen, so that the mode is set in time. */
    if (!listener->bound || chmod(place.sun_path, S_IRUSR | S_IWUSR) != 0) return JRPC_E_SYSTEM;
    return listen(listener->descriptor, BACKLOG) == 0 ? JRPC_OK : system_status();
}

/* ---- Both ---- */

static bool is_loopback(const any_address *place) {
    if (place->any.sa_family == AF_INET) return ntohl(place->in.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    if (place->any.sa_family != AF_INET6) return false;
    const struct in6_addr *number = &place->in6.sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(number) ||
           (IN6_IS_ADDR_V4MAPPED(number) && number->s6_addr[12] == IN_LOOPBACKNET);
}

/* What the system made of the address. */
static jrpc_status read_place(jrpci_listener *listener, const char **problem) {
    any_address place = {.any = {0}};
    socklen_t length = sizeof place;
    if (getsockname(listener->descriptor, &place.any, &length) != 0) return JRPC_E_SYSTEM;
    jrpc_address *address = &listener->address;
    bool is_ip = place.any.sa_family == AF_INET || place.any.sa_family == AF_INET6;
    if (is_ip == is_unix(address)) {
        *problem = "the descriptor is no listening socket of the kind that the address names";
        return JRPC_E_ARGUMENT;
    }
    listener->loopback = is_loopback(&place);
    if (place.any.sa_family == AF_INET) {
        address->port = ntohs(place.in.sin_port);
        inet_ntop(AF_INET, &place.in.sin_addr, address->host, sizeof address->host);
    } else if (place.any.sa_family == AF_INET6) {
        address->port = ntohs(place.in6.sin6_port);
        inet_ntop(AF_INET6, &place.in6.sin6_addr, address->host, sizeof address->host);
    } else {
        memcpy(address->socket, place.un.sun_path, sizeof address->socket - 1);
    }
    return JRPC_OK;
}

static jrpc_status adopt(jrpci_listener *listener, const char **problem) {
    int listens = 0;
    socklen_t size = sizeof listens;
    if (getsockopt(listener->descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || !listens) {
        *problem = "the descriptor does not listen";
        return JRPC_E_ARGUMENT;
    }
    int flags = fcntl(listener->descriptor, F_GETFL);
    bool set = flags >= 0 && fcntl(listener->descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
               fcntl(listener->descriptor, F_SETFD, FD_CLOEXEC) == 0;
    return set ? JRPC_OK : JRPC_E_SYSTEM;
}

jrpc_status jrpci_listener_open(jrpci_listener *listener, const jrpc_address *address, int descriptor,
                                const char **problem) {
    listener->address = *address;
    listener->descriptor = descriptor;
    jrpc_status status = JRPC_OK;
    if (address->transport != JRPC_TRANSPORT_STDIO) {
        status = descriptor >= 0    ? adopt(listener, problem)
                 : is_unix(address) ? listen_unix(listener, address)
                                    : listen_tcp(listener, address, problem);
        if (status == JRPC_OK) status = read_place(listener, problem);
    }
    if (status == JRPC_OK) {
        jrpc_address_format(&listener->address, listener->text);
        return JRPC_OK;
    }
    int error = errno;
    jrpci_listener_close(listener);
    errno = error;
    return status;
}

void jrpci_listener_close(jrpci_listener *listener) {
    struct stat file;
    const char *path = listener->address.socket;
    if (listener->bound && lstat(path, &file) == 0 && file.st_dev == listener->device &&
        file.st_ino == listener->inode)
        unlink(path);
    listener->bound = false;
    if (listener->descriptor >= 0) close(listener->descriptor);
    listener->descriptor = -1;
}
