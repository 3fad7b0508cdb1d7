/* SPDX-License-Identifier: MIT */
/* Setting up, listening, and driving from one's own loop. */
#include "host_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char folder[] = "/tmp/jrpc-host-XXXXXX";
static char path[64];
static char address[80];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/s", folder);
    snprintf(address, sizeof address, "unix://%s", path);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static jrpc_host *new_host(void) {
    jrpc_host *host;
    assert_int_equal(jrpc_host_new(NULL, &host), JRPC_OK);
    return host;
}

static void expect_error(const jrpc_host *host, const char *part) {
    if (!strstr(jrpc_host_error(host), part))
        fail_msg("\"%s\" does not hold \"%s\"", jrpc_host_error(host), part);
}

static void test_settings(void **state) {
    (void)state;
    jrpc_host *host = new_host();
    assert_string_equal(jrpc_host_error(host), "");
    assert_int_equal(jrpc_host_set_workers(host, 0), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_set_workers(host, 1025), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_set_limit(host, "maxEverything", 1), JRPC_E_UNKNOWN);
    expect_error(host, "maxEverything");
    assert_int_equal(jrpc_host_set_limit(host, "maxConnections", 0), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_set_limit(host, "idleMilliseconds", 0), JRPC_OK);
    assert_int_equal(jrpc_host_allow_host(host, ""), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_allow_origin(host, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_run(host), JRPC_E_STATE);
    expect_error(host, "nothing to listen on");
    for (const jrpc_host_limit *limit = jrpc_host_limits(); limit->name; limit++) {
        assert_int_equal(jrpc_host_set_limit(host, limit->name, 1), JRPC_OK);
        assert_int_equal(jrpc_host_set_limit(host, limit->name, 0), limit->lifts ? JRPC_OK : JRPC_E_ARGUMENT);
        assert_true(strlen(limit->about) > 10);
    }
    jrpc_host_free(host);
    jrpc_host_free(NULL);
}

static void test_addresses_that_cannot_be_had(void **state) {
    (void)state;
    jrpc_host *host = new_host();
    jrpc_host *other = new_host();
    assert_int_equal(jrpc_host_listen(host, "tcp://nowhere", &fixture_echo), JRPC_E_ARGUMENT);
    expect_error(host, "tcp://nowhere: a port is missing");
    assert_int_equal(jrpc_host_listen(host, "tcp://host.invalid:1", &fixture_echo), JRPC_E_SYSTEM);
    expect_error(host, "host.invalid");
    assert_int_equal(jrpc_host_listen(host, "unix:///nowhere/x.sock", &fixture_echo), JRPC_E_SYSTEM);
    expect_error(host, strerror(ENOENT));
    assert_int_equal(jrpc_host_listen(host, "tcp://127.0.0.1:0", NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_listen(host, "stdio:", &fixture_echo), JRPC_OK);
    assert_int_equal(jrpc_host_listen(host, "stdio:", &fixture_echo), JRPC_E_TAKEN);
    assert_int_equal(jrpc_host_listen(host, "http://127.0.0.1:0/rpc?service=x", &fixture_echo), JRPC_OK);
    assert_int_equal(jrpc_host_listeners(host), 2);
    char text[JRPC_ADDRESS_TEXT];
    assert_true(jrpc_host_address(host, 1, text));
    assert_false(jrpc_host_address(host, 2, text));
    assert_int_equal(jrpc_host_listen(other, text, &fixture_echo), JRPC_E_TAKEN);
    expect_error(other, text);
    int descriptor;
    assert_int_equal(jrpc_host_start(host, &descriptor), JRPC_E_ARGUMENT);
    jrpc_host_free(other);
    jrpc_host_free(host);
}

static void test_unix_socket_is_private_and_goes(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, address, NULL);
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, "[1]");
    client_expect(client, "[1]");
    close(client);
    fixture_stop(&f);
    assert_int_equal(stat(path, &file), -1);
}

static void test_only_a_dead_unix_socket_is_replaced(void **state) {
    (void)state;
    jrpc_host *first = new_host();
    jrpc_host *second = new_host();
    assert_int_equal(jrpc_host_listen(first, address, &fixture_echo), JRPC_OK);
    assert_int_equal(jrpc_host_listen(second, address, &fixture_echo), JRPC_E_TAKEN);
    jrpc_host_free(first);

    int dead = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    memcpy(place.sun_path, path, strlen(path) + 1);
    assert_int_equal(bind(dead, (struct sockaddr *)&place, sizeof place), 0);
    close(dead);
    assert_int_equal(jrpc_host_listen(second, address, &fixture_echo), JRPC_OK);

    /* What was put in its place is not removed. */
    assert_int_equal(unlink(path), 0);
    int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    close(file);
    jrpc_host_free(second);
    struct stat there;
    assert_int_equal(stat(path, &there), 0);

    jrpc_host *third = new_host();
    assert_int_equal(jrpc_host_listen(third, address, &fixture_echo), JRPC_E_TAKEN);
    assert_int_equal(stat(path, &there), 0);
    jrpc_host_free(third);
    assert_int_equal(unlink(path), 0);
}

static void test_adopted_descriptor(void **state) {
    (void)state;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(bind(listener, (struct sockaddr *)&place, sizeof place), 0);
    jrpc_host *host = new_host();
    assert_int_equal(jrpc_host_adopt(host, dup(listener), "tcp://127.0.0.1:0", &fixture_echo),
                     JRPC_E_ARGUMENT);
    expect_error(host, "does not listen");
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(jrpc_host_adopt(host, dup(listener), "unix:///x", &fixture_echo), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_host_adopt(host, -1, "tcp://127.0.0.1:0", &fixture_echo), JRPC_E_ARGUMENT);
    int lost = dup(listener);
    assert_int_equal(jrpc_host_adopt(host, lost, "nonsense", &fixture_echo), JRPC_E_ARGUMENT);
    assert_int_equal(fcntl(lost, F_GETFD), -1);
    jrpc_host_free(host);

    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_adopt(f.host, listener, "tcp://0.0.0.0:1?framing=line", &fixture_echo),
                     JRPC_OK);
    assert_true(jrpc_host_address(f.host, 1, f.address));
    fixture_start(&f);
    int client = client_connect(&f);
    client_say(client, "[1]\n");
    client_expect(client, "[1]\n");
    close(client);
    fixture_stop(&f);
}

/* All of it on this thread: the descriptor says when a step is due, time limits included. */
static void test_driven(void **state) {
    (void)state;
    fixture f;
    fixture_make(&f, "tcp://127.0.0.1:0", NULL);
    assert_int_equal(jrpc_host_set_limit(f.host, "idleMilliseconds", 50), JRPC_OK);
    int descriptor;
    assert_int_equal(jrpc_host_start(f.host, &descriptor), JRPC_OK);
    assert_int_equal(jrpc_host_run(f.host), JRPC_E_STATE);
    assert_int_equal(jrpc_host_set_workers(f.host, 2), JRPC_E_STATE);
    int client = client_connect(&f);
    client_say(client, "[1]");
    char reply[4] = "";
    size_t length = 0;
    bool ended = false;
    while (!ended) {
        struct pollfd polled[] = {{.fd = descriptor, .events = POLLIN}, {.fd = client, .events = POLLIN}};
        assert_true(poll(polled, 2, FIXTURE_PATIENCE) > 0);
        if (polled[0].revents) assert_true(jrpc_host_step(f.host));
        if (!polled[1].revents) continue;
        ssize_t received = recv(client, reply + length, sizeof reply - 1 - length, 0);
        ended = received == 0; /* because it was idle */
        length += ended ? 0 : (size_t)received;
    }
    assert_string_equal(reply, "[1]");
    close(client);
    assert_true(fixture_has_log(&f, "idle"));
    jrpc_host_stop(f.host);
    while (jrpc_host_step(f.host)) {
        struct pollfd polled = {.fd = descriptor, .events = POLLIN};
        assert_true(poll(&polled, 1, FIXTURE_PATIENCE) > 0);
    }
    assert_false(jrpc_host_step(f.host));
    jrpc_host_free(f.host);
}

static void test_driven_and_dropped(void **state) {
    (void)state;
    jrpc_host *host = new_host();
    int descriptor;
    assert_int_equal(jrpc_host_start(host, &descriptor), JRPC_E_STATE);
    assert_int_equal(jrpc_host_listen(host, "tcp://127.0.0.1:0", &fixture_echo), JRPC_OK);
    assert_int_equal(jrpc_host_start(host, &descriptor), JRPC_OK);
    assert_true(jrpc_host_step(host));
    jrpc_host_free(host);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_addresses_that_cannot_be_had),
        cmocka_unit_test(test_unix_socket_is_private_and_goes),
        cmocka_unit_test(test_only_a_dead_unix_socket_is_replaced),
        cmocka_unit_test(test_adopted_descriptor),
        cmocka_unit_test(test_driven),
        cmocka_unit_test(test_driven_and_dropped),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
