/* SPDX-License-Identifier: MIT */
#include "layout.h"
#include "test_project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect_refused(json_object *json, const char *words) {
    project_save(json, "a.json");
    project_expect(project_run("publish", "a.json", NULL), 2, words);
    assert_non_null(strstr(project_said, "nothing was published"));
    assert_false(project_has("data/benchmarks.json"));
}

static void what_may_not_be_published_is_refused(void **state) {
    (void)state;
    json_object *json = project_fixture();
    project_set_flag(json, "quick", true);
    expect_refused(json, "a quick run is never published");
    json = project_fixture();
    project_set_flag(json, "complete", false);
    expect_refused(json, "the run is incomplete");
    json = project_fixture();
    project_set_flag(project_context(json), "dirty", true);
    expect_refused(json, "local changes");
    json = project_fixture();
    json_object_object_add(project_context(json), "dirty", NULL);
    expect_refused(json, "local changes");
    json = project_fixture();
    json_object_object_add(chart_json_element(json, "runs", 5), "verdict", json_object_new_string("failed"));
    json_object_object_add(chart_json_element(json, "runs", 5), "reason",
                           json_object_new_string("wrong reply"));
    expect_refused(json, "failed: wrong reply; measure again");
    json = project_fixture();
    json_object_object_add(chart_json_element(json, "points", 5), "median", json_object_new_double(1));
    expect_refused(json, "its runs make it");
    json = project_fixture();
    json_object_object_del(json, "checks");
    expect_refused(json, "no run tells whether synthetic is warm");
    json = project_fixture();
    json_object *ratios = chart_json_member(json, "ratios");
    json_object *warm = json_object_array_get_idx(ratios, json_object_array_length(ratios) - 1);
    json_object_object_add(warm, "median", json_object_new_double(1.5));
    expect_refused(json, "its runs make it");
    json = project_fixture();
    json_object_object_add(chart_json_element(json, "runs", 5), "latency", NULL);
    expect_refused(json, "latency");
    json = project_only("nothing");
    expect_refused(json, "no run whose verdict is ok");
    project_save(project_fixture(), "b.json");
    project_put("a.json", "[]");
    project_expect(project_run("publish", "b.json", "a.json", NULL), 2, "nothing was published");
    assert_false(project_has("data/benchmarks.json"));
}

/* What the client or the machine decided is published with its label only. */
static void a_bound_or_drifted_run_is_labelled(void **state) {
    (void)state;
    json_object *json = project_fixture();
    for (size_t i = 0; i < chart_json_length(json, "runs"); i++) {
        json_object *run = chart_json_element(json, "runs", i);
        if (strcmp(chart_json_string(run, "id", ""), "tcp") != 0) continue;
        json_object_object_add(run, "bound", json_object_new_string("generator"));
        project_set_flag(run, "drifted", true);
    }
    project_save(json, "a.json");
    project_put("README.md", "<!-- charts:begin rates -->\n<!-- charts:end rates -->\n");
    project_expect(project_run("publish", "a.json", NULL), 0, "published a.json");
    char *readme = project_get("README.md");
    char *svg = project_get("charts/svg/sweep-light.svg");
    assert_non_null(strstr(readme, "<br>generator-bound</sub>"));
    assert_non_null(strstr(readme, "drifted"));
    assert_non_null(strstr(svg, "runs generator-bound"));
    free(readme);
    free(svg);
}

static void a_dirty_run_is_published_as_such(void **state) {
    (void)state;
    json_object *json = project_fixture();
    project_set_flag(project_context(json), "dirty", true);
    project_save(json, "a.json");
    project_expect(project_run("publish", "--allow-dirty", "a.json", NULL), 0, "published a.json");
    project_expect(project_run("check", NULL), 0, "current");
    char *svg = project_get("charts/svg/sweep-light.svg");
    assert_non_null(strstr(svg, "local changes"));
    free(svg);
    project_change("data/benchmarks.json", "\"dirty_allowed\":tru");
    project_expect(project_run("check", NULL), 2, "is no JSON document");
}

static void publish_dated(const char *date, const char *commit, const char *cpu) {
    json_object *json = project_fixture();
    json_object_object_add(project_context(json), "date", json_object_new_string(date));
    json_object_object_add(project_context(json), "commit", json_object_new_string(commit));
    json_object_object_add(chart_json_member(project_context(json), "machine"), "cpu",
                           json_object_new_string(cpu));
    project_save(json, "a.json");
    project_expect(project_run("publish", "a.json", NULL), 0, "published a.json");
}

static void expect_dates(const char *first, const char *second, const char *third) {
    const char *const expected[] = {first, second, third};
    char *text = project_get("data/benchmarks.json");
    json_object *json = chart_json_parse("data", text, strlen(text));
    size_t count = chart_json_length(json, "runs");
    assert_int_equal(chart_json_length(json, "published"), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(
            chart_json_string(project_context(chart_json_element(json, "runs", i)), "date", ""),
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
    assert_non_null(strstr(project_said, "replaces the run of 2021-02-01"));
    expect_dates("2021-01-01T00:00:00Z", "2021-03-01T00:00:00Z", "2021-04-01T00:00:00Z");
    project_expect(project_run("check", NULL), 0, "current: 3 published runs");
    char *svg = project_get("charts/svg/sweep-light.svg");
    assert_non_null(strstr(svg, "2021-04-01")); /* the latest session is shown */
    free(svg);
}

static int tests(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test_setup(what_may_not_be_published_is_refused, project_fresh),
        cmocka_unit_test_setup(a_bound_or_drifted_run_is_labelled, project_fresh),
        cmocka_unit_test_setup(a_dirty_run_is_published_as_such, project_fresh),
        cmocka_unit_test_setup(runs_are_kept_by_machine_and_commit, project_fresh),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int count, char **values) {
    return project_main(count, values, tests);
}
