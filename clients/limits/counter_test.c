/* SPDX-License-Identifier: MIT */
#include "counter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Counts the messages of a stream that arrives in pieces of `piece` bytes. */
static size_t count_in_pieces(const limit_script *script, bool http, const char *stream, size_t length,
                              size_t piece) {
    limit_counter counter;
    size_t all = 0;
    limit_counter_init(&counter, script, http);
    for (size_t at = 0; at < length; at += piece) {
        size_t messages = 0;
        size_t size = length - at < piece ? length - at : piece;
        assert_true(limit_counter_take(&counter, script, stream + at, size, &messages));
        all += messages;
    }
    return all;
}

static void messages_are_counted_by_size_in_any_piece(void **state) {
    (void)state;
    limit_script script;
    char stream[1000] = {0};
    assert_true(limit_script_parse(&script, "1:11,10:11,100:11")); /* nine rotations are 999 bytes */
    for (size_t piece = 1; piece <= sizeof stream; piece++) {
        assert_int_equal(count_in_pieces(&script, false, stream, 999, piece), 27);
        assert_int_equal(count_in_pieces(&script, false, stream, 998, piece), 26);
        assert_int_equal(count_in_pieces(&script, false, stream, 1000, piece), 28);
    }
    limit_script_fini(&script);
}

static void requests_are_counted_by_their_heads_in_any_piece(void **state) {
    (void)state;
    limit_script script;
    const char stream[] =
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345"
        "POST / HTTP/1.1\r\ncontent-length:0\r\nHost: x\r\n\r\n"
        "POST / HTTP/1.1\r\nX-Content-Length: 99\r\nContent-Length: 12\r\n\r\n\r\n\r\nContent-";
    size_t length = sizeof stream - 1;
    assert_true(limit_script_http(&script, 20));
    for (size_t piece = 1; piece <= length; piece++) {
        assert_int_equal(count_in_pieces(&script, true, stream, length, piece), 3);
        assert_int_equal(count_in_pieces(&script, true, stream, length - 1, piece), 2);
    }
    limit_script_fini(&script);
}

static void bad_heads_are_refused(void **state) {
    (void)state;
    limit_script script;
    limit_counter counter;
    size_t messages = 0;
    char endless[LIMIT_HEAD_BYTES + 10];
    assert_true(limit_script_http(&script, 20));
    limit_counter_init(&counter, &script, true);
    assert_false(limit_counter_take(&counter, &script, "GET / HTTP/1.1\r\n\r\n", 18, &messages));
    limit_counter_init(&counter, &script, true);
    memset(endless, 'x', sizeof endless);
    assert_false(limit_counter_take(&counter, &script, endless, sizeof endless, &messages));
    limit_counter_init(&counter, &script, true);
    assert_true(limit_counter_take(&counter, &script, endless, 4000, &messages));
    assert_false(limit_counter_take(&counter, &script, endless, 100, &messages));
    limit_script_fini(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_counted_by_size_in_any_piece),
        cmocka_unit_test(requests_are_counted_by_their_heads_in_any_piece),
        cmocka_unit_test(bad_heads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
