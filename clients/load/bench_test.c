/* SPDX-License-Identifier: MIT */
#include "json.h"
#include "result.h"
#include "result_check.h"
#include "server/app/process.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* argv: bench, the schema of result files. */
static const char *bench;
static const char *schema_path;
static char folder[] = "bench-XXXXXX";
static char path[64]; /* of the result file */

enum { words_maximum = 24, lines_maximum = 500 };

static int set_up(void **state) {
    (void)state;
    /* What bench leaves behind would become ours to wait for. */
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || !mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/r.json", folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* Starts bench with the words of `line`, in which %s stands for the result file. */
static void start(struct process *process, const char *line) {
    char text[512];
    const char *words[words_maximum + 1] = {bench};
    size_t n = 1;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word && n < words_maximum; word = strtok(NULL, " "))
        words[n++] = strcmp(word, "%s") == 0 ? path : word;
    process_start(process, words);
}

/* What a killed server had started itself comes to us, as we are the reaper, and is waited for; what still lives after
 * a second was left behind. */
static void assert_no_process_is_left(void) {
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < 1000; i++) {
        const pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno == ECHILD) return;
        if (ended == 0) nanosleep(&pause, NULL);
    }
    fail_msg("a process was left behind");
}

/* The result file, valid and with counts that add up; to be put. */
static json_object *read_result(void) {
    char fault[512];
    json_object *root = load_result_read(path, fault, sizeof fault);
    if (!root) fail_msg("%s", fault);
    assert_valid(schema_path, root);
    assert_counts_add_up(root);
    return root;
}

static json_object *run_of(json_object *root, const char *id) {
    json_object *runs = load_json_get(root, "runs");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (strcmp(load_json_get_text(run, "id", ""), id) == 0) return run;
    }
    fail_msg("there is no run of %s", id);
    return NULL;
}

static void a_wrong_command_line_is_usage(void **state) {
    (void)state;
    static const struct {
        const char *line;
        const char *named;
    } bad[] = {
        {"--nonsense", "--nonsense"},
        {"--tcp -d 1x", "'1x'"},
        {"--tcp --workload no-such-thing", "no-such-thing"},
        {"--tcp --workload no/such/file.json", "no/such/file.json"},
        {"--tcp --targets no/such/target.json", "no/such/target.json"},
        {"--connect gopher://x", "gopher"},
        {"--tcp --json /proc/none/r.json", "/proc/none/r.json"},
        {"diff no-a.json no-b.json", "no-a.json"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct process process;
        start(&process, bad[i].line);
        const int status = process_wait(&process, process.err);
        if (status != 2) fail_msg("'%s': exit %d, %s", bad[i].line, status, process.text);
        if (!strstr(process.text, bad[i].named)) fail_msg("'%s': %s", bad[i].line, process.text);
        if (strncmp(process.text, "bench: ", 7) != 0) fail_msg("'%s': %s", bad[i].line, process.text);
    }
}

static void help_version_machine_and_list_work(void **state) {
    (void)state;
    static const char *const lines[][2] = {{"--help", "usage: bench"},
                                           {"--version", "bench "},
                                           {"", "usage: bench"}, /* no terminal: no menu */
                                           {"--machine", "CPU"},
                                           {"--list", "Workloads"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct process process;
        start(&process, lines[i][0]);
        const int status = process_wait(&process, process.out);
        if (status != 0 || !strstr(process.text, lines[i][1])) fail_msg("'%s': exit %d", lines[i][0], status);
    }
}

/* What cannot be printed was not done. */
static void a_full_disk_under_the_output_is_a_failure(void **state) {
    char line[512];
    (void)state;
    if (access("/dev/full", W_OK) != 0) skip();
    snprintf(line, sizeof line, "'%s' --list >/dev/full 2>&1", bench);
    const int status = system(line);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
}

static void a_row_on_a_transport_is_measured_and_kept(void **state) {
    struct process process;
    (void)state;
    start(&process, "--unix 300ms --warm-up 20ms --runs 1 -c 2 --csv --json %s");
    if (process_wait(&process, process.out) != 0) fail_msg("%s", process.text);
    assert_non_null(strstr(process.text, "{\"jsonrpc\":\"2.0\",\"method\":\"add\""));
    assert_non_null(strstr(process.text, "unix,2,1,256,1,0,ok,"));
    json_object *root = read_result();
    json_object *run = run_of(root, "unix");
    json_object *counts = load_json_get(run, "counts");
    assert_true(load_json_get_flag(root, "complete"));
    assert_string_equal(load_json_get_text(run, "verdict", ""), "ok");
    assert_true(load_json_get_count(counts, "started") > 0);
    assert_int_equal(load_json_get_count(counts, "started"), load_json_get_count(counts, "succeeded"));
    assert_true(load_json_get_number(run_of(root, "echo-burn-unix"), "burned_nanoseconds", 0) > 0);
    json_object_put(root);
    assert_no_process_is_left();
}

static void a_count_is_kept_to(void **state) {
    struct process process;
    (void)state;
    start(&process, "--http -n 200 --warm-up 0 --runs 1 -c 2 --json %s");
    if (process_wait(&process, process.out) != 0) fail_msg("%s", process.text);
    json_object *root = read_result();
    assert_int_equal(load_json_get_count(load_json_get(run_of(root, "http"), "counts"), "started"), 200);
    json_object_put(root);
}

static void a_server_that_is_not_there_is_named(void **state) {
    struct process process;
    (void)state;
    start(&process, "--connect tcp://127.0.0.1:1 100ms --runs 1 --json %s");
    assert_int_equal(process_wait(&process, process.out), 1);
    assert_non_null(strstr(process.text, "127.0.0.1:1"));
    json_object *root = read_result();
    assert_false(load_json_get_flag(root, "complete"));
    assert_non_null(strstr(load_json_get_text(root, "incomplete_reason", ""), "127.0.0.1:1"));
    assert_string_equal(load_json_get_text(run_of(root, "connect-tcp"), "verdict", ""), "failed");
    json_object_put(root);
}

static void write_target(const char *target, const char *name, const char *program) {
    FILE *file = fopen(target, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"name\":\"%s\",\"version\":\"1\",\"licence\":\"MIT\",\"language\":\"sh\",\"packages\":[],"
            "\"build\":null,\"launch\":{\"tcp\":[\"%s\",\"{port}\"]},\"ready\":{\"line\":\"listening on \"},"
            "\"transports\":[\"tcp\"],\"framings\":[\"concatenated\"],\"services\":[\"benchmark\"],"
            "\"features\":[]}",
            name, program);
    fclose(file);
}

/* One target cannot start, the reference can: what could be measured is kept. */
static void a_target_that_does_not_start_fails_its_own_rows(void **state) {
    struct process process;
    char target[64];
    char line[256];
    (void)state;
    snprintf(target, sizeof target, "%s/target.json", folder);
    write_target(target, "broken", "false");
    snprintf(line, sizeof line, "--tcp 300ms --warm-up 20ms --runs 1 --targets reference,%s --json %%s",
             target);
    start(&process, line);
    assert_int_equal(process_wait(&process, process.out), 1);
    unlink(target);
    json_object *root = read_result();
    assert_false(load_json_get_flag(root, "complete"));
    assert_non_null(strstr(load_json_get_text(root, "incomplete_reason", ""), "broken"));
    assert_string_equal(load_json_get_text(run_of(root, "tcp"), "verdict", ""), "ok");
    assert_string_equal(load_json_get_text(run_of(root, "broken-tcp"), "verdict", ""), "failed");
    json_object_put(root);
    assert_no_process_is_left();
}

/* What was asked for by name and is not there is a failure, not a skip. */
static void a_target_that_is_not_built_is_named(void **state) {
    struct process process;
    char target[64];
    char line[256];
    (void)state;
    snprintf(target, sizeof target, "%s/target.json", folder);
    write_target(target, "absent", "{bin}/no-such-server");
    snprintf(line, sizeof line, "--tcp 300ms --warm-up 20ms --runs 1 --targets %s --json %%s", target);
    start(&process, line);
    assert_int_equal(process_wait(&process, process.out), 1);
    assert_non_null(strstr(process.text, "no-such-server"));
    unlink(target);
    json_object *root = read_result();
    assert_non_null(strstr(load_json_get_text(root, "incomplete_reason", ""), "no-such-server"));
    assert_string_equal(load_json_get_text(run_of(root, "absent-tcp"), "verdict", ""), "failed");
    json_object_put(root);
}

/* Waits for the line of the n-th run, so that the signal comes while a later one goes on. */
static void await_run(struct process *process, int n) {
    char beginning[16];
    snprintf(beginning, sizeof beginning, "[%3d/", n);
    for (int i = 0; i < lines_maximum; i++)
        if (strncmp(process_line(process, process->out), beginning, strlen(beginning)) == 0) return;
    fail_msg("no line %s..", beginning);
}

static void check_interrupted(int signal_number) {
    struct process process;
    start(&process, "--unix 200ms --warm-up 10ms --runs 900 --json %s");
    await_run(&process, 4);
    assert_int_equal(process_stop(&process, signal_number), 1);
    assert_no_process_is_left();
    json_object *root = read_result();
    json_object *runs = load_json_get(root, "runs");
    assert_false(load_json_get_flag(root, "complete"));
    assert_non_null(load_json_get_text(root, "incomplete_reason", NULL));
    assert_true(json_object_array_length(runs) >= 4);
    assert_true(json_object_array_length(runs) < 2700);
    assert_true(json_object_array_length(load_json_get(root, "points")) > 0);
    json_object_put(root);
}

static void an_interrupt_keeps_the_file_and_leaves_no_process(void **state) {
    (void)state;
    check_interrupted(SIGINT);
    check_interrupted(SIGTERM);
}

static void a_file_compares_with_itself(void **state) {
    struct process process;
    (void)state;
    start(&process, "--sync 10ms 1 --series sync,sync-copy --warm-up 0 --runs 4 --json %s");
    assert_int_equal(process_wait(&process, process.out), 0);
    start(&process, "diff %s %s");
    assert_int_equal(process_wait(&process, process.out), 0);
    assert_non_null(strstr(process.text, "no difference seen"));
    assert_null(strstr(process.text, "worse"));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_command_line_is_usage),
        cmocka_unit_test(help_version_machine_and_list_work),
        cmocka_unit_test(a_full_disk_under_the_output_is_a_failure),
        cmocka_unit_test(a_row_on_a_transport_is_measured_and_kept),
        cmocka_unit_test(a_count_is_kept_to),
        cmocka_unit_test(a_server_that_is_not_there_is_named),
        cmocka_unit_test(a_target_that_does_not_start_fails_its_own_rows),
        cmocka_unit_test(a_target_that_is_not_built_is_named),
        cmocka_unit_test(an_interrupt_keeps_the_file_and_leaves_no_process),
        cmocka_unit_test(a_file_compares_with_itself),
    };
    if (argc != 3) return 2;
    bench = argv[1];
    schema_path = argv[2];
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
