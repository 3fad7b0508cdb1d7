/* SPDX-License-Identifier: MIT */
#include "http.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

/* Reads a connection that arrives in pieces of `piece` bytes and then ends. Each response becomes
 * "STATUS(body)", with k for keep-alive and c for a body that ended with the connection; "!" is a bad one. */
static void read_all(const char *stream, size_t piece, bool head, wire_buffer *found) {
    wire_http_reader *reader = wire_http_reader_new();
    assert_non_null(reader);
    if (head) wire_http_expect_head(reader);
    size_t length = strlen(stream), at = 0;
    wire_http_status status = WIRE_HTTP_MORE;
    const wire_http_response *response = NULL;
    found->length = 0;
    while (at < length && status != WIRE_HTTP_BAD) {
        size_t consumed, offered = length - at < piece ? length - at : piece;
        status = wire_http_feed(reader, stream + at, offered, &consumed, &response);
        at += consumed;
        if (status == WIRE_HTTP_RESPONSE)
            wire_buffer_format(found, "%d(%.*s)%s", response->status, (int)response->body.length,
                               response->body.bytes ? response->body.bytes : "",
                               response->keep_alive ? "k" : "");
    }
    if (status != WIRE_HTTP_BAD) status = wire_http_finish(reader, &response);
    if (status == WIRE_HTTP_RESPONSE)
        wire_buffer_format(found, "%d(%.*s)%s", response->status, (int)response->body.length,
                           response->body.bytes, response->until_close ? "c" : "");
    if (status == WIRE_HTTP_BAD) {
        wire_buffer_string(found, "!");
        assert_non_null(wire_http_message(reader));
    }
    wire_buffer_append(found, "", 1);
    wire_http_reader_free(reader);
}

static const struct {
    const char *stream, *found;
    bool head;
} streams[] = {
    {"", "", false},
    {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "200({})k", false},
    {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}", "200({})", false},
    {"HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1", "204()k200(1)k", false},
    {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1", "100()k200(1)k", false},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n1;x=y\r\n \r\n0\r\n\r\n", "200({} )k",
     false},
    {"HTTP/1.1 200 OK\r\n\r\n{\"a\":1}", "200({\"a\":1})c", false},
    {"HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\n1", "200(1)", false},
    {"HTTP/1.1 405 No\r\nAllow: POST\r\nContent-Length: 10\r\n\r\n", "405()k", true},
    {"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", "!", false},
    {"HTTP/1.1 200 OK\r\nContent-Le", "!", false},
    {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n1HTTP/1.1 200 OK\r\n", "200(1)!",
     false},
    {"{\"jsonrpc\":\"2.0\"}", "!", false},
    {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n1", "!", false},
    {"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n1", "!", false},
};

static void reads_in_any_pieces(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(streams); i++) {
        for (size_t piece = 1; piece <= strlen(streams[i].stream) + 1; piece++) {
            wire_buffer found = {0};
            read_all(streams[i].stream, piece, streams[i].head, &found);
            if (strcmp(found.data, streams[i].found) != 0)
                fail_msg("%s in pieces of %zu: %s, not %s", streams[i].stream, piece, found.data,
                         streams[i].found);
            wire_buffer_fini(&found);
        }
    }
}

static void keeps_headers(void **state) {
    (void)state;
    static const char stream[] =
        "HTTP/1.1 200 OK\r\nEmpty:\r\nContent-Type: application/json; charset=utf-8\r\n"
        "Content-Length: 0\r\nX: 1\r\nx: 2\r\n\r\n";
    for (size_t piece = 1; piece < sizeof stream; piece++) {
        wire_http_reader *reader = wire_http_reader_new();
        assert_non_null(reader);
        const wire_http_response *response = NULL;
        for (size_t at = 0, consumed; at < sizeof stream - 1; at += consumed) {
            size_t left = sizeof stream - 1 - at;
            wire_http_feed(reader, stream + at, left < piece ? left : piece, &consumed, &response);
        }
        assert_non_null(response);
        assert_int_equal(response->header_count, 5);
        wire_slice value;
        assert_true(wire_http_find(reader, "content-TYPE", &value));
        assert_true(wire_slice_equal(value, wire_slice_of("application/json; charset=utf-8")));
        assert_true(wire_http_find(reader, "empty", &value));
        assert_int_equal(value.length, 0);
        assert_true(wire_http_find(reader, "X", &value));
        assert_true(wire_slice_equal(value, wire_slice_of("1")));
        assert_false(wire_http_find(reader, "Allow", NULL));
        wire_http_reader_free(reader);
    }
}

static void bounds_headers(void **state) {
    (void)state;
    wire_buffer stream = {0};
    wire_buffer_string(&stream, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 1001; i++) wire_buffer_string(&stream, "X: 1\r\n");
    wire_buffer_append(&stream, "\r\n", 3);
    wire_buffer found = {0};
    read_all(stream.data, stream.length, false, &found);
    assert_string_equal(found.data, "!");
    wire_buffer_fini(&found);
    wire_buffer_fini(&stream);
}

static void posts(void **state) {
    (void)state;
    wire_buffer text = {0};
    wire_http_post(&text, "h:1", "/rpc", "{}", 2);
    wire_buffer_append(&text, "", 1);
    assert_string_equal(text.data, "POST /rpc HTTP/1.1\r\nHost: h:1\r\nContent-Type: application/json\r\n"
                                   "Content-Length: 2\r\n\r\n{}");
    wire_buffer_fini(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_in_any_pieces),
        cmocka_unit_test(keeps_headers),
        cmocka_unit_test(bounds_headers),
        cmocka_unit_test(posts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
