/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A listening socket on a free port of the loopback interface. */
static int listen_tcp(wire_address *address) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(fd, 4), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&name, &length), 0);
    char text[64];
    snprintf(text, sizeof text, "tcp://127.0.0.1:%u", ntohs(name.sin_port));
    assert_true(wire_address_parse(address, text, NULL));
    return fd;
}

struct pair {
    wire_connection client;
    int listener, server;
};

static struct pair connect_pair(void) {
    struct pair pair;
    wire_address address;
    wire_error error = {""};
    pair.listener = listen_tcp(&address);
    if (!wire_connect(&pair.client, &address, wire_after(5), &error)) fail_msg("%s", error.text);
    pair.server = accept(pair.listener, NULL, NULL);
    assert_true(pair.server >= 0);
    return pair;
}

static void close_pair(struct pair *pair) {
    wire_close(&pair->client);
    if (pair->server >= 0) close(pair->server);
    close(pair->listener);
}

static void sends_and_receives(void **state) {
    (void)state;
    struct pair pair = connect_pair();
    char bytes[16];
    assert_int_equal(wire_receive(&pair.client, bytes, sizeof bytes), WIRE_WOULD_BLOCK);
    assert_int_equal(wire_receive_by(&pair.client, bytes, sizeof bytes, wire_now()), WIRE_TIMED_OUT);
    assert_int_equal(wire_wait(&pair.client, POLLIN | POLLOUT, wire_after(5)), POLLOUT);
    assert_int_equal(wire_send_all(&pair.client, "hello", 5, wire_after(5)), 5);
    assert_int_equal(recv(pair.server, bytes, 5, MSG_WAITALL), 5);
    assert_memory_equal(bytes, "hello", 5);
    assert_int_equal(send(pair.server, "world", 5, 0), 5);
    assert_int_equal(wire_receive_by(&pair.client, bytes, sizeof bytes, wire_after(5)), 5);
    wire_half_close(&pair.client);
    assert_int_equal(recv(pair.server, bytes, sizeof bytes, 0), 0);
    close(pair.server);
    pair.server = -1;
    assert_int_equal(wire_receive_by(&pair.client, bytes, sizeof bytes, wire_after(5)), 0);
    close_pair(&pair);
}

static void resets(void **state) {
    (void)state;
    struct pair pair = connect_pair();
    char byte;
    wire_reset(&pair.client);
    assert_int_equal(pair.client.in, -1);
    assert_int_equal(recv(pair.server, &byte, 1, 0), -1);
    assert_int_equal(errno, ECONNRESET);
    close_pair(&pair);
}

/* A peer that does not read: sending stops in time, and a broken connection raises no signal. */
static void stops_sending_in_time(void **state) {
    (void)state;
    struct pair pair = connect_pair();
    const size_t much = 64u << 20;
    char *bytes = calloc(1, much);
    assert_non_null(bytes);
    assert_int_equal(wire_send_all(&pair.client, bytes, much, wire_after(0.05)), WIRE_TIMED_OUT);
    close(pair.server); /* unread bytes: a reset */
    pair.server = -1;
    assert_int_equal(wire_send_all(&pair.client, bytes, much, wire_after(5)), WIRE_BROKEN);
    assert_true(errno == ECONNRESET || errno == EPIPE);
    free(bytes);
    close_pair(&pair);
}

static void says_what_is_wrong(void **state) {
    (void)state;
    wire_address address;
    wire_connection connection;
    wire_error error = {""};
    close(listen_tcp(&address)); /* nobody listens there any more */
    assert_false(wire_connect(&connection, &address, wire_after(5), &error));
    assert_int_equal(connection.in, -1);
    assert_non_null(strstr(error.text, "cannot connect to tcp://127.0.0.1:"));
    assert_non_null(strstr(error.text, "is the server running there?"));
    assert_true(wire_address_parse(&address, "unix:///nonexistent/x", NULL));
    assert_false(wire_connect(&connection, &address, wire_after(5), &error));
    assert_non_null(strstr(error.text, "unix:///nonexistent/x: No such file"));
    assert_true(wire_address_parse(&address, "stdio:", NULL));
    assert_false(wire_connect(&connection, &address, wire_after(5), &error));
}

static void connects_to_unix_sockets(void **state) {
    (void)state;
    char folder[] = "/tmp/jrpc-transport-XXXXXX", text[128];
    assert_non_null(mkdtemp(folder));
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s/s", folder);
    snprintf(text, sizeof text, "unix://%s", name.sun_path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(listener, 1), 0);
    wire_address address;
    wire_connection connection;
    assert_true(wire_address_parse(&address, text, NULL));
    assert_true(wire_connect(&connection, &address, wire_after(5), NULL));
    wire_close(&connection);
    close(listener);
    unlink(name.sun_path);
    rmdir(folder);
}

static void talks_to_pipes(void **state) {
    (void)state;
    int to[2], from[2];
    char byte;
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    wire_connection connection = {from[0], to[1]};
    assert_int_equal(wire_send_all(&connection, "x", 1, wire_after(5)), 1);
    assert_int_equal(read(to[0], &byte, 1), 1);
    wire_half_close(&connection);
    assert_int_equal(connection.out, -1);
    assert_int_equal(read(to[0], &byte, 1), 0);
    assert_int_equal(write(from[1], "y", 1), 1);
    assert_int_equal(wire_receive_by(&connection, &byte, 1, wire_after(5)), 1);
    wire_close(&connection);
    close(to[0]);
    close(from[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_and_receives),       cmocka_unit_test(resets),
        cmocka_unit_test(stops_sending_in_time),    cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(connects_to_unix_sockets), cmocka_unit_test(talks_to_pipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
