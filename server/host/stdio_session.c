/* SPDX-License-Identifier: MIT */
#include "stdio_session.h"

#include "clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 64 * 1024,
    STOP_READS =
        64 /* when the host stops, of what has come already: input that never ends is not waited for */
};

/* How a session ends that the host stops. */
typedef struct winding_up {
    int reads_left;
    int64_t stop_at; /* milliseconds; 0: the host does not stop */
} winding_up;

static int poll_again(struct pollfd *polled, nfds_t count, int timeout) {
    int ready;
    do ready = poll(polled, count, timeout);
    while (ready < 0 && errno == EINTR);
    return ready;
}

/* Waits for input until the host stops. False: it does, and there is no more to read. */
static bool await_input(const jrpci_stdio *stdio, winding_up *end) {
    struct pollfd polled[] = {{.fd = stdio->input, .events = POLLIN}, {.fd = stdio->stop, .events = POLLIN}};
    if (poll_again(polled, 2, -1) <= 0) return false;
    if (polled[1].revents && end->reads_left-- == 0) return false;
    return polled[0].revents;
}

/* Waits for room, for stopMilliseconds once the host stops. False: that was too long. */
static bool await_room(const jrpci_stdio *stdio, winding_up *end) {
    struct pollfd polled[] = {{.fd = stdio->output, .events = POLLOUT},
                              {.fd = stdio->stop, .events = POLLIN}};
    if (!end->stop_at) {
        if (poll_again(polled, 2, -1) <= 0) return false;
        if (!polled[1].revents) return true;
        const jrpci_limits *limits = stdio->listener->site.limits;
        end->stop_at = jrpci_clock() + (int64_t)limits->values[JRPCI_STOP_MILLISECONDS];
    }
    int64_t left = end->stop_at - jrpci_clock();
    return left > 0 && poll_again(polled, 1, left < INT_MAX ? (int)left : INT_MAX) > 0;
}

/* A pipe that polls writable takes PIPE_BUF bytes without blocking. */
static const char *write_all(const jrpci_stdio *stdio, winding_up *end, jrpc_buffer *output) {
    for (size_t at = 0; at < output->length;) {
        if (!await_room(stdio, end)) return "cut off by stopMilliseconds";
        size_t length = output->length - at < PIPE_BUF ? output->length - at : PIPE_BUF;
        ssize_t written = write(stdio->output, output->data + at, length);
        if (written > 0)
            at += (size_t)written;
        else if (written < 0 && errno != EINTR && errno != EAGAIN)
            return strerror(errno);
    }
    output->length = 0;
    return NULL;
}

/* Answers what has come, and moves what is left to the front. */
static const char *process(const jrpci_stdio *stdio, jrpci_session *session, winding_up *end,
                           jrpc_buffer *input, jrpc_buffer *output) {
    size_t mark = jrpci_limits_size(session->site->limits, JRPCI_MAX_OUTPUT_BYTES);
    size_t used = 0;
    bool passed;
    do {
        used += session->protocol->feed(session, input->data + used, input->length - used, output, mark);
        passed = output->length >= mark;
        const char *failed = session->ending == JRPCI_ABORT ? session->reason : write_all(stdio, end, output);
        if (failed) return failed;
    } while (passed && session->ending == JRPCI_OPEN);
    input->length -= used;
    memmove(input->data, input->data + used, input->length);
    return session->ending == JRPCI_OPEN ? NULL : session->reason;
}

static const char *serve(const jrpci_stdio *stdio, jrpci_session *session, jrpc_buffer *input,
                         jrpc_buffer *output) {
    const jrpc_served *served = &session->site->served;
    winding_up end = {.reads_left = STOP_READS};
    while (session->ending == JRPCI_OPEN) {
        if (served->idle) served->idle(session->state);
        if (!await_input(stdio, &end)) return NULL;
        if (!jrpc_buffer_reserve(input, READ_BYTES)) return "out of memory";
        ssize_t received = read(stdio->input, input->data + input->length, READ_BYTES);
        if (received == 0) return NULL;
        if (received < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return strerror(errno);
        }
        input->length += (size_t)received;
        const char *failed = process(stdio, session, &end, input, output);
        if (failed) return failed;
    }
    return session->reason;
}

const char *jrpci_stdio_run(const jrpci_stdio *stdio, void *state, jrpc_peer *peer) {
    jrpci_session session;
    jrpc_buffer input;
    jrpc_buffer output;
    jrpci_peer_init(peer, stdio->listener->text, -1, NULL);
    jrpci_session_init(&session, &stdio->listener->site, state, peer, stdio->allocator);
    jrpc_buffer_init(&input, stdio->allocator);
    jrpc_buffer_init(&output, stdio->allocator);
    const char *failed = serve(stdio, &session, &input, &output);
    jrpc_buffer_fini(&output);
    jrpc_buffer_fini(&input);
    jrpci_session_fini(&session);
    return failed;
}
