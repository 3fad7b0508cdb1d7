/* SPDX-License-Identifier: MIT */
#include "menu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static load_mode choose(const char *typed, const char *expected) {
    char text[64];
    char *printed = NULL;
    size_t length = 0;
    snprintf(text, sizeof text, "%s", typed);
    FILE *in = fmemopen(text, strlen(text), "r");
    FILE *out = open_memstream(&printed, &length);
    assert_non_null(in);
    assert_non_null(out);
    const load_mode mode = load_menu(in, out);
    fclose(in);
    fclose(out);
    if (!strstr(printed, expected)) fail_msg("no '%s' in:\n%s", expected, printed);
    free(printed);
    return mode;
}

static void a_number_chooses(void **state) {
    (void)state;
    assert_int_equal(choose("1\n", "sync"), LOAD_MODE_SYNC);
    assert_int_equal(choose(" 8 \n", "sweep"), LOAD_MODE_SWEEP);
}

static void anything_else_is_asked_again(void **state) {
    (void)state;
    assert_int_equal(choose("0\n99\n2\n", "no such number"), LOAD_MODE_TCP);
    assert_int_equal(choose("1x\n\n2\n", "no such number"), LOAD_MODE_TCP);
    assert_int_equal(choose("x\nx\nx\n2\n", "no such number"), LOAD_MODE_NONE); /* three times */
}

static void leaving_is_a_choice(void **state) {
    (void)state;
    assert_int_equal(choose("q\n", "sync"), LOAD_MODE_NONE);
    assert_int_equal(choose("7", "sync"), LOAD_MODE_LIMITS); /* the input ends with the line */
    assert_int_equal(choose("x\n", "sync"), LOAD_MODE_NONE); /* and then there is nothing more */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_chooses),
        cmocka_unit_test(anything_else_is_asked_again),
        cmocka_unit_test(leaving_is_a_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
