/* SPDX-License-Identifier: MIT */
#include "host_fixture.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static bool begins(const void *request, size_t length, const char *with) {
    return length >= strlen(with) && memcmp(request, with, strlen(with)) == 0;
}

static jrpc_status echo(void *state, const void *request, size_t length, jrpc_buffer *reply,
                        const jrpc_peer *peer) {
    (void)state;
    (void)peer;
    if (begins(request, length, "{\"quiet\"")) return JRPC_OK;
    if (begins(request, length, "{\"fail\"")) return JRPC_E_MEMORY;
    if (begins(request, length, "{\"big\":")) {
        size_t size = strtoul((const char *)request + 7, NULL, 10);
        if (!jrpc_buffer_reserve(reply, size)) return JRPC_E_MEMORY;
        memset(reply->data + reply->length, 'b', size);
        reply->length += size;
        return JRPC_OK;
    }
    if (!begins(request, length, "{") && !begins(request, length, "["))
        return jrpc_buffer_append(reply, "garbage", 7) ? JRPC_OK : JRPC_E_MEMORY;
    return jrpc_buffer_append(reply, request, length) ? JRPC_OK : JRPC_E_MEMORY;
}

const jrpc_served fixture_echo = {.serve = echo};

/* ---- The host ---- */

static void log_line(void *user, const char *line) {
    fixture *f = user;
    pthread_mutex_lock(&f->mutex);
    size_t length = strlen(line);
    if (f->log_length + length + 2 <= sizeof f->log) {
        memcpy(f->log + f->log_length, line, length);
        f->log_length += length;
        f->log[f->log_length++] = '\n';
        f->log[f->log_length] = '\0';
    }
    pthread_cond_broadcast(&f->logged);
    pthread_mutex_unlock(&f->mutex);
}

bool fixture_has_log(fixture *f, const char *part) {
    pthread_mutex_lock(&f->mutex);
    bool found = strstr(f->log, part) != NULL;
    pthread_mutex_unlock(&f->mutex);
    return found;
}

void fixture_await_log(fixture *f, const char *part) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += FIXTURE_PATIENCE / 1000;
    pthread_mutex_lock(&f->mutex);
    bool found;
    while (!(found = strstr(f->log, part) != NULL) &&
           pthread_cond_timedwait(&f->logged, &f->mutex, &until) == 0)
        continue;
    pthread_mutex_unlock(&f->mutex);
    if (!found) fail_msg("no log line holds \"%s\"; there are:\n%s", part, f->log);
}

void fixture_make(fixture *f, const char *address, const jrpc_allocator *allocator) {
    memset(f, 0, sizeof *f);
    pthread_mutex_init(&f->mutex, NULL);
    pthread_cond_init(&f->logged, NULL);
    assert_int_equal(jrpc_host_new(allocator, &f->host), JRPC_OK);
    jrpc_host_set_log(f->host, log_line, f);
    if (jrpc_host_listen(f->host, address, &fixture_echo) != JRPC_OK)
        fail_msg("%s", jrpc_host_error(f->host));
    assert_true(jrpc_host_address(f->host, 0, f->address));
    jrpc_address parsed;
    assert_int_equal(jrpc_address_parse(f->address, &parsed, NULL), JRPC_OK);
    f->port = parsed.port;
}

static void *run(void *user) {
    fixture *f = user;
    f->result = jrpc_host_run(f->host);
    return NULL;
}

void fixture_start(fixture *f) {
    assert_int_equal(pthread_create(&f->thread, NULL, run, f), 0);
}

void fixture_stop(fixture *f) {
    jrpc_host_stop(f->host);
    pthread_join(f->thread, NULL);
    assert_int_equal(f->result, JRPC_OK);
    jrpc_host_free(f->host);
    pthread_cond_destroy(&f->logged);
    pthread_mutex_destroy(&f->mutex);
}

/* ---- Clients ---- */

static void await(int client, short events) {
    struct pollfd polled = {.fd = client, .events = events};
    int count;
    do count = poll(&polled, 1, FIXTURE_PATIENCE);
    while (count < 0 && errno == EINTR);
    if (count <= 0) fail_msg("waited in vain for the host");
}

int client_connect(const fixture *f) {
    jrpc_address address;
    assert_int_equal(jrpc_address_parse(f->address, &address, NULL), JRPC_OK);
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    struct sockaddr_in in = {
        .sin_family = AF_INET, .sin_port = htons(address.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool local = *address.socket != '\0';
    if (local) memcpy(un.sun_path, address.socket, sizeof un.sun_path);
    int client = socket(local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(client >= 0);
    int failed = local ? connect(client, (struct sockaddr *)&un, sizeof un)
                       : connect(client, (struct sockaddr *)&in, sizeof in);
    if (failed) fail_msg("connect: %s", strerror(errno));
    return client;
}

int fixture_open(fixture *f, const char *address) {
    fixture_make(f, address, NULL);
    fixture_start(f);
    return client_connect(f);
}

void client_send(int client, const void *bytes, size_t length) {
    for (const char *at = bytes; length;) {
        await(client, POLLOUT);
        ssize_t sent = send(client, at, length, MSG_NOSIGNAL);
        if (sent < 0) fail_msg("send: %s", strerror(errno));
        at += sent;
        length -= (size_t)sent;
    }
}

void client_say(int client, const char *text) {
    client_send(client, text, strlen(text));
}

void client_half_close(int client) {
    assert_int_equal(shutdown(client, SHUT_WR), 0);
}

static size_t receive(int client, char *bytes, size_t size) {
    await(client, POLLIN);
    ssize_t received = recv(client, bytes, size, 0);
    if (received < 0) fail_msg("recv: %s", strerror(errno));
    return (size_t)received;
}

void client_expect(int client, const char *text) {
    size_t wanted = strlen(text);
    char *got = malloc(wanted + 1);
    size_t length = 0;
    while (length < wanted) {
        size_t received = receive(client, got + length, wanted - length);
        if (!received) break;
        length += received;
    }
    got[length] = '\0';
    assert_string_equal(got, text);
    free(got);
}

char *client_read_all(int client, size_t *length) {
    size_t size = 1 << 16;
    char *bytes = malloc(size);
    *length = 0;
    for (;;) {
        if (size - *length < 2) bytes = realloc(bytes, size *= 2);
        size_t received = receive(client, bytes + *length, size - *length - 1);
        if (!received) break;
        *length += received;
    }
    bytes[*length] = '\0';
    return bytes;
}

unsigned client_response(int client, char *text, size_t size) {
    size_t length = 0;
    char *end = NULL;
    while (!end) {
        if (length + 1 >= size) fail_msg("the head does not end: %s", text);
        size_t received = receive(client, text + length, 1);
        if (!received) fail_msg("closed within a head: %.*s", (int)length, text);
        length += received;
        text[length] = '\0';
        end = strstr(text, "\r\n\r\n");
    }
    const char *field = strstr(text, "Content-Length: ");
    size_t body = field ? strtoul(field + strlen("Content-Length: "), NULL, 10) : 0;
    if (length + body >= size) fail_msg("the body is too long: %s", text);
    while (body) {
        size_t received = receive(client, text + length, body);
        if (!received) fail_msg("closed within a body: %s", text);
        length += received;
        body -= received;
    }
    text[length] = '\0';
    return (unsigned)strtoul(text + strlen("HTTP/1.1 "), NULL, 10);
}

void client_expect_end(int client) {
    char byte;
    assert_int_equal(receive(client, &byte, 1), 0);
    close(client);
}
