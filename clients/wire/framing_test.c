/* SPDX-License-Identifier: MIT */
#include "framing.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Takes a stream apart that arrives in pieces of `piece` bytes, each time at a new address that ends where
 * its memory ends. Documents are joined with '|'; a fault ends it with '!', a tail with '~'. */
static void split_all(wire_framing framing, const char *stream, size_t piece, wire_buffer *found) {
    wire_splitter splitter;
    wire_splitter_init(&splitter, framing);
    size_t length = strlen(stream), from = 0, to = 0;
    bool bad = false;
    found->length = 0;
    while (!bad && (to < length || from < to)) {
        char *bytes = malloc(to - from ? to - from : 1);
        assert_non_null(bytes);
        memcpy(bytes, stream + from, to - from);
        wire_slice document;
        size_t consumed;
        wire_split_status status = wire_split(&splitter, bytes, to - from, &document, &consumed);
        if (status == WIRE_SPLIT_DOCUMENT) {
            wire_buffer_append(found, document.bytes, document.length);
            wire_buffer_string(found, "|");
            assert_true(consumed > 0 && consumed <= to - from);
        } else {
            assert_int_equal(consumed, 0);
        }
        bad = status == WIRE_SPLIT_BAD;
        free(bytes);
        from += consumed;
        if (status == WIRE_SPLIT_MORE && to == length) break;
        if (status == WIRE_SPLIT_MORE) to = to + piece < length ? to + piece : length;
    }
    if (bad) assert_non_null(splitter.message);
    if (bad)
        wire_buffer_string(found, "!");
    else if (!wire_split_end(&splitter, stream + from, length - from))
        wire_buffer_string(found, "~");
    wire_buffer_append(found, "", 1);
}

static const struct {
    wire_framing framing;
    const char *stream, *found;
} streams[] = {
    {WIRE_CONCATENATED, "", ""},
    {WIRE_CONCATENATED, " \r\n", ""},
    {WIRE_CONCATENATED, "{}{\"a\":[1]} \n[2]\n", "{}|{\"a\":[1]}|[2]|"},
    {WIRE_CONCATENATED, "{\"a\":\"}\\\"]\\\\\"}{}", "{\"a\":\"}\\\"]\\\\\"}|{}|"},
    {WIRE_CONCATENATED, "{}{\"a\"", "{}|~"},
    {WIRE_CONCATENATED, "{} 1", "{}|!"},
    {WIRE_CONCATENATED, "[[[]]]]", "[[[]]]|!"},
    {WIRE_LINE, "{}\n[1]\r\n", "{}|[1]|"},
    {WIRE_LINE, "{}\n\n{}\n", "{}||{}|"},
    {WIRE_LINE, "{}\n{}", "{}|~"},
    {WIRE_CONTENT_LENGTH, "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]",
     "{}|[1]|"},
    {WIRE_CONTENT_LENGTH, "Content-Type: x\r\nCONTENT-LENGTH:  0 \r\n\r\nContent-Length: 1\r\n\r\n7", "|7|"},
    {WIRE_CONTENT_LENGTH, "Content-Length: 3\r\n\r\n{}", "~"},
    {WIRE_CONTENT_LENGTH, "Content-Length: 2\r\n", "~"},
    {WIRE_CONTENT_LENGTH, "Content-Length: -2\r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, "Content-Length: \r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, "Content-Length: 99999999999999999999\r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, "Content-Type: x\r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, ": 2\r\n\r\n{}", "!"},
    {WIRE_CONTENT_LENGTH, "{}\r\n\r\n", "!"},
};

static void splits_in_any_pieces(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(streams); i++) {
        for (size_t piece = 1; piece <= strlen(streams[i].stream) + 1; piece++) {
            wire_buffer found = {0};
            split_all(streams[i].framing, streams[i].stream, piece, &found);
            if (strcmp(found.data, streams[i].found) != 0)
                fail_msg("%s in pieces of %zu: %s, not %s", streams[i].stream, piece, found.data,
                         streams[i].found);
            wire_buffer_fini(&found);
        }
    }
}

static void bounds_a_header_block(void **state) {
    (void)state;
    wire_buffer stream = {0};
    for (int i = 0; i < 1000; i++) wire_buffer_string(&stream, "X: aaaaaaaa\r\n");
    wire_splitter splitter;
    wire_splitter_init(&splitter, WIRE_CONTENT_LENGTH);
    wire_slice document;
    size_t consumed;
    assert_int_equal(wire_split(&splitter, stream.data, stream.length, &document, &consumed), WIRE_SPLIT_BAD);
    wire_buffer_fini(&stream);
}

static void frames_what_it_splits(void **state) {
    (void)state;
    for (int i = 0; i < WIRE_FRAMINGS; i++) {
        wire_framing framing, wanted = (wire_framing)i;
        assert_true(wire_framing_parse(wire_framing_name(wanted), &framing));
        assert_int_equal(framing, wanted);
        wire_buffer stream = {0};
        wire_frame(&stream, framing, "{\"a\":1}", 7);
        wire_frame(&stream, framing, "[]", 2);
        wire_buffer_append(&stream, "", 1);
        wire_buffer found = {0};
        split_all(framing, stream.data, 5, &found);
        assert_string_equal(found.data, "{\"a\":1}|[]|");
        wire_buffer_fini(&found);
        wire_buffer_fini(&stream);
    }
    wire_framing framing;
    assert_false(wire_framing_parse("lines", &framing));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_in_any_pieces),
        cmocka_unit_test(bounds_a_header_block),
        cmocka_unit_test(frames_what_it_splits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
