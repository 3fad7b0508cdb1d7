/* SPDX-License-Identifier: MIT */
#include "test_project.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *program;
const char *project_fixture_path;
static char folder[] = "/tmp/charts-test-XXXXXX";
char project_said[65536];

#define README                                                                                               \
    "# x\n\nTCP: <!-- f:rate/tcp/1 --><!-- /f --> a second\n\n<!-- charts:begin rates -->\n<!-- charts:end " \
    "rates "                                                                                                 \
    "-->\n<!-- charts:begin picture-sweep -->\n<!-- charts:end picture-sweep -->\n"

/* A path inside the folder; four live at a time. */
const char *project_path(const char *name) {
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

void project_put(const char *name, const char *text) {
    assert_true(chart_file_write(project_path(name), text, strlen(text)));
}

char *project_get(const char *name) {
    size_t length = 0;
    char *text = chart_file_read(project_path(name), &length);
    assert_non_null(text);
    return text;
}

bool project_has(const char *name) {
    return chart_file_exists(project_path(name));
}

static void become(char *const *arguments) {
    int out = open(project_path("said.txt"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0 && chdir(folder) == 0)
        execv(program, arguments);
    _exit(99);
}

/* Runs the program in the folder; the arguments end with NULL. */
int project_run(const char *command, ...) {
    char *arguments[12] = {strdup(program), strdup(command)};
    size_t count = 2;
    va_list list;
    va_start(list, command);
    for (const char *next; count < 11 && (next = va_arg(list, const char *)); count++)
        arguments[count] = strdup(next);
    va_end(list);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) become(arguments);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) assert_int_equal(errno, EINTR);
    for (size_t i = 0; i < count; i++) free(arguments[i]);
    char *text = project_get("said.txt");
    snprintf(project_said, sizeof project_said, "%s", text);
    free(text);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

void project_expect(int status, int expected, const char *words) {
    if (status != expected || !strstr(project_said, words))
        print_error("exit %d, wanted %d and \"%s\", said:\n%s", status, expected, words, project_said);
    assert_int_equal(status, expected);
    assert_non_null(strstr(project_said, words));
}

json_object *project_fixture(void) {
    size_t length = 0;
    char *text = chart_file_read(project_fixture_path, &length);
    assert_non_null(text);
    json_object *json = chart_json_parse(project_fixture_path, text, length);
    assert_non_null(json);
    free(text);
    return json;
}

void project_save(json_object *json, const char *name) {
    project_put(name, chart_json_text(json));
    json_object_put(json);
}

json_object *project_context(json_object *json) {
    return chart_json_member(json, "context");
}

static void remove_all(void) {
    static const char *const names[] = {
        "README.md", "said.txt", "a.json", "b.json", "data/benchmarks.json", "pwned",
    };
    static const char *const folders[] = {"charts/svg", "one", "two"};
    static const char *const pictures[] = {"sweep", "transports", "threads"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(project_path(names[i]));
    for (size_t f = 0; f < 3; f++) {
        for (size_t p = 0; p < 6; p++) {
            char name[64];
            snprintf(name, sizeof name, "%s/%s-%s.svg", folders[f], pictures[p / 2],
                     p % 2 ? "dark" : "light");
            unlink(project_path(name));
        }
        rmdir(project_path(folders[f]));
    }
}

/* A project folder with an empty README and no data. */
int project_fresh(void **state) {
    (void)state;
    remove_all();
    project_put("README.md", README);
    return 0;
}

/* A folder with the fixture published, kept so that drawing it once does for all tests. */
static const char *const kept_names[] = {
    "README.md",
    "data/benchmarks.json",
    "charts/svg/sweep-light.svg",
    "charts/svg/sweep-dark.svg",
    "charts/svg/transports-light.svg",
    "charts/svg/transports-dark.svg",
    "charts/svg/threads-light.svg",
    "charts/svg/threads-dark.svg",
};
enum { KEPT = sizeof kept_names / sizeof *kept_names };
static char *kept[KEPT];

int project_keep(void **state) {
    project_fresh(state);
    project_expect(project_run("publish", project_fixture_path, NULL), 0, "published");
    for (size_t i = 0; i < KEPT; i++) kept[i] = project_get(kept_names[i]);
    return 0;
}

int project_forget(void **state) {
    (void)state;
    for (size_t i = 0; i < KEPT; i++) free(kept[i]);
    return 0;
}

int project_published(void **state) {
    project_fresh(state);
    mkdir(project_path("charts/svg"), 0700);
    for (size_t i = 0; i < KEPT; i++) project_put(kept_names[i], kept[i]);
    return 0;
}

/* Puts one byte of a file one higher, where `after` ends. */
void project_change(const char *name, const char *after) {
    char *text = project_get(name);
    char *at = strstr(text, after);
    assert_non_null(at);
    at[strlen(after)]++;
    project_put(name, text);
    free(text);
}

void project_set_flag(json_object *json, const char *name, bool flag) {
    json_object_object_add(json, name, json_object_new_boolean(flag));
}

json_object *project_only(const char *id) {
    json_object *json = project_fixture();
    json_object *left = json_object_new_array();
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        if (strcmp(chart_json_string(one, "id", ""), id) == 0)
            json_object_array_add(left, json_object_get(one));
    }
    json_object_object_add(json, "runs", left);
    return json;
}

int project_main(int count, char **values, int (*tests)(void)) {
    if (count != 3) return 2;
    program = values[1];
    project_fixture_path = values[2];
    if (!mkdtemp(folder)) return 1;
    mkdir(project_path("data"), 0700);
    mkdir(project_path("charts"), 0700);
    int failed = tests();
    remove_all();
    rmdir(project_path("charts"));
    rmdir(project_path("data"));
    rmdir(folder);
    return failed;
}
