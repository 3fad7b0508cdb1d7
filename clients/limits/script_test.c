/* SPDX-License-Identifier: MIT */
#include "script.h"

#include "load/workload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* argv: echo.json, five.json */
static const char *echo_path;
static const char *five_path;

static void replies_are_documents_of_their_sizes(void **state) {
    (void)state;
    limit_script script;
    assert_true(limit_script_parse(&script, "5:11,7:20,1:300"));
    assert_int_equal(script.count, 3);
    assert_int_equal(limit_script_rotation(&script), 331);
    assert_int_equal(script.replies_size % 331, 0);
    for (size_t i = 0; i < script.replies_size / 331 * 3; i++) {
        wire_document document = {0};
        size_t at = i / 3 * 331 + script.reply_ends[i % 3];
        size_t size = script.reply_ends[i % 3 + 1] - script.reply_ends[i % 3];
        assert_true(wire_read(&document, script.replies + at, size));
        assert_int_equal(document.root->raw.length, size);
        wire_document_fini(&document);
    }
    limit_script_fini(&script);
}

static void bytes_of_any_run_of_replies_add_up(void **state) {
    (void)state;
    limit_script script;
    assert_true(limit_script_parse(&script, "5:11,7:20,1:300"));
    const size_t sizes[] = {11, 20, 300};
    for (size_t from = 0; from < 3; from++) {
        size_t sum = 0;
        for (size_t messages = 0; messages < 20; messages++) {
            assert_int_equal(limit_script_reply_bytes(&script, from, messages), sum);
            sum += sizes[(from + messages) % 3];
        }
    }
    limit_script_fini(&script);
}

static void an_http_response_has_its_length(void **state) {
    (void)state;
    limit_script script;
    assert_true(limit_script_http(&script, 43));
    const char *body = strstr(script.replies, "\r\n\r\n") + 4;
    assert_int_equal(body + 43 - script.replies, limit_script_rotation(&script));
    assert_non_null(strstr(script.replies, "Content-Length: 43\r\n"));
    assert_memory_equal(script.replies, body + 43, limit_script_rotation(&script));
    limit_script_fini(&script);
    assert_false(limit_script_http(&script, 10));
}

static void what_is_no_script_is_refused(void **state) {
    (void)state;
    const char *const bad[] = {"",           "5",     "5:",      "5:10",  "0:11",
                               ":11",        "5:11:", "a:11",    "5:11a", "-5:11",
                               "5:11,,5:11", "5,11",  "5:11,5:", "5 :11", "5:99999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        limit_script script;
        if (limit_script_parse(&script, bad[i])) fail_msg("took %s", bad[i]);
    }
    char many[65 * 5];
    for (size_t i = 0; i < sizeof many; i++) many[i] = "1:11,"[i % 5];
    many[sizeof many - 1] = 0;
    limit_script script;
    assert_false(limit_script_parse(&script, many));
}

static const wire_value *launch_line(wire_document *document, wire_buffer *text, const char *transport) {
    FILE *file = fopen(echo_path, "rb");
    assert_non_null(file);
    assert_true(wire_buffer_reserve(text, 65536));
    text->length = fread(text->data, 1, 65536, file);
    fclose(file);
    assert_true(wire_read(document, text->data, text->length));
    return wire_member(wire_member(document->root, "launch"), transport);
}

/* The sizes in echo.json are those of the workload `five` with ids of six digits, and of the answers that the
 * specification's member order gives. */
static void the_echo_has_the_sizes_of_the_workload(void **state) {
    (void)state;
    wire_document document = {0};
    wire_buffer text = {0};
    wire_buffer sizes = {0};
    wire_error error = {""};
    load_workload *five = load_workload_read(five_path, &error);
    if (!five) fail_msg("%s", error.text);
    wire_document source = {0};
    wire_buffer file = {0};
    FILE *stream = fopen(five_path, "rb");
    assert_non_null(stream);
    assert_true(wire_buffer_reserve(&file, 65536));
    file.length = fread(file.data, 1, 65536, stream);
    fclose(stream);
    assert_true(wire_read(&source, file.data, file.length));
    const wire_value *listed = wire_member(source.root, "requests")->first;
    size_t batch_reply = 2 + 99;
    for (size_t i = 0; i < load_workload_count(five); i++, listed = listed->next) {
        wire_buffer request = {0};
        load_workload_encode(five, i, wire_slice_of("100000"), &request);
        size_t reply = strlen("{\"jsonrpc\":\"2.0\",\"result\":,\"id\":100000}") +
                       wire_member(listed, "result")->raw.length;
        wire_buffer_format(&sizes, "%s%zu:%zu", i ? "," : "", request.length, reply);
        batch_reply += 20 * reply;
        wire_buffer_fini(&request);
    }
    wire_buffer_append(&sizes, "", 1);
    const wire_value *line = launch_line(&document, &text, "tcp");
    assert_true(wire_string_is(line->last, sizes.data));
    text.length = 0;
    assert_true(wire_string_is(launch_line(&document, &text, "unix")->last, sizes.data));
    char expected[32];
    snprintf(expected, sizeof expected, "%zu", batch_reply);
    text.length = 0;
    assert_true(wire_string_is(launch_line(&document, &text, "http")->last, expected));
    wire_document_fini(&document);
    wire_document_fini(&source);
    wire_buffer_fini(&text);
    wire_buffer_fini(&file);
    wire_buffer_fini(&sizes);
    load_workload_free(five);
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: %s ECHO.JSON FIVE.JSON\n", argv[0]), 2;
    echo_path = argv[1];
    five_path = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_are_documents_of_their_sizes),
        cmocka_unit_test(bytes_of_any_run_of_replies_add_up),
        cmocka_unit_test(an_http_response_has_its_length),
        cmocka_unit_test(what_is_no_script_is_refused),
        cmocka_unit_test(the_echo_has_the_sizes_of_the_workload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
