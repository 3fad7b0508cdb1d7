/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts with their length, so that NUL can be one of their bytes. */
#define TEXT(literal)                                                                                        \
    { literal, sizeof(literal) - 1 }

static const wire_slice good[] = {
    TEXT("null"),
    TEXT(" true "),
    TEXT("false\n"),
    TEXT("0"),
    TEXT("-0"),
    TEXT("-0.0e-00"),
    TEXT("1E+400"),
    TEXT("123456789012345678901234567890.5"),
    TEXT("\"\""),
    TEXT("\"\x7f\""),
    TEXT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\uD834\\udd1E\""),
    TEXT("\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"
         "\""),
    TEXT("\"\xEF\xBB\xBF\""),
    TEXT("[]"),
    TEXT("{}"),
    TEXT(" [ 1 , [ ] , { } , \"a\" ] "),
    TEXT("{\"a\":{\"\":[null]},\"b\" : -1}"),
    TEXT("\t\r\n [\t1\r,\n2 ]"),
};

/* The same, and where the fault shows. */
static const struct {
    wire_slice text;
    size_t offset;
} bad[] = {
    {TEXT(""), 0},
    {TEXT(" "), 1},
    {TEXT("\xEF\xBB\xBF{}"), 0},
    {TEXT("\f1"), 0},
    {TEXT("\xC2\xA0"
          "1"),
     0},
    {TEXT("nul"), 3},
    {TEXT("nulL"), 3},
    {TEXT("True"), 0},
    {TEXT("NaN"), 0},
    {TEXT("Infinity"), 0},
    {TEXT("-Infinity"), 1},
    {TEXT("+1"), 0},
    {TEXT("01"), 1},
    {TEXT("-01"), 2},
    {TEXT("1."), 2},
    {TEXT(".5"), 0},
    {TEXT("1.e1"), 2},
    {TEXT("1e"), 2},
    {TEXT("1e+"), 3},
    {TEXT("-"), 1},
    {TEXT("0x10"), 1},
    {TEXT("1 2"), 2},
    {TEXT("1.2.3"), 3},
    {TEXT("\"a"), 2},
    {TEXT("\"a\\\""), 4},
    {TEXT("\"\t\""), 1},
    {TEXT("\"\0\""), 1},
    {TEXT("\"\\x41\""), 1},
    {TEXT("\"\\0\""), 1},
    {TEXT("\"\\\0\""), 1},
    {TEXT("\"\\u12\""), 1},
    {TEXT("\"\\u12G4\""), 1},
    {TEXT("\"\\ud800\""), 1},
    {TEXT("\"\\ud800x\""), 1},
    {TEXT("\"\\ud800\\u0041\""), 1},
    {TEXT("\"\\ud800\\ud800\""), 1},
    {TEXT("\"\\udc00\""), 1},
    {TEXT("\"\x80\""), 1},
    {TEXT("\"\xC0\x80\""), 1},
    {TEXT("\"\xC1\xBF\""), 1},
    {TEXT("\"\xE0\x9F\xBF\""), 1},
    {TEXT("\"\xED\xA0\x80\""), 1},
    {TEXT("\"\xF0\x8F\xBF\xBF\""), 1},
    {TEXT("\"\xF4\x90\x80\x80\""), 1},
    {TEXT("\"\xF5\x80\x80\x80\""), 1},
    {TEXT("\"\xE2\x82\""), 1},
    {TEXT("\"\xFF\""), 1},
    {TEXT("["), 1},
    {TEXT("]"), 0},
    {TEXT("[1,]"), 3},
    {TEXT("[,1]"), 1},
    {TEXT("[1 2]"), 3},
    {TEXT("[1}"), 2},
    {TEXT("[1"), 2},
    {TEXT("[]]"), 2},
    {TEXT("{"), 1},
    {TEXT("{,}"), 1},
    {TEXT("{\"a\"}"), 4},
    {TEXT("{\"a\":}"), 5},
    {TEXT("{\"a\"::1}"), 5},
    {TEXT("{\"a\":1,}"), 7},
    {TEXT("{\"a\":1 \"b\":2}"), 7},
    {TEXT("{\"a\":1]"), 6},
    {TEXT("{a:1}"), 1},
    {TEXT("{1:1}"), 1},
    {TEXT("{\"\xFF\":1}"), 2},
    {TEXT("[1/*c*/]"), 2},
    {TEXT("['a']"), 1},
    {TEXT("1\0"), 1},
    {TEXT("{}\0"), 2},
    {TEXT("{} x"), 3},
};

/* A copy that ends where its memory ends, so that a sanitizer sees a read past it. */
static char *exact_copy(wire_slice text) {
    char *copy = malloc(text.length ? text.length : 1);
    assert_non_null(copy);
    memcpy(copy, text.bytes, text.length);
    return copy;
}

static void takes_what_the_grammar_has(void **state) {
    (void)state;
    wire_document document = {0};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        char *copy = exact_copy(good[i]);
        if (!wire_read(&document, copy, good[i].length)) fail_msg("refused: %s", good[i].bytes);
        assert_non_null(document.root);
        free(copy);
    }
    wire_document_fini(&document);
}

static void refuses_everything_else(void **state) {
    (void)state;
    wire_document document = {0};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        char *copy = exact_copy(bad[i].text);
        if (wire_read(&document, copy, bad[i].text.length)) fail_msg("took: %s", bad[i].text.bytes);
        assert_null(document.root);
        assert_non_null(document.message);
        if (document.offset != bad[i].offset)
            fail_msg("%s: fault at %zu, not %zu", bad[i].text.bytes, document.offset, bad[i].offset);
        free(copy);
    }
    wire_document_fini(&document);
}

static void refuses_every_prefix(void **state) {
    (void)state;
    static const char text[] =
        "[{\"jsonrpc\":\"2.0\",\"id\":\"\\ud834\\udd1e\xE2\x82\xAC\",\"error\":{\"code\":-1.5e3}}]";
    wire_document document = {0};
    for (size_t length = 0; length + 1 < sizeof text; length++) {
        char *copy = exact_copy((wire_slice){text, length});
        assert_false(wire_read(&document, copy, length));
        assert_true(document.offset <= length);
        free(copy);
    }
    assert_true(wire_read(&document, text, sizeof text - 1));
    wire_document_fini(&document);
}

static void gives_values_as_sent(void **state) {
    (void)state;
    static const char text[] = " {\"n\":1.50e1, \"s\":\"a\\u0000\\\"\\ud83d\\ude80\", \"l\":[true,null] } ";
    wire_document document = {0};
    assert_true(wire_read(&document, text, sizeof text - 1));
    assert_int_equal(document.root->count, 3);
    assert_int_equal(document.root->raw.length, sizeof text - 3);
    const wire_value *number = wire_member(document.root, "n");
    assert_true(wire_slice_equal(number->text, wire_slice_of("1.50e1")));
    assert_true(wire_number_is(number, 15));
    assert_false(wire_number_is(number, 16));
    const wire_value *string = wire_member(document.root, "s");
    assert_true(wire_slice_equal(string->text, (wire_slice){"a\0\"\xF0\x9F\x9A\x80", 7}));
    const wire_value *list = wire_member(document.root, "l");
    assert_true(list->first->truth);
    assert_int_equal(list->last->type, WIRE_NULL);
    assert_true(wire_slice_equal(list->raw, wire_slice_of("[true,null]")));
    assert_null(wire_member(document.root, "N"));
    assert_null(wire_member(list, "n"));
    assert_null(wire_member(NULL, "n"));
    assert_true(isnan(wire_number_double(string)));
    wire_document_fini(&document);
}

static void tells_repeated_members(void **state) {
    (void)state;
    static const char text[] = "{\"b\":1,\"a\":2,\"\\u0061\":3,\"c\":{\"a\":4},\"a\":5}";
    wire_document document = {0};
    assert_true(wire_read(&document, text, sizeof text - 1));
    assert_int_equal(document.duplicates, 2);
    assert_true(wire_number_is(wire_member(document.root, "a"), 2));
    assert_false(wire_member(document.root, "a")->repeated);
    assert_true(document.root->last->repeated);
    wire_document_fini(&document);
}

/* ---- equality ---- */

static bool equal(const char *a, const char *b) {
    wire_document one = {0}, other = {0};
    assert_true(wire_read(&one, a, strlen(a)));
    assert_true(wire_read(&other, b, strlen(b)));
    bool same = wire_equal(one.root, other.root);
    assert_int_equal(same, wire_equal(other.root, one.root));
    wire_document_fini(&one);
    wire_document_fini(&other);
    return same;
}

static void compares_values(void **state) {
    (void)state;
    assert_true(equal("{\"a\":[1,{\"z\":null}],\"b\":false}", "{\"b\":false,\"a\":[1.0,{\"z\":null}]}"));
    assert_true(equal("\"\\u00e9\\/\"", "\"\xC3\xA9/\""));
    assert_true(equal("{\"x\":1,\"\\u0079\":2}", "{\"y\":2,\"x\":1}"));
    assert_true(equal("[[],{},[[]]]", "[[],{},[[]]]"));
    assert_false(equal("[[],[]]", "[[[]]]"));
    assert_false(equal("[1,2]", "[2,1]"));
    assert_false(equal("1", "\"1\""));
    assert_false(equal("null", "false"));
    assert_false(equal("true", "false"));
    assert_false(equal("{}", "[]"));
    assert_false(equal("{\"a\":1}", "{\"A\":1}"));
    assert_false(equal("{\"a\":1}", "{\"a\":1,\"b\":1}"));
    assert_false(equal("{\"a\":1,\"b\":2}", "{\"a\":2,\"b\":1}"));
    assert_false(equal("{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}"));
    assert_false(equal("\"a\\u0000b\"", "\"a\""));
}

static void compares_a_part_of_a_document(void **state) {
    (void)state;
    wire_document document = {0};
    static const char text[] = "{\"a\":[1,2],\"b\":[1,2],\"c\":[1,3]}";
    assert_true(wire_read(&document, text, sizeof text - 1));
    const wire_value *a = wire_member(document.root, "a");
    assert_true(wire_equal(a, wire_member(document.root, "b")));
    assert_false(wire_equal(a, wire_member(document.root, "c")));
    wire_document_fini(&document);
}

/* Members in two random orders are the same object, and one changed value is not. */
static void compares_objects_in_any_order(void **state) {
    (void)state;
    enum { MEMBERS = 300 };
    int order[MEMBERS];
    wire_buffer one = {0}, other = {0};
    srand(7);
    for (int i = 0; i < MEMBERS; i++) order[i] = i;
    for (int i = MEMBERS - 1; i > 0; i--) {
        int j = rand() % (i + 1), swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    for (int i = 0; i < MEMBERS; i++) {
        wire_buffer_format(&one, "%s\"m%d\":%d", i ? "," : "{", i, i);
        wire_buffer_format(&other, "%s\"m%d\":%d", i ? "," : "{", order[i], order[i]);
    }
    wire_buffer_append(&one, "}", 2);
    wire_buffer_append(&other, "}", 2);
    assert_true(equal(one.data, other.data));
    strstr(other.data, ":17")[2] = '8';
    assert_false(equal(one.data, other.data));
    wire_buffer_fini(&one);
    wire_buffer_fini(&other);
}

static void depth_costs_no_stack(void **state) {
    (void)state;
    const size_t depth = 500000;
    char *text = malloc(2 * depth);
    assert_non_null(text);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    wire_document one = {0}, other = {0};
    assert_true(wire_read(&one, text, 2 * depth));
    assert_true(wire_read(&other, text, 2 * depth));
    assert_true(wire_equal(one.root, other.root));
    assert_false(wire_read(&one, text, depth));
    free(text);
    text = malloc(WIRE_DEPTH_MAX + 1);
    assert_non_null(text);
    memset(text, '[', WIRE_DEPTH_MAX + 1);
    assert_false(wire_read(&one, text, WIRE_DEPTH_MAX + 1));
    assert_string_equal(one.message, "too deep");
    free(text);
    wire_document_fini(&one);
    wire_document_fini(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_the_grammar_has),    cmocka_unit_test(refuses_everything_else),
        cmocka_unit_test(refuses_every_prefix),          cmocka_unit_test(gives_values_as_sent),
        cmocka_unit_test(tells_repeated_members),        cmocka_unit_test(compares_values),
        cmocka_unit_test(compares_a_part_of_a_document), cmocka_unit_test(compares_objects_in_any_order),
        cmocka_unit_test(depth_costs_no_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
