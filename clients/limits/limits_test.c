/* SPDX-License-Identifier: MIT */
#include "load/engine.h"
#include "load/workload.h"

#include "wire/target.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

/* Every ceiling is driven as bench drives it. argv: the folder of the target files, that of the programs,
 * data/workloads. */
static const char *targets_folder;
static const char *programs_folder;
static load_workload *limit;
static load_outcome outcome;

static wire_target *read_target(const char *name) {
    char path[4096];
    wire_error error = {""};
    snprintf(path, sizeof path, "%s/%s.json", targets_folder, name);
    wire_target *target = wire_target_load(path, &error);
    if (!target) fail_msg("%s", error.text);
    return target;
}

static void run(const wire_target *target, const char *transport, unsigned batch,
                const char *const *arguments) {
    bool http = !strncmp(transport, "http", 4);
    load_row row = {.id = "limit",
                    .label = "test",
                    .driver = http ? LOAD_DRIVER_HTTP : LOAD_DRIVER_STREAM,
                    .target = target,
                    .transport = transport,
                    .framing = http ? NULL : "concatenated",
                    .workload = limit,
                    .connections = 3,
                    .depth = http ? 1 : 256,
                    .batch = batch,
                    .threads = 1,
                    .workers = 1,
                    .warm_up = 0,
                    .count = 3000,
                    .timeout = 10,
                    .arguments = arguments,
                    .bin = programs_folder};
    load_run(&row, NULL, &outcome);
}

static void assert_passed(const char *what) {
    if (outcome.verdict != LOAD_OK) fail_msg("%s: %s", what, outcome.reason);
    assert_true(outcome.replies > 0);
    assert_int_equal(outcome.counts.started, outcome.counts.succeeded);
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
}

static void the_echo_serves_every_transport(void **state) {
    (void)state;
    wire_target *echo = read_target("echo");
    const char *const transports[] = {"tcp", "unix"};
    for (size_t i = 0; i < 2; i++) {
        run(echo, transports[i], 1, NULL);
        assert_passed(transports[i]);
        run(echo, transports[i], 1, (const char *const[]){"--burn", "250", NULL});
        assert_passed(transports[i]);
    }
    run(echo, "http", 100, NULL);
    assert_passed("http");
    run(echo, "http+unix", 100, NULL);
    assert_passed("http+unix");
    wire_target_free(echo);
}

/* Work is done for each message: what cannot be faster than the work is not, whatever else the machine
 * does. */
static void burning_takes_its_time(void **state) {
    (void)state;
    wire_target *echo = read_target("echo");
    run(echo, "tcp", 1, (const char *const[]){"--burn", "10000", NULL});
    assert_passed("tcp");
    assert_true((double)outcome.replies / outcome.window < 1.2 * 100000);
    wire_target_free(echo);
}

static void the_constant_reply_serves_http(void **state) {
    (void)state;
    wire_target *constant = read_target("constant");
    run(constant, "http", 1, NULL);
    assert_passed("http");
    wire_target_free(constant);
}

static void nginx_serves_http(void **state) {
    (void)state;
    wire_target *nginx = read_target("nginx");
    run(nginx, "http", 1, NULL);
    wire_target_free(nginx);
    if (outcome.verdict == LOAD_SKIPPED) {
        print_message("skipped: %s\n", outcome.reason);
        skip();
    }
    assert_passed("nginx");
}

int main(int argc, char **argv) {
    char path[4096];
    wire_error error = {""};
    if (argc < 4) return fprintf(stderr, "usage: %s TARGETS PROGRAMS WORKLOADS\n", argv[0]), 2;
    targets_folder = argv[1];
    programs_folder = argv[2];
    snprintf(path, sizeof path, "%s/limit.json", argv[3]);
    limit = load_workload_read(path, &error);
    if (!limit) return fprintf(stderr, "%s\n", error.text), 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_echo_serves_every_transport),
        cmocka_unit_test(burning_takes_its_time),
        cmocka_unit_test(the_constant_reply_serves_http),
        cmocka_unit_test(nginx_serves_http),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    load_workload_free(limit);
    return failed;
}
