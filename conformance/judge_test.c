/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include "wire/test.h"

#include <string.h>

#define TEXT(literal)                                                                                        \
    { literal, sizeof(literal) - 1 }

static bool judge(const char *expect, const wire_slice *documents, size_t count, wire_error *why) {
    wire_document document = {0};
    assert_true(wire_read(&document, expect, strlen(expect)));
    const char *bad = conf_expect_check(document.root, CONF_LINE);
    if (bad) fail_msg("%s: %s", expect, bad);
    bool good = conf_judge(document.root, documents, count, why);
    wire_document_fini(&document);
    return good;
}

static const struct {
    const char *expect;
    wire_slice reply;
} good[] = {
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":3.0}")},
    {"{\"result\":3,\"id\":1}", TEXT(" {\"result\":30e-1,\"id\":1.0,\"jsonrpc\":\"\\u0032.0\"} ")},
    {"{\"result\":[\"hi\",5],\"id\":\"a\"}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":[\"hi\",5],\"id\":\"\\u0061\"}")},
    {"{\"result\":{\"a\":1,\"b\":2},\"id\":null}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":{\"b\":2,\"a\":1},\"id\":null}")},
    {"{\"result\":null,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":1}")},
    {"{\"result\":0.3,\"tolerance\":1e-12,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":0.30000000000000004,\"id\":1}")},
    {"{\"result_any\":true,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":[1,2],\"id\":1}")},
    {"{\"result_text\":[{\"repeat\":\"[\",\"times\":3},\"]]]\"],\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":[[[]]],\"id\":1}")},
    {"{\"error\":-32600,\"id\":null}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"\"},\"id\":null}")},
    {"{\"error\":-32600,\"id\":null}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"x\",\"data\":[1]},\"id\":null}")},
    {"{\"error\":1,\"data\":{\"k\":\"v\"},\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"x\",\"data\":{\"k\":\"v\"}},\"id\":1}")},
    {"[{\"result\":1,\"id\":1},{\"error\":-32600,\"id\":null}]",
     TEXT("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"\"},\"id\":null},"
          "{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}]")},
    {"{\"batch\":{\"count\":2,\"each\":{\"result\":1,\"id\":7}}}",
     TEXT("[{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":7},{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":7}]")},
};

/* One wrong reply each, and what the judge has to say about it. */
static const struct {
    const char *expect;
    wire_slice reply;
    const char *says;
} bad[] = {
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":\"1\"}"), "id is not"},
    {"{\"result\":3,\"id\":\"1\"}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}"), "id is not"},
    {"{\"result\":3,\"id\":null}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":0}"), "id is not"},
    {"{\"result\":3,\"id\":null}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3}"), "id is missing"},
    {"{\"result\":3,\"id\":9007199254740993}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":9007199254740992}"), "id is not"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":[1]}"), "id is no String"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"result\":3,\"id\":1}"), "jsonrpc"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":2.0,\"result\":3,\"id\":1}"), "jsonrpc"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2\",\"result\":3,\"id\":1}"), "jsonrpc"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1,\"time\":5}"),
     "none of its own"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1,\"id\":1}"), "twice"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"result\":4,\"id\":1}"), "twice"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"error\":null,\"id\":1}"),
     "both result and error"},
    {"{\"error\":-32600,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":null,\"error\":{\"code\":-32600,\"message\":\"\"},\"id\":1}"),
     "both result and error"},
    {"{\"result\":null,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"id\":1}"), "neither"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":4,\"id\":1}"), "result is not"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":\"3\",\"id\":1}"), "result is not"},
    {"{\"result\":0.3,\"tolerance\":1e-12,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":0.31,\"id\":1}"),
     "result is not"},
    {"{\"result\":0.3,\"tolerance\":1e-12,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":\"0.3\",\"id\":1}"), "result is not"},
    {"{\"result\":3,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"\"},\"id\":1}"), "an error came"},
    {"{\"error\":-32601,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}"), "a result came"},
    {"{\"error\":-32601,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"\"},\"id\":1}"), "code"},
    {"{\"error\":-32601,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":\"-32601\",\"message\":\"\"},\"id\":1}"), "code"},
    {"{\"error\":-32601,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601.5,\"message\":\"\"},\"id\":1}"), "code"},
    {"{\"error\":-32601,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601},\"id\":1}"),
     "message"},
    {"{\"error\":-32601,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":5},\"id\":1}"), "message"},
    {"{\"error\":-32601,\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"\",\"stack\":1},\"id\":1}"),
     "none of its own"},
    {"{\"error\":-32601,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"error\":\"no\",\"id\":1}"),
     "error is no Object"},
    {"{\"error\":1,\"data\":{\"k\":\"v\"},\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"\"},\"id\":1}"), "data"},
    {"{\"result\":3,\"id\":1}", TEXT("[{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}]"), "no Object"},
    {"{\"result\":3,\"id\":1}", TEXT("\"3\""), "no Object"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}x"), "no JSON at byte 35"},
    {"{\"result\":3,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1,}"), "no JSON"},
    {"{\"result\":\"x\",\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":\"\xC3(\",\"id\":1}"), "not UTF-8"},
    {"{\"result_any\":true,\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":\"\\ud800\",\"id\":1}"),
     "no JSON"},
    {"{\"result\":\"a\",\"id\":1}", TEXT("{\"jsonrpc\":\"2.0\",\"result\":\"a\\u0000b\",\"id\":1}"),
     "result is not"},
    {"{\"result_text\":[{\"repeat\":\"[\",\"times\":3},\"]]]\"],\"id\":1}",
     TEXT("{\"jsonrpc\":\"2.0\",\"result\":[[]],\"id\":1}"), "result is not"},
    {"\"nothing\"", TEXT("{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}"), "something came"},
    {"\"nothing\"", TEXT(""), "something came"},
    {"[{\"result\":1,\"id\":1}]", TEXT("{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}"), "no Array"},
    {"[{\"result\":1,\"id\":1}]", TEXT("[]"), "0 replies came, not 1"},
    {"[{\"result\":1,\"id\":1}]",
     TEXT("[{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1},{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}]"),
     "2 replies came"},
    {"[{\"result\":1,\"id\":1},{\"result\":1,\"id\":2}]",
     TEXT("[{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1},{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}]"),
     "id is not"},
    {"{\"batch\":{\"count\":2,\"each\":{\"result\":1,\"id\":7}}}",
     TEXT("[{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":7},{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":8}]"),
     "id is not"},
};

static void passes_right_replies(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        wire_error why = {""};
        if (!judge(good[i].expect, &good[i].reply, 1, &why))
            fail_msg("%s: %s", good[i].reply.bytes, why.text);
    }
}

static void fails_wrong_replies(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        wire_error why = {""};
        if (judge(bad[i].expect, &bad[i].reply, 1, &why)) fail_msg("passed: %s", bad[i].reply.bytes);
        if (!strstr(why.text, bad[i].says)) fail_msg("%s: %s", bad[i].reply.bytes, why.text);
    }
}

static void fails_missing_and_duplicate_replies(void **state) {
    (void)state;
    const wire_slice twice[] = {TEXT("{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}"),
                                TEXT("{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}")};
    wire_error why = {""};
    assert_true(judge("{\"result\":1,\"id\":1}", twice, 1, &why));
    assert_false(judge("{\"result\":1,\"id\":1}", twice, 0, &why));
    assert_string_equal(why.text, "nothing came");
    assert_false(judge("{\"result\":1,\"id\":1}", twice, 2, &why));
    assert_string_equal(why.text, "more than one document came");
    assert_true(judge("\"nothing\"", twice, 0, &why));
    assert_true(judge("{\"stream\":{\"count\":2,\"each\":{\"result\":1,\"id\":1}}}", twice, 2, &why));
    assert_false(judge("{\"stream\":{\"count\":2,\"each\":{\"result\":1,\"id\":1}}}", twice, 1, &why));
    assert_false(judge("{\"stream\":[{\"result\":1,\"id\":1},{\"result\":1,\"id\":2}]}", twice, 2, &why));
    assert_false(judge("{\"stream\":[{\"result\":1,\"id\":1}]}", twice, 2, &why));
}

static void accepts_further_answers_only_where_asked(void **state) {
    (void)state;
    static const char text[] =
        "{\"expect\":{\"error\":-32600,\"id\":1},\"accept\":[{\"result\":1,\"id\":1}]}";
    const wire_slice reply = TEXT("{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}");
    wire_document document = {0};
    wire_error why = {""};
    assert_true(wire_read(&document, text, sizeof text - 1));
    conf_case one = {.expect = wire_member(document.root, "expect"),
                     .accept = wire_member(document.root, "accept")};
    bool sound;
    assert_ptr_equal(conf_judge_case(&one, false, &reply, 1, &sound, &why), one.accept->first);
    assert_null(conf_judge_case(&one, true, &reply, 1, &sound, &why));
    assert_true(sound);
    const wire_slice broken = TEXT("{\"jsonrpc\":\"2.0\",\"result\":1}");
    assert_null(conf_judge_case(&one, false, &broken, 1, &sound, &why));
    assert_false(sound);
    wire_document_fini(&document);
}

static void refuses_ill_formed_expectations(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{}",
        "{\"result\":1}",
        "{\"result\":1,\"error\":2,\"id\":1}",
        "{\"resutl\":1,\"id\":1}",
        "\"none\"",
        "[{\"id\":1}]",
        "{\"batch\":{\"count\":0,\"each\":{\"result\":1,\"id\":1}}}",
        "{\"result_text\":[{\"repeat\":\"x\"}],\"id\":1}",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        wire_document document = {0};
        assert_true(wire_read(&document, texts[i], strlen(texts[i])));
        if (!conf_expect_check(document.root, CONF_DOCUMENT)) fail_msg("took: %s", texts[i]);
        wire_document_fini(&document);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_right_replies),
        cmocka_unit_test(fails_wrong_replies),
        cmocka_unit_test(fails_missing_and_duplicate_replies),
        cmocka_unit_test(accepts_further_answers_only_where_asked),
        cmocka_unit_test(refuses_ill_formed_expectations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
