/* SPDX-License-Identifier: MIT */
/* The benchmark service on json-c behind an epoll loop of its own, as an experienced user of json-c writes it: one
 * thread, a tokener for each connection. */
#include "connection.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define EVENTS 64

static const char usage[] =
    "usage: compare-json-c-server tcp://HOST:PORT | unix:///PATH\n"
    "The benchmark service on json-c. Port 0 picks a port; the address is printed as\n"
    "`listening on ADDRESS`. Documents stand back to back. SIGTERM ends it.\n";

struct server {
    int epoll, listener, signals;
    bool paused; /* out of descriptors: not accepting until a connection has gone */
};

static int fail(const char *what, const char *address) {
    fprintf(stderr, "compare-json-c-server: cannot %s %s: %s\n", what, address, strerror(errno));
    return 1;
}

static int listen_tcp(const char *authority) {
    char host[256];
    const char *colon = strrchr(authority, ':');
    if (!colon || (size_t)(colon - authority) >= sizeof host) return errno = EINVAL, -1;
    memcpy(host, authority, (size_t)(colon - authority));
    host[colon - authority] = 0;

    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV},
                    *found;
    if (getaddrinfo(host, colon + 1, &hints, &found) != 0) return errno = EADDRNOTAVAIL, -1;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
    struct sockaddr_in bound = {0};
    socklen_t size = sizeof bound;
    bool listening = listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
                     bind(listener, found->ai_addr, found->ai_addrlen) == 0 &&
                     listen(listener, SOMAXCONN) == 0 &&
                     getsockname(listener, (struct sockaddr *)&bound, &size) == 0;
    freeaddrinfo(found);
    if (!listening) return -1;
    printf("listening on tcp://%s:%d\n", host, ntohs(bound.sin_port));
    return listener;
}

static int listen_unix(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    memcpy(address.sun_path, path, strlen(path));
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    umask(0177);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, SOMAXCONN) != 0) {
        return -1;
    }
    printf("listening on unix://%s\n", path);
    return listener;
}

static bool watch(const struct server *server, int how, int descriptor, unsigned events, void *what) {
    struct epoll_event event = {.events = events, .data.ptr = what};
    return epoll_ctl(server->epoll, how, descriptor, &event) == 0;
}

static void accept_one(struct server *server) {
    int descriptor = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), one = 1;
    if (descriptor < 0) {
        bool exhausted = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (exhausted) server->paused = watch(server, EPOLL_CTL_MOD, server->listener, 0, &server->listener);
        return;
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* no TCP, no harm */
    struct connection *connection = connection_new(descriptor);
    if (connection && !watch(server, EPOLL_CTL_ADD, descriptor, EPOLLIN, connection))
        connection_free(connection);
}

static void step(struct server *server, struct connection *connection, unsigned ready) {
    enum connection_wants wants = connection_step(connection);
    if (wants == CONNECTION_CLOSE) {
        connection_free(connection);
        if (server->paused)
            server->paused = !watch(server, EPOLL_CTL_MOD, server->listener, EPOLLIN, &server->listener);
        return;
    }
    unsigned events = wants == CONNECTION_WRITE ? EPOLLOUT : EPOLLIN;
    if (!(ready & events))
        watch(server, EPOLL_CTL_MOD, connection_descriptor(connection), events, connection);
}

static bool set_up(struct server *server) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    server->signals = signalfd(-1, &stop, SFD_CLOEXEC);
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    return server->signals >= 0 && server->epoll >= 0 &&
           watch(server, EPOLL_CTL_ADD, server->signals, EPOLLIN, &server->signals) &&
           watch(server, EPOLL_CTL_ADD, server->listener, EPOLLIN, &server->listener);
}

static void serve(struct server *server) {
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(server->epoll, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr == &server->signals) return;
            if (events[i].data.ptr == &server->listener)
                accept_one(server);
            else
                step(server, events[i].data.ptr, events[i].events);
        }
    }
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    bool tcp = count == 2 && strncmp(arguments[1], "tcp://", 6) == 0;
    if (!tcp && (count != 2 || strncmp(arguments[1], "unix:///", 8) != 0)) {
        fputs(usage, stderr);
        return 2;
    }

    const char *address = arguments[1];
    struct server server = {.listener = tcp ? listen_tcp(address + 6) : listen_unix(address + 7)};
    if (server.listener < 0) return fail("listen on", address);
    if (!set_up(&server)) return fail("serve", address);
    fflush(stdout);
    serve(&server);
    if (!tcp) unlink(address + 7);
    return 0;
}
