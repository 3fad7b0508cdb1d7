/* SPDX-License-Identifier: MIT */
#include "deadline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void make(jrpci_deadlines *deadlines) {
    jrpci_limits limits;
    jrpci_limits_init(&limits);
    limits.values[JRPCI_IDLE_MILLISECONDS] = 100;
    limits.values[JRPCI_HEAD_MILLISECONDS] = 10;
    limits.values[JRPCI_WRITE_MILLISECONDS] = 0;
    limits.values[JRPCI_BODY_MILLISECONDS] = INT64_MAX;
    jrpci_deadlines_init(deadlines, &limits);
}

static void test_earliest_first(void **state) {
    (void)state;
    jrpci_deadlines deadlines;
    jrpci_deadline idle = {0};
    jrpci_deadline head = {0};
    jrpci_deadline later = {0};
    make(&deadlines);
    assert_int_equal(jrpci_deadlines_timeout(&deadlines, 1000), -1);
    jrpci_deadline_set(&deadlines, &idle, JRPCI_WAIT_IDLE, 1000);
    jrpci_deadline_set(&deadlines, &head, JRPCI_WAIT_HEAD, 1000);
    jrpci_deadline_set(&deadlines, &later, JRPCI_WAIT_HEAD, 1005);
    assert_int_equal(jrpci_deadlines_timeout(&deadlines, 1000), 10);
    assert_null(jrpci_deadlines_over(&deadlines, 1009));
    assert_ptr_equal(jrpci_deadlines_over(&deadlines, 1010), &head);
    jrpci_deadline_clear(&head);
    assert_null(jrpci_deadlines_over(&deadlines, 1014));
    assert_ptr_equal(jrpci_deadlines_over(&deadlines, 1015), &later);
    jrpci_deadline_set(&deadlines, &later, JRPCI_WAIT_HEAD, 1095); /* moved */
    assert_null(jrpci_deadlines_over(&deadlines, 1099));
    assert_ptr_equal(jrpci_deadlines_over(&deadlines, 1100), &idle);
    assert_int_equal(jrpci_deadlines_timeout(&deadlines, 1200), 0);
}

static void test_for_ever(void **state) {
    (void)state;
    jrpci_deadlines deadlines;
    jrpci_deadline one = {0};
    make(&deadlines);
    jrpci_deadline_set(&deadlines, &one, JRPCI_WAIT_WRITE, 0);
    assert_int_equal(jrpci_deadlines_timeout(&deadlines, 0), -1);
    jrpci_deadline_set(&deadlines, &one, JRPCI_WAIT_BODY, 1000); /* further away than the clock goes */
    assert_null(jrpci_deadlines_over(&deadlines, INT64_MAX - 1));
    assert_int_equal(jrpci_deadlines_timeout(&deadlines, 1000), -1);
    jrpci_deadline_clear(&one);
    jrpci_deadline_clear(&one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_earliest_first),
        cmocka_unit_test(test_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
