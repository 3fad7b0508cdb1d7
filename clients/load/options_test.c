/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { words_maximum = 24, fault_size = 512 };

/* Splits a command line at its blanks and reads it. What options point at lives until the next call. */
static bool parse(const char *line, load_options *options, char *fault) {
    static char text[256];
    char *argv[words_maximum + 1] = {"bench"};
    int argc = 1;
    strncpy(text, line, sizeof text - 1);
    for (char *word = strtok(text, " "); word && argc < words_maximum; word = strtok(NULL, " "))
        argv[argc++] = word;
    return load_options_parse(argc, argv, options, fault, fault_size);
}

static load_options parsed(const char *line) {
    load_options options;
    char fault[fault_size];
    if (!parse(line, &options, fault)) fail_msg("%s: %s", line, fault);
    return options;
}

static void nothing_is_no_mode(void **state) {
    (void)state;
    load_options o = parsed("");
    assert_int_equal(o.mode, LOAD_MODE_NONE);
    assert_true(o.pin);
    assert_true(o.duration < 0 && o.warm_up < 0 && o.timeout < 0);
    load_options_fini(&o);
}

static void modes_take_their_words(void **state) {
    (void)state;
    load_options o = parsed("--tcp 500ms 64");
    assert_int_equal(o.mode, LOAD_MODE_TCP);
    assert_true(o.duration == 0.5);
    assert_int_equal(o.depth, 64);
    load_options_fini(&o);
    o = parsed("--sync 2 4");
    assert_int_equal(o.mode, LOAD_MODE_SYNC);
    assert_int_equal(o.threads, 4);
    load_options_fini(&o);
    o = parsed("--http-batch 1s 50");
    assert_int_equal(o.batch, 50);
    load_options_fini(&o);
    o = parsed("--sweep");
    assert_int_equal(o.mode, LOAD_MODE_SWEEP);
    load_options_fini(&o);
    o = parsed("--connect tcp://127.0.0.1:9 -n 1k");
    load_options_fini(&o);
}

static void options_stand_anywhere(void **state) {
    (void)state;
    load_options o = parsed(
        "-c 1,4 --quick --unix 2s --warm-up 0 --no-pin --json=x.json -t 2 --targets a,b/c.json --runs 5");
    assert_int_equal(o.mode, LOAD_MODE_UNIX);
    assert_int_equal(o.connection_count, 2);
    assert_int_equal(o.connections[1], 4);
    assert_true(o.quick);
    assert_true(o.warm_up == 0);
    assert_false(o.pin);
    assert_string_equal(o.json, "x.json");
    assert_int_equal(o.threads, 2);
    assert_int_equal(o.targets.count, 2);
    assert_string_equal(o.targets.names[1], "b/c.json");
    assert_int_equal(o.runs, 5);
    load_options_fini(&o);
}

static void diff_takes_two_files(void **state) {
    (void)state;
    load_options o = parsed("diff a.json b.json");
    assert_int_equal(o.mode, LOAD_MODE_DIFF);
    assert_string_equal(o.files[1], "b.json");
    load_options_fini(&o);
    o = parsed("diff --paired a b c d");
    assert_true(o.paired);
    assert_int_equal(o.file_count, 4);
    assert_string_equal(o.files[3], "d");
    load_options_fini(&o);
}

/* Every bad line, and what its message must name. */
static void bad_lines_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *line;
        const char *named;
    } bad[] = {
        {"--nonsense", "--nonsense"},
        {"-z", "-z"},
        {"--tcp --unix", "--unix"},
        {"--tcp x", "'x'"},
        {"--tcp 0", "0"},
        {"--tcp -1", "-1"},
        {"--tcp 1s 0", "'0'"},
        {"--tcp 1s 2 3", "'3'"},
        {"--http 1s 2", "'2'"},
        {"--machine 1s", "'1s'"},
        {"sweep", "'sweep'"},
        {"-c", "-c"},
        {"--tcp -c 0", "'0'"},
        {"--tcp -c 1,,2", "'1,,2'"},
        {"--tcp -c 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "16"},
        {"--tcp -d 1x", "'1x'"},
        {"--tcp --duration=", "''"},
        {"--tcp -n 0", "'0'"},
        {"--tcp -n 1.5", "'1.5'"},
        {"--tcp -n 1k -d 1s", "--count"},
        {"--tcp --depth 99999999999", "--depth"},
        {"--tcp --runs 0", "--runs"},
        {"--tcp --timeout 0", "--timeout"},
        {"--tcp --warm-up soon", "'soon'"},
        {"--tcp --framing smoke", "'smoke'"},
        {"--tcp --targets ,", "--targets"},
        {"--tcp --quick=yes", "--quick"},
        {"--json", "--json"},
        {"--tcp --json=", "--json"},
        {"--sync -c 2", "--connections"},
        {"--tcp --series ,", "--series"},
        {"diff --paired a b c", "in pairs"},
        {"diff --paired", "in pairs"},
        {"--connect tcp://h:1 --targets x", "--targets"},
        {"--connect", "--connect"},
        {"diff a.json", "two result files"},
        {"diff a b c", "two result files"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        load_options options;
        char fault[fault_size] = "";
        if (parse(bad[i].line, &options, fault)) fail_msg("'%s' was taken", bad[i].line);
        if (!strstr(fault, bad[i].named))
            fail_msg("'%s': '%s' does not name %s", bad[i].line, fault, bad[i].named);
        load_options_fini(&options);
    }
}

static void help_names_every_mode_within_eighty_columns(void **state) {
    (void)state;
    const char *help = load_options_help();
    for (int mode = LOAD_MODE_SYNC; mode <= LOAD_MODE_VERSION; mode++)
        if (!strstr(help, load_mode_flag((load_mode)mode)))
            fail_msg("no %s", load_mode_flag((load_mode)mode));
    for (const char *line = help; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_no_mode),
        cmocka_unit_test(modes_take_their_words),
        cmocka_unit_test(options_stand_anywhere),
        cmocka_unit_test(diff_takes_two_files),
        cmocka_unit_test(bad_lines_are_refused_by_name),
        cmocka_unit_test(help_names_every_mode_within_eighty_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
