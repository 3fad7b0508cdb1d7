/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int run(const char *script, double seconds, const atomic_bool *stop, char *text, size_t size) {
    const char *const argv[] = {"sh", "-c", script, NULL};
    const load_command command = {.argv = argv, .seconds = seconds, .stop = stop};
    return load_command_run(&command, text, size);
}

static void output_and_status_come_back(void **state) {
    char text[16];
    (void)state;
    assert_int_equal(run("echo hello; exit 3", 10, NULL, text, sizeof text), 3);
    assert_string_equal(text, "hello\n");
    assert_int_equal(run("echo 0123456789abcdefghij", 10, NULL, text, sizeof text), 0);
    assert_string_equal(text, "0123456789abcde"); /* cut to what fits */
}

static void what_cannot_run_fails(void **state) {
    char text[16];
    const char *const argv[] = {"no-such-program-here", NULL};
    const load_command command = {.argv = argv, .seconds = 10};
    (void)state;
    assert_int_not_equal(load_command_run(&command, text, sizeof text), 0);
    assert_int_equal(run("kill -9 $$", 10, NULL, text, sizeof text), -1);
}

static void what_takes_too_long_is_killed(void **state) {
    char text[16];
    (void)state;
    assert_int_equal(run("echo begun; exec sleep 60", 0.2, NULL, text, sizeof text), -1);
    assert_string_equal(text, "begun\n");
    assert_int_equal(run("exec >&-; exec sleep 60", 0.2, NULL, text, sizeof text), -1);
}

static void what_is_stopped_is_killed(void **state) {
    char text[16];
    const atomic_bool stop = true;
    (void)state;
    assert_int_equal(run("exec sleep 60", 60, &stop, text, sizeof text), -1);
}

static void the_environment_is_as_given(void **state) {
    char text[64];
    const char *const argv[] = {"/usr/bin/env", NULL};
    const char *const environment[] = {"ONLY=this", NULL};
    const load_command command = {.argv = argv, .environment = environment, .seconds = 10};
    (void)state;
    assert_int_equal(load_command_run(&command, text, sizeof text), 0);
    assert_string_equal(text, "ONLY=this\n");
}

static void programs_are_found_or_not(void **state) {
    (void)state;
    assert_true(load_command_exists("sh"));
    assert_true(load_command_exists("/bin/sh"));
    assert_false(load_command_exists("no-such-program-here"));
    assert_false(load_command_exists("/no/such/program"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_status_come_back),   cmocka_unit_test(what_cannot_run_fails),
        cmocka_unit_test(what_takes_too_long_is_killed), cmocka_unit_test(what_is_stopped_is_killed),
        cmocka_unit_test(the_environment_is_as_given),   cmocka_unit_test(programs_are_found_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
