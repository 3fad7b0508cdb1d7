/* SPDX-License-Identifier: MIT */
/* What is counted must be what it is called: workloads are answered with results, faults with errors. */
#include "shape.h"
#include "subject.h"
#include "wire/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void check_reply(const char *name, size_t requests, const wire_value *reply) {
    if (strncmp(name, "error-", 6) == 0) {
        assert_non_null(wire_member(reply, "error"));
    } else if (requests > 1) {
        assert_int_equal(reply->count, requests);
        for (const wire_value *one = reply->first; one; one = one->next)
            assert_non_null(wire_member(one, "result"));
    } else {
        assert_non_null(wire_member(reply, "result"));
    }
}

static void check_shape(const char *name, const char *handler) {
    wire_error error;
    micro_shape shape;
    wire_document reply = {0};
    if (!micro_shape_init(&shape, name, &error)) fail_msg("%s: %s", name, error.text);
    micro_subject *subject = micro_subject_new(handler, "best");
    assert_non_null(subject);
    assert_true(shape.documents > 0);
    for (size_t i = 0; i < shape.documents; i++) {
        assert_true(micro_subject_call(subject, micro_shape_document(&shape, i)));
        wire_slice text = micro_subject_reply(subject);
        if (strcmp(name, "batch-100-notifications") == 0) {
            assert_int_equal(text.length, 0);
        } else {
            assert_true(wire_read(&reply, text.bytes, text.length));
            check_reply(name, shape.requests, reply.root);
        }
    }
    wire_document_fini(&reply);
    micro_subject_free(subject);
    micro_shape_fini(&shape);
}

static void test_shapes(void **state) {
    (void)state;
    for (size_t i = 0; micro_shape_name(i); i++) {
        check_shape(micro_shape_name(i), "library");
        check_shape(micro_shape_name(i), "json-c");
    }
}

static void test_what_there_is_not(void **state) {
    (void)state;
    wire_error error;
    micro_shape shape;
    assert_false(micro_shape_init(&shape, "nothing", &error));
    micro_shape_fini(&shape);
    assert_false(micro_shape_read(&shape, "no/such/file.json", &error));
    assert_non_null(strstr(error.text, "no/such/file.json"));
    micro_shape_fini(&shape);
    assert_null(micro_subject_new("nobody", "best"));
    assert_null(micro_subject_new("library", "abacus"));
    assert_null(micro_subject_new("json-c", "sse2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_what_there_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
