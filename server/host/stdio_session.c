/* SPDX-License-Identifier: MIT */
#include "stdio_session.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024 };

/* Waits for a descriptor. False: the host stops, or took too long where a limit is given (milliseconds, -1: none). */
static bool await(const jrpci_stdio *stdio, int descriptor, short events, int timeout) {
    struct pollfd polled[] = {{.fd = descriptor, .events = events}, {.fd = stdio->stop, .events = POLLIN}};
    int count;
    do count = poll(polled, 2, timeout);
    while (count < 0 && errno == EINTR);
    return count > 0 && polled[0].revents;
}

/* A pipe that polls writable takes PIPE_BUF bytes without blocking. */
static const char *write_all(const jrpci_stdio *stdio, jrpc_buffer *output) {
    int limit = (int)stdio->listener->site.limits->values[JRPCI_STOP_MILLISECONDS];
    for (size_t at = 0; at < output->length;) {
        if (!await(stdio, stdio->output, POLLOUT, -1) && !await(stdio, stdio->output, POLLOUT, limit))
            return "cut off by stopMilliseconds";
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
static const char *process(const jrpci_stdio *stdio, jrpci_session *session, jrpc_buffer *input,
                           jrpc_buffer *output) {
    size_t mark = jrpci_limits_size(session->site->limits, JRPCI_MAX_OUTPUT_BYTES);
    size_t used = 0;
    bool passed;
    do {
        used += session->protocol->feed(session, input->data + used, input->length - used, output, mark);
        passed = output->length >= mark;
        const char *failed = session->ending == JRPCI_ABORT ? session->reason : write_all(stdio, output);
        if (failed) return failed;
    } while (passed && session->ending == JRPCI_OPEN);
    input->length -= used;
    memmove(input->data, input->data + used, input->length);
    return session->ending == JRPCI_OPEN ? NULL : session->reason;
}

static const char *serve(const jrpci_stdio *stdio, jrpci_session *session, jrpc_buffer *input,
                         jrpc_buffer *output) {
    const jrpc_served *served = &session->site->served;
    while (session->ending == JRPCI_OPEN) {
        if (served->idle) served->idle(session->state);
        if (!await(stdio, stdio->input, POLLIN, -1)) return NULL;
        if (!jrpc_buffer_reserve(input, READ_BYTES)) return "out of memory";
        ssize_t received = read(stdio->input, input->data + input->length, READ_BYTES);
        if (received == 0) return NULL;
        if (received < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return strerror(errno);
        }
        input->length += (size_t)received;
        const char *failed = process(stdio, session, input, output);
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
