/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#define WORDS_MAX 160

static app_options options;
static char problem[APP_PROBLEM_BYTES];

/* Parses the words of a command line, which none of ours has spaces in. */
static app_mode parse(const char *line) {
    static char text[8192];
    char *arguments[WORDS_MAX + 1] = {"jrpc-server"};
    int count = 1;
    assert_true(strlen(line) < sizeof text);
    memcpy(text, line, strlen(line) + 1);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < WORDS_MAX);
        arguments[count++] = word;
    }
    problem[0] = 0;
    return app_options_parse(count, arguments, &options, problem);
}

static void assert_wrong(const char *line, const char *says) {
    if (parse(line) != APP_WRONG) fail_msg("%s was accepted", line);
    if (!strstr(problem, says)) fail_msg("%s: \"%s\" does not say \"%s\"", line, problem, says);
}

static void test_defaults(void **state) {
    (void)state;
    assert_int_equal(parse("--listen tcp://127.0.0.1:0"), APP_SERVE);
    assert_int_equal(options.address_count, 1);
    assert_string_equal(options.addresses[0], "tcp://127.0.0.1:0");
    assert_string_equal(options.service, "benchmark");
    assert_int_equal(options.workers, 1);
    assert_false(options.has_version);
    assert_false(options.quiet);
}

static void test_everything(void **state) {
    (void)state;
    assert_int_equal(parse("--listen tcp://127.0.0.1:0?framing=line&service=conformance --listen=unix:///x/y "
                           "--service binding --workers 7 --version-policy strict --allow-host a.example "
                           "--allow-host * --limit maxDepth=100 --limit maxDocumentBytes=0 "
                           "--limit idleMilliseconds=5 --quiet"),
                     APP_SERVE);
    assert_int_equal(options.address_count, 2);
    assert_string_equal(options.service, "binding");
    assert_int_equal(options.workers, 7);
    assert_true(options.has_version && options.version == JRPC_VERSION_STRICT);
    assert_int_equal(options.allowed_host_count, 2);
    assert_string_equal(options.allowed_hosts[1], "*");
    assert_int_equal(options.limit_count, 3);
    assert_string_equal(options.limits[0].name, "maxDepth");
    assert_int_equal(options.limits[0].value, 100);
    assert_true(options.quiet);
}

static void test_what_only_prints(void **state) {
    (void)state;
    assert_int_equal(parse("--help"), APP_HELP);
    assert_int_equal(parse("-h"), APP_HELP);
    assert_int_equal(parse("--version"), APP_VERSION);
    assert_int_equal(parse("--listen stdio: --help"), APP_HELP);
}

static void test_wrong_usage_is_named(void **state) {
    (void)state;
    assert_wrong("", "--listen tcp://127.0.0.1:9000");
    assert_wrong("--nope", "--nope");
    assert_wrong("-x", "-x");
    assert_wrong("-xy", "-xy");
    assert_wrong("--quiet=1", "--quiet=1");
    assert_wrong("--listen", "--listen: its value is missing");
    assert_wrong("--listen stdio: stray", "stray");
    assert_wrong("--listen ftp://127.0.0.1:1", "ftp://127.0.0.1:1");
    assert_wrong("--listen tcp://127.0.0.1:99999", "tcp://127.0.0.1:99999");
    assert_wrong("--listen tcp://127.0.0.1:0?framing=morse", "framing=morse");
    assert_wrong("--listen tcp://127.0.0.1:0?service=nosuch", "nosuch");
    assert_wrong("--service nosuch --listen stdio:", "nosuch");
    assert_wrong("--workers 0 --listen stdio:", "--workers: '0'");
    assert_wrong("--workers 1025 --listen stdio:", "1024");
    assert_wrong("--workers two --listen stdio:", "'two'");
    assert_wrong("--workers 2x --listen stdio:", "'2x'");
    assert_wrong("--version-policy loose --listen stdio:", "'loose'");
    assert_wrong("--limit maxDepth --listen stdio:", "NAME=VALUE");
    assert_wrong("--limit maxDepth= --listen stdio:", "''");
    assert_wrong("--limit maxDepth=-1 --listen stdio:", "'-1'");
    assert_wrong("--limit maxDepth=1e3 --listen stdio:", "'1e3'");
    assert_wrong("--limit maxDepth=99999999999999999999 --listen stdio:", "99999999999999999999");
    assert_wrong("--limit maxDepth=10001 --listen stdio:", "maxDepth: 10001 is out of its range");
    assert_wrong("--limit maxConnections=0 --listen stdio:", "maxConnections: 0 is out of its range");
    assert_wrong("--limit maxHats=3 --listen stdio:", "maxHats");
}

/* `words` once more than a list may be long. */
static const char *too_often(const char *words) {
    static char line[(APP_LIST_MAX + 1) * 32];
    size_t length = strlen(words);
    assert_true(length < 32);
    for (size_t i = 0; i <= APP_LIST_MAX; i++) memcpy(line + i * length, words, length + 1);
    return line;
}

static void test_lists_are_bounded(void **state) {
    (void)state;
    assert_wrong(too_often("--listen stdio: "), "64 --listen");
    assert_wrong(too_often("--limit maxDepth=7 "), "64 --limit");
    assert_wrong(too_often("--allow-host h "), "64 --allow-host");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),          cmocka_unit_test(test_everything),
        cmocka_unit_test(test_what_only_prints),  cmocka_unit_test(test_wrong_usage_is_named),
        cmocka_unit_test(test_lists_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
