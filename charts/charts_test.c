/* SPDX-License-Identifier: MIT */
#include "file.h"
#include "json.h"
#include "layout.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* The program as people run it, in a project folder of its own. */

static const char *program;
static const char *fixture;
static char folder[] = "/tmp/charts-test-XXXXXX";
static char said[65536]; /* what the last run printed, on either stream */

#define README                                                                                               \
    "# x\n\nTCP: <!-- f:rate/tcp/1 --><!-- /f --> a second\n\n<!-- charts:begin rates -->\n<!-- charts:end " \
    "rates "                                                                                                 \
    "-->\n<!-- charts:begin picture-sweep -->\n<!-- charts:end picture-sweep -->\n"

/* A path inside the folder; four live at a time. */
static const char *in_folder(const char *name) {
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const char *text) {
    assert_true(chart_file_write(in_folder(name), text, strlen(text)));
}

static char *get(const char *name) {
    size_t length = 0;
    char *text = chart_file_read(in_folder(name), &length);
    assert_non_null(text);
    return text;
}

static bool has(const char *name) {
    return chart_file_exists(in_folder(name));
}

static void become(char *const *arguments) {
    int out = open(in_folder("said.txt"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0 && chdir(folder) == 0)
        execv(program, arguments);
    _exit(99);
}

/* Runs the program in the folder; the arguments end with NULL. */
static int run(const char *command, ...) {
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
    char *text = get("said.txt");
    snprintf(said, sizeof said, "%s", text);
    free(text);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect(int status, int expected, const char *words) {
    if (status != expected || !strstr(said, words))
        print_error("exit %d, wanted %d and \"%s\", said:\n%s", status, expected, words, said);
    assert_int_equal(status, expected);
    assert_non_null(strstr(said, words));
}

/* The fixture, to be changed and written under a name. */
static json_object *load(void) {
    size_t length = 0;
    char *text = chart_file_read(fixture, &length);
    assert_non_null(text);
    json_object *json = chart_json_parse(fixture, text, length);
    assert_non_null(json);
    free(text);
    return json;
}

static void save(json_object *json, const char *name) {
    put(name, chart_json_text(json));
    json_object_put(json);
}

static json_object *context_of(json_object *json) {
    return chart_json_member(json, "context");
}

static void remove_all(void) {
    static const char *const names[] = {
        "README.md", "said.txt", "a.json", "b.json", "data/benchmarks.json", "pwned",
    };
    static const char *const folders[] = {"charts/svg", "one", "two"};
    static const char *const pictures[] = {"sweep", "transports", "threads"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(in_folder(names[i]));
    for (size_t f = 0; f < 3; f++) {
        for (size_t p = 0; p < 6; p++) {
            char name[64];
            snprintf(name, sizeof name, "%s/%s-%s.svg", folders[f], pictures[p / 2],
                     p % 2 ? "dark" : "light");
            unlink(in_folder(name));
        }
        rmdir(in_folder(folders[f]));
    }
}

/* A project folder with an empty README and no data. */
static int fresh_folder(void **state) {
    (void)state;
    remove_all();
    put("README.md", README);
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

static int publish_and_keep(void **state) {
    fresh_folder(state);
    expect(run("publish", fixture, NULL), 0, "published");
    for (size_t i = 0; i < KEPT; i++) kept[i] = get(kept_names[i]);
    return 0;
}

static int forget(void **state) {
    (void)state;
    for (size_t i = 0; i < KEPT; i++) free(kept[i]);
    return 0;
}

static int published_folder(void **state) {
    fresh_folder(state);
    mkdir(in_folder("charts/svg"), 0700);
    for (size_t i = 0; i < KEPT; i++) put(kept_names[i], kept[i]);
    return 0;
}

static void published_is_current(void **state) {
    (void)state;
    expect(run("check", NULL), 0, "current: 1 published runs, 6 pictures, 3 parts");
    char *readme = get("README.md");
    assert_non_null(strstr(readme, "<!-- f:rate/tcp/1 -->3.0"));
    free(readme);
    expect(run("update", NULL), 0, "0 of 3 parts");
}

/* Puts one byte of a file one higher, where `after` ends. */
static void change(const char *name, const char *after) {
    char *text = get(name);
    char *at = strstr(text, after);
    assert_non_null(at);
    at[strlen(after)]++;
    put(name, text);
    free(text);
}

static void a_changed_figure_is_found(void **state) {
    (void)state;
    change("README.md", "<!-- f:rate/tcp/1 -->");
    expect(run("check", NULL), 1, "README.md:3: rate/tcp/1 is stale");
    expect(run("update", NULL), 0, "1 of 3 parts");
    change("README.md", "| jrpc, TCP | ");
    expect(run("check", NULL), 1, "README.md:5: rates is stale");
    expect(run("update", NULL), 0, "");
    expect(run("check", NULL), 0, "current");
}

static void a_changed_picture_is_found(void **state) {
    (void)state;
    change("charts/svg/sweep-dark.svg", "viewBox=\"0 0 ");
    expect(run("check", NULL), 1, "charts/svg/sweep-dark.svg is stale");
    assert_null(strstr(said, "sweep-light"));
    unlink(in_folder("charts/svg/sweep-dark.svg"));
    expect(run("check", NULL), 1, "charts/svg/sweep-dark.svg is missing");
    put("charts/svg/sweep-dark.svg", "");
    expect(run("check", NULL), 1, "charts/svg/sweep-dark.svg is stale");
    expect(run("update", NULL), 0, "");
    expect(run("check", NULL), 0, "current");
}

static void a_changed_number_is_found(void **state) {
    (void)state;
    change("data/benchmarks.json", "\"rate_per_second\":");
    expect(run("check", NULL), 1, "is not what was published");
    assert_non_null(strstr(said, "rate_per_second is"));
    expect(run("update", NULL), 2, "changed by hand");
    expect(run("publish", fixture, NULL), 2, "back as it was");
}

static void a_number_beyond_reading_is_found(void **state) {
    (void)state;
    char *text = get("data/benchmarks.json");
    char *at = strstr(text, "\"depth\":256");
    assert_non_null(at);
    at[strlen("\"depth\":")] = '-';
    put("data/benchmarks.json", text);
    free(text);
    expect(run("check", NULL), 1, "is not what was published");
    assert_non_null(strstr(said, "depth is missing or not"));
}

static void a_changed_context_is_found(void **state) {
    (void)state;
    change("data/benchmarks.json", "\"memory_bytes\":");
    expect(run("check", NULL), 1, "is not what was published");
}

static void another_gnuplot_is_judged_by_the_script(void **state) {
    (void)state;
    change("charts/svg/sweep-light.svg", "gnuplot 5.");
    change("charts/svg/sweep-dark.svg", "gnuplot 5.");
    expect(run("check", NULL), 0, "scripts and checksums are compared, not bytes");
    change("charts/svg/sweep-light.svg", "viewBox=\"0 0 ");
    expect(run("check", NULL), 1, "charts/svg/sweep-light.svg is stale");
}

static void without_gnuplot_the_check_still_judges(void **state) {
    (void)state;
    const char *before = getenv("PATH");
    char *path = strdup(before ? before : "/usr/bin:/bin");
    setenv("PATH", "/nonexistent", 1);
    int render = run("render", "--output", "one", NULL);
    expect(render, 1, "apt-get install gnuplot-nox");
    expect(run("check", NULL), 0, "here is no gnuplot");
    change("charts/svg/threads-light.svg", "M");
    expect(run("check", NULL), 1, "charts/svg/threads-light.svg is stale");
    assert_non_null(path);
    setenv("PATH", path, 1);
    free(path);
}

static void the_same_data_give_the_same_bytes(void **state) {
    (void)state;
    static const char *const names[] = {"sweep-light.svg", "transports-dark.svg", "threads-light.svg"};
    assert_int_equal(run("render", "--input", fixture, "--output", "one", NULL), 0);
    setenv("TZ", "Asia/Tokyo", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    assert_int_equal(run("render", "--input", fixture, "--output", "two", NULL), 0);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("TZ");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char first[64];
        char second[64];
        snprintf(first, sizeof first, "one/%s", names[i]);
        snprintf(second, sizeof second, "two/%s", names[i]);
        char *one = get(first);
        char *two = get(second);
        assert_string_equal(one, two);
        assert_null(strstr(one, "Produced by"));
        assert_non_null(strstr(one, "<desc id=\"text\">Requests a second"));
        free(one);
        free(two);
    }
}

static void set_flag(json_object *json, const char *name, bool flag) {
    json_object_object_add(json, name, json_object_new_boolean(flag));
}

static void a_quick_or_incomplete_run_says_so(void **state) {
    (void)state;
    json_object *json = load();
    set_flag(json, "quick", true);
    save(json, "a.json");
    assert_int_equal(run("render", "--input", "a.json", "--output", "one", NULL), 0);
    char *svg = get("one/sweep-light.svg");
    assert_non_null(strstr(svg, ">QUICK RUN"));
    free(svg);
    json = load();
    set_flag(json, "complete", false);
    json_object_object_add(json, "incomplete_reason", json_object_new_string("the <server> died"));
    save(json, "a.json");
    assert_int_equal(run("render", "--input", "a.json", "--output", "one", NULL), 0);
    svg = get("one/sweep-light.svg");
    assert_non_null(strstr(svg, ">INCOMPLETE: the &lt;server> died"));
    free(svg);
}

/* Keeps only the runs of one series. */
static json_object *only(const char *id) {
    json_object *json = load();
    json_object *left = json_object_new_array();
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        if (strcmp(chart_json_string(one, "id", ""), id) == 0)
            json_object_array_add(left, json_object_get(one));
    }
    json_object_object_add(json, "runs", left);
    return json;
}

static void missing_series_are_left_out(void **state) {
    (void)state;
    save(only("http"), "a.json");
    expect(run("render", "--input", "a.json", "--output", "one", NULL), 0, "one/sweep-{light,dark}.svg");
    assert_false(has("one/transports-light.svg"));
    assert_false(has("one/threads-light.svg"));
    char *svg = get("one/sweep-light.svg");
    assert_non_null(strstr(svg, "HTTP, one request"));
    assert_null(strstr(svg, "Streams"));
    free(svg);
}

static void nothing_to_draw_is_bad_input(void **state) {
    (void)state;
    save(only("nothing"), "a.json");
    expect(run("render", "--input", "a.json", "--output", "one", NULL), 2, "nothing that a picture shows");
    json_object *json = load();
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        json_object_object_add(one, "verdict", json_object_new_string("failed"));
        json_object_object_add(one, "rate_per_second", NULL);
    }
    save(json, "a.json");
    expect(run("render", "--input", "a.json", "--output", "one", NULL), 2, "nothing that a picture shows");
    assert_false(has("one"));
}

static void an_empty_data_file_is_a_state_of_its_own(void **state) {
    (void)state;
    put("data/benchmarks.json", "{\"schema\":\"jrpc-benchmarks/1\",\"runs\":[],\"published\":[]}");
    expect(run("render", NULL), 2, "nothing that a picture shows");
    expect(run("check", NULL), 1, "rates is stale");
    expect(run("update", NULL), 0, "drew 0 pictures");
    expect(run("check", NULL), 0, "current: 0 published runs");
}

static void bad_input_is_named(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        {"", "a.json is no JSON document: it is empty"},
        {"{\"schema\":", "it ends too early"},
        {"{} {}", "unexpected character at byte 3"},
        {"{\"schema\":tru}", "a.json is no JSON document"},
        {"{\"schema\":\"\xff\"}", "a.json is no JSON document"},
        {"[]", "schema is missing"},
        {"null\n", "it is null"},
        {"{\"schema\":\"jrpc-bench/9\"}", "schema is \"jrpc-bench/9\""},
        {"{\"schema\":\"jrpc-bench/1\"}", "quick is missing"},
        {"{\"schema\":\"jrpc-benchmarks/1\",\"runs\":{}}", "runs is missing or no Array"},
        {"{\"schema\":\"jrpc-benchmarks/1\",\"runs\":[1]}", "runs[0] is no result"},
        {"{\"schema\":\"jrpc-bench/1\",\"quick\":false,\"complete\":true,\"runs\":[{\"id\":\"\"}],"
         "\"context\":{\"date\":\"d\",\"machine\":{\"cpu\":\"c\"}}}",
         "runs[0].id is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put("a.json", cases[i].text);
        expect(run("render", "--input", "a.json", "--output", "one", NULL), 2, cases[i].words);
    }
    put("a.json", "{}");
    assert_int_equal(truncate(in_folder("a.json"), 4), 0); /* zeros behind it */
    expect(run("render", "--input", "a.json", NULL), 2, "something follows it at byte 2");
    expect(run("render", "--input", "missing.json", NULL), 2, "cannot open missing.json");
    expect(run("render", "--input", ".", NULL), 2, "cannot read .");
    expect(run("check", NULL), 2, "cannot open ./data/benchmarks.json");
    put("data/benchmarks.json", "{\"schema\":\"jrpc-bench/1\"}");
    expect(run("check", NULL), 2, "quick is missing");
    assert_int_equal(truncate(in_folder("a.json"), (off_t)CHART_FILE_MAXIMUM + 1), 0);
    expect(run("render", "--input", "a.json", NULL), 2, "is larger than 64 MiB");
}

static void usage_is_checked(void **state) {
    (void)state;
    expect(run("--help", NULL), 0, "Usage: charts");
    expect(run("draw", NULL), 2, "no such command: draw");
    expect(run("render", "--colour", NULL), 2, "no such option: --colour");
    expect(run("render", "--input", NULL), 2, "lacks its value");
    expect(run("render", "file", NULL), 2, "unexpected argument: file");
    expect(run("publish", NULL), 2, "needs a result file");
    expect(run("check", "--output", "x", NULL), 2, "for render");
    expect(run("check", "--allow-dirty", NULL), 2, "for publish");
}

static void a_text_of_the_file_runs_nothing(void **state) {
    (void)state;
    static const char evil[] =
        "x`touch pwned`'\"; system('touch pwned') \n!touch pwned\nEOD\n$(touch pwned) @ARG0 "
        "</text><script>--> ]]> | %s %d";
    json_object *json = load();
    json_object *machine = chart_json_member(context_of(json), "machine");
    json_object_object_add(machine, "cpu", json_object_new_string(evil));
    json_object_object_add(context_of(json), "date", json_object_new_string(evil));
    json_object_object_add(context_of(json), "commit", json_object_new_string(evil));
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        json_object_object_add(one, "label", json_object_new_string(evil));
        if (strcmp(chart_json_string(one, "id", ""), "json-c-tcp") == 0)
            json_object_object_add(one, "id", json_object_new_string(evil));
    }
    save(json, "a.json");
    expect(run("render", "--input", "a.json", "--output", "one", NULL), 0, "");
    assert_false(has("pwned"));
    char *svg = get("one/sweep-light.svg");
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "]]>"));
    assert_non_null(strstr(svg, "&lt;script&gt;"));
    free(svg);
}

static void expect_refused(json_object *json, const char *words) {
    save(json, "a.json");
    expect(run("publish", "a.json", NULL), 2, words);
    assert_non_null(strstr(said, "nothing was published"));
    assert_false(has("data/benchmarks.json"));
}

static void what_may_not_be_published_is_refused(void **state) {
    (void)state;
    json_object *json = load();
    set_flag(json, "quick", true);
    expect_refused(json, "a quick run is never published");
    json = load();
    set_flag(json, "complete", false);
    expect_refused(json, "the run is incomplete");
    json = load();
    set_flag(context_of(json), "dirty", true);
    expect_refused(json, "local changes");
    json = load();
    json_object_object_add(context_of(json), "dirty", NULL);
    expect_refused(json, "local changes");
    json = load();
    json_object_object_add(chart_json_element(json, "runs", 5), "verdict", json_object_new_string("failed"));
    json_object_object_add(chart_json_element(json, "runs", 5), "reason",
                           json_object_new_string("wrong reply"));
    expect_refused(json, "failed: wrong reply; measure again");
    json = load();
    json_object_object_add(chart_json_element(json, "points", 5), "median", json_object_new_double(1));
    expect_refused(json, "its runs make it");
    json = only("nothing");
    expect_refused(json, "no run whose verdict is ok");
    save(load(), "b.json");
    put("a.json", "[]");
    expect(run("publish", "b.json", "a.json", NULL), 2, "nothing was published");
    assert_false(has("data/benchmarks.json"));
}

static void a_dirty_run_is_published_as_such(void **state) {
    (void)state;
    json_object *json = load();
    set_flag(context_of(json), "dirty", true);
    save(json, "a.json");
    expect(run("publish", "--allow-dirty", "a.json", NULL), 0, "published a.json");
    expect(run("check", NULL), 0, "current");
    char *svg = get("charts/svg/sweep-light.svg");
    assert_non_null(strstr(svg, "local changes"));
    free(svg);
    change("data/benchmarks.json", "\"dirty_allowed\":tru");
    expect(run("check", NULL), 2, "is no JSON document");
}

static void publish_dated(const char *date, const char *commit, const char *cpu) {
    json_object *json = load();
    json_object_object_add(context_of(json), "date", json_object_new_string(date));
    json_object_object_add(context_of(json), "commit", json_object_new_string(commit));
    json_object_object_add(chart_json_member(context_of(json), "machine"), "cpu",
                           json_object_new_string(cpu));
    save(json, "a.json");
    expect(run("publish", "a.json", NULL), 0, "published a.json");
}

static void expect_dates(const char *first, const char *second, const char *third) {
    const char *const expected[] = {first, second, third};
    char *text = get("data/benchmarks.json");
    json_object *json = chart_json_parse("data", text, strlen(text));
    size_t count = chart_json_length(json, "runs");
    assert_int_equal(chart_json_length(json, "published"), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(chart_json_string(context_of(chart_json_element(json, "runs", i)), "date", ""),
                            i < 3 && expected[i] ? expected[i] : "none");
    /* The file is laid out the same way every time it is written. */
    char *again = chart_layout(json);
    assert_string_equal(again, text);
    free(again);
    json_object_put(json);
    free(text);
}

static void runs_are_kept_by_machine_and_commit(void **state) {
    (void)state;
    publish_dated("2021-02-01T00:00:00Z", "aaaa", "cpu");
    publish_dated("2021-01-01T00:00:00Z", "bbbb", "cpu");
    expect_dates("2021-01-01T00:00:00Z", "2021-02-01T00:00:00Z", NULL);
    publish_dated("2021-03-01T00:00:00Z", "aaaa", "other");
    expect_dates("2021-01-01T00:00:00Z", "2021-02-01T00:00:00Z", "2021-03-01T00:00:00Z");
    publish_dated("2021-04-01T00:00:00Z", "aaaa", "cpu");
    assert_non_null(strstr(said, "replaces the run of 2021-02-01"));
    expect_dates("2021-01-01T00:00:00Z", "2021-03-01T00:00:00Z", "2021-04-01T00:00:00Z");
    expect(run("check", NULL), 0, "current: 3 published runs");
    char *svg = get("charts/svg/sweep-light.svg");
    assert_non_null(strstr(svg, "2021-04-01")); /* the latest session is shown */
    free(svg);
}

int main(int count, char **values) {
    if (count != 3) return 2;
    program = values[1];
    fixture = values[2];
    if (!mkdtemp(folder)) return 1;
    mkdir(in_folder("data"), 0700);
    mkdir(in_folder("charts"), 0700);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(published_is_current, published_folder),
        cmocka_unit_test_setup(a_changed_figure_is_found, published_folder),
        cmocka_unit_test_setup(a_changed_picture_is_found, published_folder),
        cmocka_unit_test_setup(a_changed_number_is_found, published_folder),
        cmocka_unit_test_setup(a_number_beyond_reading_is_found, published_folder),
        cmocka_unit_test_setup(a_changed_context_is_found, published_folder),
        cmocka_unit_test_setup(another_gnuplot_is_judged_by_the_script, published_folder),
        cmocka_unit_test_setup(without_gnuplot_the_check_still_judges, published_folder),
        cmocka_unit_test_setup(the_same_data_give_the_same_bytes, fresh_folder),
        cmocka_unit_test_setup(a_quick_or_incomplete_run_says_so, fresh_folder),
        cmocka_unit_test_setup(missing_series_are_left_out, fresh_folder),
        cmocka_unit_test_setup(nothing_to_draw_is_bad_input, fresh_folder),
        cmocka_unit_test_setup(an_empty_data_file_is_a_state_of_its_own, fresh_folder),
        cmocka_unit_test_setup(bad_input_is_named, fresh_folder),
        cmocka_unit_test_setup(usage_is_checked, fresh_folder),
        cmocka_unit_test_setup(a_text_of_the_file_runs_nothing, fresh_folder),
        cmocka_unit_test_setup(what_may_not_be_published_is_refused, fresh_folder),
        cmocka_unit_test_setup(a_dirty_run_is_published_as_such, fresh_folder),
        cmocka_unit_test_setup(runs_are_kept_by_machine_and_commit, fresh_folder),
    };
    int failed = cmocka_run_group_tests(tests, publish_and_keep, forget);
    remove_all();
    rmdir(in_folder("charts"));
    rmdir(in_folder("data"));
    rmdir(folder);
    return failed;
}
