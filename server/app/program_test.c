/* SPDX-License-Identifier: MIT */
/* jrpc-server from outside: arguments[1] is the program. */
#include "peer.h"
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ADD "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}"
#define THREE "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":1}"
#define BEAT "{\"jsonrpc\":\"2.0\",\"method\":\"beat\",\"id\":1}"
#define ELEVEN "{\"jsonrpc\":\"2.0\",\"result\":11,\"id\":1}"

static const char *program;
static char folder[] = "/tmp/jrpc-server-test-XXXXXX";
static char socket_path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(socket_path, sizeof socket_path, "%s/s", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder); /* which fails if a server left a socket */
}

static void say(int peer, const char *text) {
    peer_send(peer, text, strlen(text));
}

static void start(struct process *process, const char *const *options) {
    const char *arguments[16] = {program};
    for (size_t i = 0; options[i]; i++) {
        assert_true(i < 14);
        arguments[i + 1] = options[i];
    }
    process_start(process, arguments);
}

#define START(process, ...) start((process), (const char *const[]){__VA_ARGS__, NULL})

/* Runs to its end, which is at once, and is held to its status and to what it says on standard error. */
static void assert_refused(int status, const char *says, const char *const *options) {
    struct process process;
    start(&process, options);
    assert_int_equal(process_wait(&process, process.err), status);
    if (!strstr(process.text, says)) fail_msg("\"%s\" does not say \"%s\"", process.text, says);
}

#define REFUSED(status, says, ...) assert_refused((status), (says), (const char *const[]){__VA_ARGS__, NULL})

static void test_wrong_usage(void **state) {
    (void)state;
    REFUSED(2, "--listen tcp://127.0.0.1:9000", "--quiet");
    REFUSED(2, "--nope", "--nope");
    REFUSED(2, "ftp://x", "--listen", "ftp://x");
    REFUSED(2, "nosuch", "--listen", "tcp://127.0.0.1:0", "--service", "nosuch");
    REFUSED(2, "--help", "--listen", "tcp://127.0.0.1:0", "--workers", "many");
    REFUSED(2, "maxHats", "--listen", "tcp://127.0.0.1:0", "--limit", "maxHats=1");
}

static void test_help_and_version(void **state) {
    (void)state;
    struct process process;
    START(&process, "--help");
    assert_int_equal(process_wait(&process, process.out), 0);
    assert_non_null(strstr(process.text, "--version-policy"));
    assert_non_null(strstr(process.text, "maxReplyBytes"));
    assert_non_null(strstr(process.text, "idleMilliseconds"));
    assert_non_null(strstr(process.text, "conformance"));
    START(&process, "--version");
    assert_int_equal(process_wait(&process, process.out), 0);
    assert_memory_equal(process.text, "jrpc-server ", 12);
}

static void serve_one(struct process *process, const char *request, const char *reply) {
    int peer = peer_connect(process_address(process));
    say(peer, request);
    peer_expect(peer, reply);
    close(peer);
}

static void test_tcp(void **state) {
    (void)state;
    struct process process;
    START(&process, "--listen", "tcp://127.0.0.1:0");
    serve_one(&process, ADD, THREE);
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

static void test_line_framing(void **state) {
    (void)state;
    struct process process;
    START(&process, "--listen", "tcp://127.0.0.1:0?framing=line", "--workers", "2");
    serve_one(&process, ADD "\n" ADD "\n", THREE "\n" THREE "\n");
    assert_int_equal(process_stop(&process, SIGINT), 0);
}

static void test_unix_socket(void **state) {
    (void)state;
    char address[80];
    snprintf(address, sizeof address, "unix://%s", socket_path);
    struct process process;
    START(&process, "--listen", address);
    serve_one(&process, ADD, THREE);
    struct stat found;
    assert_int_equal(stat(socket_path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(process_stop(&process, SIGTERM), 0);
    assert_int_not_equal(stat(socket_path, &found), 0);
}

static void test_http(void **state) {
    (void)state;
    char unix_address[80];
    snprintf(unix_address, sizeof unix_address, "http+unix://%s", socket_path);
    const char *const addresses[] = {"http://127.0.0.1:0/rpc", unix_address};
    for (size_t i = 0; i < 2; i++) {
        struct process process;
        START(&process, "--listen", addresses[i]);
        char request[512];
        snprintf(request, sizeof request,
                 "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                 "%zu\r\n\r\n%s",
                 i == 0 ? "/rpc" : "/", strlen(ADD), ADD);
        serve_one(&process, request, "HTTP/1.1 200 ");
        assert_int_equal(process_stop(&process, SIGTERM), 0);
    }
}

static void test_stdio(void **state) {
    (void)state;
    struct process process;
    START(&process, "--listen", "stdio:?framing=line");
    assert_memory_equal(process_line(&process, process.err), "listening on stdio:", 19);
    assert_int_equal(write(process.in, ADD "\n", strlen(ADD) + 1), strlen(ADD) + 1);
    assert_string_equal(process_line(&process, process.out), THREE);
    /* The end of its input ends it. */
    assert_int_equal(process_wait(&process, process.out), 0);
    assert_string_equal(process.text, "");
}

static void test_two_listeners_two_services(void **state) {
    (void)state;
    struct process process;
    START(&process, "--listen", "tcp://127.0.0.1:0", "--listen", "tcp://127.0.0.1:0?service=binding");
    serve_one(&process, ADD, THREE);
    serve_one(&process, BEAT, ELEVEN);
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

/* Two listeners of one name are one service. */
static void test_listeners_share_a_service(void **state) {
    (void)state;
    struct process process;
    START(&process, "--service", "binding", "--workers", "2", "--listen", "tcp://127.0.0.1:0", "--listen",
          "tcp://127.0.0.1:0?service=binding");
    serve_one(&process, "{\"method\":\"hit\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}");
    serve_one(&process, "{\"method\":\"hit\",\"id\":2}", "{\"jsonrpc\":\"2.0\",\"result\":2,\"id\":2}");
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

static void test_version_policy(void **state) {
    (void)state;
    struct process process;
    START(&process, "--service", "conformance", "--listen", "tcp://127.0.0.1:0");
    serve_one(&process, "{\"method\":\"tick\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,");
    assert_int_equal(process_stop(&process, SIGTERM), 0);
    START(&process, "--service", "conformance", "--version-policy", "ignore", "--listen",
          "tcp://127.0.0.1:0");
    serve_one(&process, "{\"jsonrpc\":7,\"method\":\"tick\",\"id\":1}",
              "{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":1}");
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

static void test_limits(void **state) {
    (void)state;
    struct process process;
    START(&process, "--limit", "maxBatchCount=2", "--limit", "maxDepth=3", "--listen", "tcp://127.0.0.1:0");
    serve_one(&process, "[1,2,3]{\"x\":[[[]]]}",
              "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid Request\",\"data\":"
              "{\"limit\":\"maxBatchCount\",\"maximum\":2}},\"id\":null}"
              "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,");
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

static void test_address_in_use(void **state) {
    (void)state;
    struct process first;
    START(&first, "--listen", "tcp://127.0.0.1:0");
    const char *address = process_address(&first);
    REFUSED(1, address, "--listen", address);
    REFUSED(1, "choose another address", "--listen", address);
    assert_int_equal(process_stop(&first, SIGTERM), 0);
}

static void test_no_folder(void **state) {
    (void)state;
    REFUSED(1, "unix:///proc/none/s", "--listen", "unix:///proc/none/s");
    REFUSED(1, "must exist", "--listen", "unix:///proc/none/s");
}

static void test_no_permission(void **state) {
    (void)state;
    char address[80];
    snprintf(address, sizeof address, "unix://%s", socket_path);
    if (geteuid() == 0) { /* who may write anywhere: as somebody else then, in a process of its own */
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int null = open("/dev/null", O_WRONLY);
            bool dropped = setgid(65534) == 0 && setuid(65534) == 0 && dup2(null, 2) == 2;
            if (dropped) execl(program, program, "--listen", address, (char *)NULL);
            _exit(126);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 126) skip(); /* nobody may not run the program */
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
        return;
    }
    assert_int_equal(chmod(folder, 0500), 0);
    REFUSED(1, "folder that you may write to", "--listen", address);
    assert_int_equal(chmod(folder, 0700), 0);
}

static void test_live_socket_is_kept_and_stale_one_replaced(void **state) {
    (void)state;
    char address[80];
    snprintf(address, sizeof address, "unix://%s", socket_path);
    struct process first, second;
    START(&first, "--listen", address);
    process_address(&first);
    REFUSED(1, socket_path, "--listen", address);

    assert_int_equal(process_stop(&first, SIGKILL), 128 + SIGKILL);
    START(&second, "--listen", address);
    serve_one(&second, ADD, THREE);
    assert_int_equal(process_stop(&second, SIGTERM), 0);
}

/* A peer that does not read holds up a clean stop, which a second signal does not wait for. What it sent is answered
 * with forty times as many bytes, far more than a Unix socket holds. */
static void test_second_signal_forces(void **state) {
    (void)state;
    enum { ELEMENTS = 1000, BATCHES = 16, BATCH_BYTES = 2 * ELEMENTS + 1 };
    static char sent[BATCHES * BATCH_BYTES];
    for (char *batch = sent; batch < sent + sizeof sent; batch += BATCH_BYTES) {
        memset(batch, ',', BATCH_BYTES);
        for (size_t i = 1; i < BATCH_BYTES; i += 2) batch[i] = '1';
        batch[0] = '[';
        batch[BATCH_BYTES - 1] = ']';
    }
    char address[80];
    snprintf(address, sizeof address, "unix://%s", socket_path);
    struct process process;
    START(&process, "--quiet", "--limit", "stopMilliseconds=600000", "--listen", address);
    int peer = peer_connect(process_address(&process));
    peer_send(peer, sent, sizeof sent);
    peer_expect(peer, "[");
    assert_int_equal(kill(process.pid, SIGTERM), 0);
    assert_int_equal(process_stop(&process, SIGINT), 1);
    close(peer);
    unlink(socket_path); /* it had no time to */
}

/* Who reads its output has gone: it serves on. */
static void test_closed_output(void **state) {
    (void)state;
    struct process process;
    START(&process, "--listen", "tcp://127.0.0.1:0");
    int peer = peer_connect(process_address(&process));
    close(process.err);
    process.err = dup(process.out);
    say(peer, "garbage"); /* is logged */
    peer_expect(peer, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,");
    close(peer);
    peer = peer_connect(process.line + strlen("listening on "));
    say(peer, ADD);
    peer_expect(peer, THREE);
    close(peer);
    assert_int_equal(process_stop(&process, SIGTERM), 0);
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s PROGRAM\n", arguments[0]), 2;
    program = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_help_and_version),
        cmocka_unit_test(test_tcp),
        cmocka_unit_test(test_line_framing),
        cmocka_unit_test(test_unix_socket),
        cmocka_unit_test(test_http),
        cmocka_unit_test(test_stdio),
        cmocka_unit_test(test_two_listeners_two_services),
        cmocka_unit_test(test_listeners_share_a_service),
        cmocka_unit_test(test_version_policy),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_address_in_use),
        cmocka_unit_test(test_no_folder),
        cmocka_unit_test(test_no_permission),
        cmocka_unit_test(test_second_signal_forces),
        cmocka_unit_test(test_closed_output),
        cmocka_unit_test(test_live_socket_is_kept_and_stale_one_replaced),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
