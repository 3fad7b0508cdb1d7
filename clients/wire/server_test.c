/* SPDX-License-Identifier: MIT */
#include "server.h"

#include "test.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Servers of one line of shell. */
static wire_server *start(const char *script, wire_command command, wire_error *error) {
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    command.argv = argv;
    return wire_server_start(&command, error);
}

static void gone(pid_t pid) {
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
}

static void tells_addresses(void **state) {
    (void)state;
    wire_error error = {""};
    wire_server *server = start("echo hello; echo listening on tcp://127.0.0.1:7?framing=line; "
                                "echo listening on unix:///x; exec sleep 60",
                                (wire_command){.listeners = 2}, &error);
    if (!server) fail_msg("%s", error.text);
    assert_int_equal(wire_server_address(server, 0)->port, 7);
    assert_int_equal(wire_server_address(server, 0)->framing, WIRE_LINE);
    assert_string_equal(wire_server_address(server, 1)->path, "/x");
    assert_null(wire_server_address(server, 2));
    assert_true(wire_server_alive(server, &error));
    pid_t pid = wire_server_pid(server);
    assert_int_equal(getpgid(pid), pid);
    assert_false(wire_server_stop(server, 0, &error)); /* sleep ends by the signal */
    assert_non_null(strstr(error.text, "killed by signal 15"));
    gone(pid);
}

static void tells_what_it_used(void **state) {
    (void)state;
    wire_error error = {""};
    wire_usage usage = {0};
    wire_server *server =
        start("echo listening on stdio:; while :; do sleep 0.01; done", (wire_command){0}, &error);
    if (!server) fail_msg("%s", error.text);
    for (int i = 0; i < 2000 && (usage.cpu_seconds <= 0 || usage.voluntary == 0); i++) {
        assert_true(wire_server_usage(server, &usage));
        poll(NULL, 0, 5);
    }
    assert_true(usage.cpu_seconds > 0 && usage.cpu_seconds < 60);
    assert_true(usage.voluntary > 0);
    assert_true(usage.peak_memory_bytes > 65536);
    wire_server_stop(server, 0, NULL);
}

static void ends_well(void **state) {
    (void)state;
    wire_error error = {""};
    wire_server *server = start("trap 'exit 0' TERM; echo listening on stdio:; while :; do sleep 0.01; done",
                                (wire_command){0}, &error);
    if (!server) fail_msg("%s", error.text);
    assert_true(wire_server_stop(server, 0, &error));
    assert_true(wire_server_stop(NULL, 0, &error));
}

static void kills_what_does_not_end(void **state) {
    (void)state;
    wire_error error = {""};
    wire_server *server = start("trap '' TERM; sleep 60 & echo listening on stdio:; wait; wait; sleep 60",
                                (wire_command){0}, &error);
    if (!server) fail_msg("%s", error.text);
    pid_t pid = wire_server_pid(server);
    assert_false(wire_server_stop(server, 0.05, &error));
    assert_non_null(strstr(error.text, "killed by signal 9"));
    gone(pid);
}

static void says_how_it_died(void **state) {
    (void)state;
    wire_error error = {""};
    assert_null(start("echo no socket left >&2; exit 3", (wire_command){0}, &error));
    assert_non_null(strstr(error.text, "'/bin/sh' exited with status 3; it wrote: no socket left"));
    assert_null(start("kill -SEGV $$", (wire_command){0}, &error));
    assert_non_null(strstr(error.text, "killed by signal 11"));
    assert_null(start("echo waiting >&2; exec sleep 60", (wire_command){.ready_seconds = 0.3}, &error));
    assert_non_null(strstr(error.text, "was not ready within 0.3 s; it wrote: waiting"));
    assert_null(start("echo listening on nowhere; exec sleep 60", (wire_command){0}, &error));
    assert_non_null(strstr(error.text, "told a wrong address: address 'nowhere'"));
    const char *const argv[] = {"/nonexistent/server", NULL};
    assert_null(wire_server_start(&(wire_command){.argv = argv}, &error));
    assert_non_null(strstr(error.text, "cannot start '/nonexistent/server': No such file"));
}

static void notices_a_death(void **state) {
    (void)state;
    wire_error error = {""};
    wire_server *server =
        start("echo listening on stdio:; read line; exit 4", (wire_command){.stdio = true}, &error);
    if (!server) fail_msg("%s", error.text);
    wire_connection *connection = wire_server_stdio(server);
    char bytes[64];
    assert_true(wire_receive_by(connection, bytes, sizeof bytes, wire_after(10)) > 0);
    assert_int_equal(wire_send_all(connection, "x\n", 2, wire_after(10)), 2);
    assert_int_equal(wire_receive_by(connection, bytes, sizeof bytes, wire_after(10)), 0);
    while (wire_server_alive(server, &error)) poll(NULL, 0, 1);
    assert_non_null(strstr(error.text, "exited with status 4"));
    wire_usage usage;
    assert_false(wire_server_usage(server, &usage));
    assert_false(wire_server_stop(server, 0, &error));
}

static void drains_what_it_prints(void **state) {
    (void)state;
    wire_error error = {""};
    wire_server *server = start("echo listening on stdio:; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); "
                                "echo line $i; echo fault $i >&2; done; exit 5",
                                (wire_command){0}, &error);
    if (!server) fail_msg("%s", error.text);
    for (int i = 0; i < 3000 && wire_server_alive(server, &error); i++) poll(NULL, 0, 5);
    assert_non_null(strstr(error.text, "exited with status 5"));
    const char *tail = wire_server_stderr(server);
    assert_string_equal(tail + strlen(tail) - strlen("fault 20000"), "fault 20000");
    assert_true(strlen(tail) <= 4096);
    assert_false(wire_server_stop(server, 0, NULL));
}

static void waits_for_a_socket_that_accepts(void **state) {
    (void)state;
    wire_error error = {""};
    assert_null(start(
        "exec sleep 60",
        (wire_command){.ready = WIRE_READY_ACCEPTS, .address = "unix:///nonexistent/s", .ready_seconds = 0.1},
        &error));
    assert_non_null(strstr(error.text, "was not ready within 0.1 s"));
}

static void removes_its_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/jrpc-server-XXXXXX", file[64];
    struct stat there;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/socket", folder);
    FILE *made = fopen(file, "w");
    assert_non_null(made);
    fclose(made);
    wire_server *server =
        start("echo listening on stdio:; exec sleep 60", (wire_command){.folder = folder}, NULL);
    assert_non_null(server);
    wire_server_stop(server, 0, NULL);
    assert_int_equal(stat(folder, &there), -1);
}

/* A run that is killed leaves no server behind: the kernel ends it with its parent. */
static void dies_with_its_parent(void **state) {
    (void)state;
    int tell[2];
    pid_t pid = 0;
    assert_int_equal(pipe(tell), 0);
    pid_t parent = fork();
    assert_true(parent >= 0);
    if (parent == 0) {
        wire_server *server = start("echo listening on stdio:; exec sleep 60", (wire_command){0}, NULL);
        pid = server ? wire_server_pid(server) : -1;
        if (write(tell[1], &pid, sizeof pid) != (ssize_t)sizeof pid) _exit(1);
        pause();
        _exit(0);
    }
    assert_int_equal(read(tell[0], &pid, sizeof pid), sizeof pid);
    assert_true(pid > 0);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    /* Whoever adopts it may reap it late: a zombie counts as gone. */
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    bool ended = false;
    for (int i = 0; i < 2000 && !ended; i++) {
        FILE *stat = fopen(path, "r");
        ended = !stat || !fgets(line, sizeof line, stat) || strstr(line, ") Z") || strstr(line, ") X");
        if (stat) fclose(stat);
        if (!ended) poll(NULL, 0, 5);
    }
    assert_true(ended);
    close(tell[0]);
    close(tell[1]);
}

static void pins(void **state) {
    (void)state;
    const int cpus[] = {0};
    wire_error error = {""};
    wire_server *server =
        start("grep Cpus_allowed_list /proc/self/status >&2; echo listening on stdio:; exec sleep 60",
              (wire_command){.cpus = cpus, .cpu_count = 1}, &error);
    if (!server) fail_msg("%s", error.text);
    for (int i = 0; i < 1000 && !*wire_server_stderr(server); i++) poll(NULL, 0, 5);
    assert_string_equal(wire_server_stderr(server), "Cpus_allowed_list:\t0");
    wire_server_stop(server, 0, NULL);
    const int none[] = {1000};
    assert_null(start("exit 0", (wire_command){.cpus = none, .cpu_count = 1}, &error));
    assert_non_null(strstr(error.text, "are the CPUs it is pinned to there?"));
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_addresses),
        cmocka_unit_test(tells_what_it_used),
        cmocka_unit_test(ends_well),
        cmocka_unit_test(kills_what_does_not_end),
        cmocka_unit_test(says_how_it_died),
        cmocka_unit_test(notices_a_death),
        cmocka_unit_test(drains_what_it_prints),
        cmocka_unit_test(waits_for_a_socket_that_accepts),
        cmocka_unit_test(removes_its_folder),
        cmocka_unit_test(dies_with_its_parent),
        cmocka_unit_test(pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
