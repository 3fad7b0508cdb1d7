/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include "burn.h"
#include "counter.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS_A_TURN 64
#define RECEIVE_BYTES 65536u
#define MOST_DESCRIPTORS 65536

struct connection {
    int socket;
    limit_counter counter;
    size_t place;    /* in the rotation: the first message without a reply that was owed */
    size_t position; /* in the rotation's reply bytes: the next byte to send */
    size_t owed;     /* reply bytes */
    bool waits;      /* for the socket to take more; nothing is read meanwhile */
};

struct loop {
    const limit_work *work;
    int poll, listener, signals;
    double unburned;                                  /* less than a step, kept for the next messages */
    struct connection *connections[MOST_DESCRIPTORS]; /* by their sockets */
    char received[RECEIVE_BYTES];
};

static bool watch(struct loop *loop, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(loop->poll, operation, descriptor, &event) == 0;
}

static void end_connection(struct loop *loop, int socket) {
    close(socket);
    free(loop->connections[socket]);
    loop->connections[socket] = NULL;
}

/* A connection that cannot be taken is closed; its client will say so. */
static void accept_one(struct loop *loop) {
    int on = 1;
    int socket = accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on,
               sizeof on); /* fails on Unix sockets, which do not delay */
    struct connection *connection = socket < MOST_DESCRIPTORS ? calloc(1, sizeof *connection) : NULL;
    if (!connection || !watch(loop, EPOLL_CTL_ADD, socket, EPOLLIN)) {
        close(socket);
        free(connection);
        return;
    }
    connection->socket = socket;
    limit_counter_init(&connection->counter, loop->work->script, loop->work->http);
    loop->connections[socket] = connection;
}

/* Sends what is owed, a slice of the canned replies at a time. False: the connection is broken. */
static bool send_owed(struct loop *loop, struct connection *connection) {
    const limit_script *script = loop->work->script;
    while (connection->owed) {
        size_t slice = script->replies_size - connection->position;
        if (slice > connection->owed) slice = connection->owed;
        ssize_t sent = send(connection->socket, script->replies + connection->position, slice, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno != EAGAIN) return false;
        if (sent > 0) {
            connection->owed -= (size_t)sent;
            connection->position = (connection->position + (size_t)sent) % limit_script_rotation(script);
        }
        if (sent < 0 || (size_t)sent < slice) break;
    }
    bool waits = connection->owed > 0;
    if (waits == connection->waits) return true;
    connection->waits = waits;
    return watch(loop, EPOLL_CTL_MOD, connection->socket, waits ? EPOLLOUT : EPOLLIN);
}

/* Steps are taken whole; what is left over is not lost, so that on the whole each message takes what it should. */
static void burn(struct loop *loop, size_t messages) {
    double steps = loop->unburned + (double)messages * loop->work->burn_steps;
    uint64_t whole = (uint64_t)steps;
    loop->unburned = steps - (double)whole;
    limit_burn(whole);
}

/* False: the connection has ended. */
static bool receive(struct loop *loop, struct connection *connection) {
    const limit_script *script = loop->work->script;
    size_t messages = 0;
    ssize_t received = recv(connection->socket, loop->received, RECEIVE_BYTES, 0);
    if (received < 0) return errno == EAGAIN || errno == EINTR;
    if (received == 0) return false;
    if (!limit_counter_take(&connection->counter, script, loop->received, (size_t)received, &messages))
        return false;
    burn(loop, messages);
    connection->owed += limit_script_reply_bytes(script, connection->place, messages);
    connection->place = (connection->place + messages) % script->count;
    return send_owed(loop, connection);
}

/* False: the connection has ended. */
static bool serve(struct loop *loop, struct connection *connection) {
    return connection->waits ? send_owed(loop, connection) : receive(loop, connection);
}

/* One turn. False: a signal came, or waiting failed. */
static bool turn(struct loop *loop) {
    struct epoll_event events[EVENTS_A_TURN];
    int count = epoll_wait(loop->poll, events, EVENTS_A_TURN, -1);
    if (count < 0) return errno == EINTR;
    for (int i = 0; i < count; i++) {
        int descriptor = events[i].data.fd;
        if (descriptor == loop->signals) return false;
        if (descriptor == loop->listener)
            accept_one(loop);
        else if (!serve(loop, loop->connections[descriptor]))
            end_connection(loop, descriptor);
    }
    return true;
}

static int block_signals(void) {
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    if (sigprocmask(SIG_BLOCK, &ending, NULL)) return -1;
    return signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool limit_serve(int listener, const limit_work *work) {
    static struct loop loop; /* too large for a stack */
    loop.work = work;
    loop.listener = listener;
    loop.signals = block_signals();
    loop.poll = epoll_create1(EPOLL_CLOEXEC);
    bool ready = loop.signals >= 0 && loop.poll >= 0 && watch(&loop, EPOLL_CTL_ADD, loop.signals, EPOLLIN) &&
                 watch(&loop, EPOLL_CTL_ADD, listener, EPOLLIN);
    while (ready && turn(&loop)) {
    }
    for (int socket = 0; socket < MOST_DESCRIPTORS; socket++)
        if (loop.connections[socket]) end_connection(&loop, socket);
    if (loop.poll >= 0) close(loop.poll);
    if (loop.signals >= 0) close(loop.signals);
    return ready;
}
