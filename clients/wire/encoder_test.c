/* SPDX-License-Identifier: MIT */
#include "encoder.h"

#include "reader.h"
#include "test.h"

#include <string.h>

static void writes_strings_that_read_back(void **state) {
    (void)state;
    char all[128];
    for (size_t i = 0; i < sizeof all; i++) all[i] = (char)i;
    wire_buffer text = {0};
    wire_encode_string(&text, all, sizeof all);
    wire_document document = {0};
    assert_true(wire_read(&document, text.data, text.length));
    assert_true(wire_slice_equal(document.root->text, (wire_slice){all, sizeof all}));
    wire_document_fini(&document);
    wire_buffer_fini(&text);
}

static void writes_ids_of_one_width(void **state) {
    (void)state;
    char digits[WIRE_ID_WIDTH_MAX];
    wire_encode_id(digits, 3, 0);
    assert_memory_equal(digits, "100", 3);
    wire_encode_id(digits, 3, wire_id_count(3) - 1);
    assert_memory_equal(digits, "999", 3);
    wire_encode_id(digits, 1, 8);
    assert_memory_equal(digits, "9", 1);
    wire_encode_id(digits, 19, 7);
    assert_memory_equal(digits, "1000000000000000007", 19);
    assert_int_equal(wire_id_count(0), 0);
    assert_int_equal(wire_id_count(20), 0);
}

static void writes_requests(void **state) {
    (void)state;
    wire_buffer text = {0};
    wire_request request = {.method = wire_slice_of("a\"b"), .params = wire_slice_of("[1]"), .id_width = 4};
    size_t id = wire_encode_request(&text, &request);
    wire_buffer_append(&text, "", 1);
    assert_string_equal(text.data, "{\"jsonrpc\":\"2.0\",\"method\":\"a\\\"b\",\"params\":[1],\"id\":1000}");
    assert_memory_equal(text.data + id, "1000}", 5);
    text.length = 0;
    assert_int_equal(wire_encode_request(&text, &(wire_request){.method = wire_slice_of("m")}), 0);
    wire_buffer_append(&text, "", 1);
    assert_string_equal(text.data, "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}");
    wire_buffer_fini(&text);
}

static void writes_batches(void **state) {
    (void)state;
    wire_buffer text = {0};
    wire_request requests[] = {{.method = wire_slice_of("m"), .id = wire_slice_of("\"x\"")},
                               {.method = wire_slice_of("n")},
                               {.method = wire_slice_of("o"), .id_width = 2}};
    size_t ids[3];
    wire_encode_batch(&text, requests, 3, ids);
    wire_buffer_append(&text, "", 1);
    assert_string_equal(
        text.data, "[{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":\"x\"},{\"jsonrpc\":\"2.0\",\"method\":"
                   "\"n\"},{\"jsonrpc\":\"2.0\",\"method\":\"o\",\"id\":10}]");
    assert_memory_equal(text.data + ids[0], "\"x\"", 3);
    assert_int_equal(ids[1], 0);
    assert_memory_equal(text.data + ids[2], "10", 2);
    wire_buffer_fini(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_strings_that_read_back),
        cmocka_unit_test(writes_ids_of_one_width),
        cmocka_unit_test(writes_requests),
        cmocka_unit_test(writes_batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
