/* SPDX-License-Identifier: MIT */
#include "file.h"
#include "test_project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void the_same_data_give_the_same_bytes(void **state) {
    (void)state;
    static const char *const names[] = {"sweep-light.svg", "transports-dark.svg", "threads-light.svg"};
    assert_int_equal(project_run("render", "--input", project_fixture_path, "--output", "one", NULL), 0);
    setenv("TZ", "Asia/Tokyo", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    assert_int_equal(project_run("render", "--input", project_fixture_path, "--output", "two", NULL), 0);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("TZ");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char first[64];
        char second[64];
        snprintf(first, sizeof first, "one/%s", names[i]);
        snprintf(second, sizeof second, "two/%s", names[i]);
        char *one = project_get(first);
        char *two = project_get(second);
        assert_string_equal(one, two);
        assert_null(strstr(one, "Produced by"));
        assert_non_null(strstr(one, "<desc id=\"text\">Requests a second"));
        free(one);
        free(two);
    }
}

static void a_quick_or_incomplete_run_says_so(void **state) {
    (void)state;
    json_object *json = project_fixture();
    project_set_flag(json, "quick", true);
    project_save(json, "a.json");
    assert_int_equal(project_run("render", "--input", "a.json", "--output", "one", NULL), 0);
    char *svg = project_get("one/sweep-light.svg");
    assert_non_null(strstr(svg, ">QUICK RUN"));
    free(svg);
    json = project_fixture();
    project_set_flag(json, "complete", false);
    json_object_object_add(json, "incomplete_reason", json_object_new_string("the <server> died"));
    project_save(json, "a.json");
    assert_int_equal(project_run("render", "--input", "a.json", "--output", "one", NULL), 0);
    svg = project_get("one/sweep-light.svg");
    assert_non_null(strstr(svg, ">INCOMPLETE: the &lt;server> died"));
    free(svg);
}

static void missing_series_are_left_out(void **state) {
    (void)state;
    project_save(project_only("http"), "a.json");
    project_expect(project_run("render", "--input", "a.json", "--output", "one", NULL), 0,
                   "one/sweep-{light,dark}.svg");
    assert_false(project_has("one/transports-light.svg"));
    assert_false(project_has("one/threads-light.svg"));
    char *svg = project_get("one/sweep-light.svg");
    assert_non_null(strstr(svg, "HTTP, one request"));
    assert_null(strstr(svg, "Streams"));
    free(svg);
}

static void nothing_to_draw_is_bad_input(void **state) {
    (void)state;
    project_save(project_only("nothing"), "a.json");
    project_expect(project_run("render", "--input", "a.json", "--output", "one", NULL), 2,
                   "nothing that a picture shows");
    json_object *json = project_fixture();
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        json_object_object_add(one, "verdict", json_object_new_string("failed"));
        json_object_object_add(one, "rate_per_second", NULL);
    }
    project_save(json, "a.json");
    project_expect(project_run("render", "--input", "a.json", "--output", "one", NULL), 2,
                   "nothing that a picture shows");
    assert_false(project_has("one"));
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
        project_put("a.json", cases[i].text);
        project_expect(project_run("render", "--input", "a.json", "--output", "one", NULL), 2,
                       cases[i].words);
    }
    project_put("a.json", "{}");
    assert_int_equal(truncate(project_path("a.json"), 4), 0); /* zeros behind it */
    project_expect(project_run("render", "--input", "a.json", NULL), 2, "something follows it at byte 2");
    project_expect(project_run("render", "--input", "missing.json", NULL), 2, "cannot open missing.json");
    project_expect(project_run("render", "--input", ".", NULL), 2, "cannot read .");
    assert_int_equal(truncate(project_path("a.json"), (off_t)CHART_FILE_MAXIMUM + 1), 0);
    project_expect(project_run("render", "--input", "a.json", NULL), 2, "is larger than 64 MiB");
}

static void usage_is_checked(void **state) {
    (void)state;
    project_expect(project_run("--help", NULL), 0, "Usage: charts");
    project_expect(project_run("draw", NULL), 2, "no such command: draw");
    project_expect(project_run("render", "--colour", NULL), 2, "no such option: --colour");
    project_expect(project_run("render", "--input", NULL), 2, "lacks its value");
    project_expect(project_run("render", "file", NULL), 2, "unexpected argument: file");
    project_expect(project_run("publish", NULL), 2, "needs a result file");
    project_expect(project_run("check", "--output", "x", NULL), 2, "for render");
    project_expect(project_run("check", "--allow-dirty", NULL), 2, "for publish");
}

static void a_text_of_the_file_runs_nothing(void **state) {
    (void)state;
    static const char evil[] =
        "x`touch pwned`'\"; system('touch pwned') \n!touch pwned\nEOD\n$(touch pwned) @ARG0 "
        "</text><script>--> ]]> | %s %d";
    json_object *json = project_fixture();
    json_object *machine = chart_json_member(project_context(json), "machine");
    json_object_object_add(machine, "cpu", json_object_new_string(evil));
    json_object_object_add(project_context(json), "date", json_object_new_string(evil));
    json_object_object_add(project_context(json), "commit", json_object_new_string(evil));
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *one = chart_json_element(json, "runs", i);
        json_object_object_add(one, "label", json_object_new_string(evil));
        if (strcmp(chart_json_string(one, "id", ""), "json-c-tcp") == 0)
            json_object_object_add(one, "id", json_object_new_string(evil));
    }
    project_save(json, "a.json");
    project_expect(project_run("render", "--input", "a.json", "--output", "one", NULL), 0, "");
    assert_false(project_has("pwned"));
    char *svg = project_get("one/sweep-light.svg");
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "]]>"));
    assert_non_null(strstr(svg, "&lt;script&gt;"));
    free(svg);
}

static int tests(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test_setup(the_same_data_give_the_same_bytes, project_fresh),
        cmocka_unit_test_setup(a_quick_or_incomplete_run_says_so, project_fresh),
        cmocka_unit_test_setup(missing_series_are_left_out, project_fresh),
        cmocka_unit_test_setup(nothing_to_draw_is_bad_input, project_fresh),
        cmocka_unit_test_setup(bad_input_is_named, project_fresh),
        cmocka_unit_test_setup(usage_is_checked, project_fresh),
        cmocka_unit_test_setup(a_text_of_the_file_runs_nothing, project_fresh),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int count, char **values) {
    return project_main(count, values, tests);
}
