/* SPDX-License-Identifier: MIT */
#include "test_project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void published_is_current(void **state) {
    (void)state;
    project_expect(project_run("check", NULL), 0, "current: 1 published runs, 6 pictures, 3 parts");
    char *readme = project_get("README.md");
    assert_non_null(strstr(readme, "<!-- f:rate/tcp/1 -->3.0"));
    free(readme);
    project_expect(project_run("update", NULL), 0, "0 of 3 parts");
}

static void a_changed_figure_is_found(void **state) {
    (void)state;
    project_change("README.md", "<!-- f:rate/tcp/1 -->");
    project_expect(project_run("check", NULL), 1, "README.md:3: rate/tcp/1 is stale");
    project_expect(project_run("update", NULL), 0, "1 of 3 parts");
    project_change("README.md", "| jrpc, TCP | ");
    project_expect(project_run("check", NULL), 1, "README.md:5: rates is stale");
    project_expect(project_run("update", NULL), 0, "");
    project_expect(project_run("check", NULL), 0, "current");
}

static void a_changed_picture_is_found(void **state) {
    (void)state;
    project_change("charts/svg/sweep-dark.svg", "viewBox=\"0 0 ");
    project_expect(project_run("check", NULL), 1, "charts/svg/sweep-dark.svg is stale");
    assert_null(strstr(project_said, "sweep-light"));
    unlink(project_path("charts/svg/sweep-dark.svg"));
    project_expect(project_run("check", NULL), 1, "charts/svg/sweep-dark.svg is missing");
    project_put("charts/svg/sweep-dark.svg", "");
    project_expect(project_run("check", NULL), 1, "charts/svg/sweep-dark.svg is stale");
    project_expect(project_run("update", NULL), 0, "");
    project_expect(project_run("check", NULL), 0, "current");
}

static void a_changed_number_is_found(void **state) {
    (void)state;
    project_change("data/benchmarks.json", "\"rate_per_second\":");
    project_expect(project_run("check", NULL), 1, "is not what was published");
    assert_non_null(strstr(project_said, "rate_per_second is"));
    project_expect(project_run("update", NULL), 2, "changed by hand");
    project_expect(project_run("publish", project_fixture_path, NULL), 2, "back as it was");
}

static void a_number_beyond_reading_is_found(void **state) {
    (void)state;
    char *text = project_get("data/benchmarks.json");
    char *at = strstr(text, "\"depth\":256");
    assert_non_null(at);
    at[strlen("\"depth\":")] = '-';
    project_put("data/benchmarks.json", text);
    free(text);
    project_expect(project_run("check", NULL), 1, "is not what was published");
    assert_non_null(strstr(project_said, "depth is missing or not"));
}

static void a_changed_context_is_found(void **state) {
    (void)state;
    project_change("data/benchmarks.json", "\"memory_bytes\":");
    project_expect(project_run("check", NULL), 1, "is not what was published");
}

static void another_gnuplot_is_judged_by_the_script(void **state) {
    (void)state;
    project_change("charts/svg/sweep-light.svg", "gnuplot 5.");
    project_change("charts/svg/sweep-dark.svg", "gnuplot 5.");
    project_expect(project_run("check", NULL), 0, "scripts and checksums are compared, not bytes");
    project_change("charts/svg/sweep-light.svg", "viewBox=\"0 0 ");
    project_expect(project_run("check", NULL), 1, "charts/svg/sweep-light.svg is stale");
}

static void without_gnuplot_the_check_still_judges(void **state) {
    (void)state;
    const char *before = getenv("PATH");
    char *path = strdup(before ? before : "/usr/bin:/bin");
    setenv("PATH", "/nonexistent", 1);
    int render = project_run("render", "--output", "one", NULL);
    project_expect(render, 1, "apt-get install gnuplot-nox");
    project_expect(project_run("check", NULL), 0, "here is no gnuplot");
    project_change("charts/svg/threads-light.svg", "M");
    project_expect(project_run("check", NULL), 1, "charts/svg/threads-light.svg is stale");
    assert_non_null(path);
    setenv("PATH", path, 1);
    free(path);
}

static void an_empty_data_file_is_a_state_of_its_own(void **state) {
    (void)state;
    project_put("data/benchmarks.json", "{\"schema\":\"jrpc-benchmarks/1\",\"runs\":[],\"published\":[]}");
    project_expect(project_run("render", NULL), 2, "nothing that a picture shows");
    project_expect(project_run("check", NULL), 1, "rates is stale");
    project_expect(project_run("update", NULL), 0, "drew 0 pictures");
    project_expect(project_run("check", NULL), 0, "current: 0 published runs");
}

static void bad_data_is_named(void **state) {
    (void)state;
    project_expect(project_run("check", NULL), 2, "cannot open ./data/benchmarks.json");
    project_put("data/benchmarks.json", "{\"schema\":\"jrpc-bench/1\"}");
    project_expect(project_run("check", NULL), 2, "quick is missing");
}

static int tests(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test_setup(published_is_current, project_published),
        cmocka_unit_test_setup(a_changed_figure_is_found, project_published),
        cmocka_unit_test_setup(a_changed_picture_is_found, project_published),
        cmocka_unit_test_setup(a_changed_number_is_found, project_published),
        cmocka_unit_test_setup(a_number_beyond_reading_is_found, project_published),
        cmocka_unit_test_setup(a_changed_context_is_found, project_published),
        cmocka_unit_test_setup(another_gnuplot_is_judged_by_the_script, project_published),
        cmocka_unit_test_setup(without_gnuplot_the_check_still_judges, project_published),
        cmocka_unit_test_setup(an_empty_data_file_is_a_state_of_its_own, project_fresh),
        cmocka_unit_test_setup(bad_data_is_named, project_fresh),
    };
    return cmocka_run_group_tests(all, project_keep, project_forget);
}

int main(int count, char **values) {
    return project_main(count, values, tests);
}
