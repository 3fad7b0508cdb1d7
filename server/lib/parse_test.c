/* SPDX-License-Identifier: MIT */
#include "parse.h"

#include "test_main.h"

static const jrpc_vector vectors[] = {JRPC_VECTOR_SCALAR, JRPC_VECTOR_SSE2, JRPC_VECTOR_AVX2};
static const jrpci_parse_limits limits = {JRPC_MAX_DEPTH, JRPC_MAX_VALUES};

static const char single[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"shape\",\"params\":{\"a\":[1,-2.5e+3,true,false,null],"
    "\"b\\u00e9\\ud83d\\ude00\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"},\"id\":\"x\\n\"}";
static const char batch[] =
    " [ {\"method\":\"sum\",\"params\":[1,2],\"id\":1} ,\t{\"method\":\"hit\"},\r\n{\"method\":"
    "\"echo\",\"params\":{\"s\":\"0123456789abcdefghijklmnopqrstuvwxyz\"},\"id\":null} ] ";

static jrpci_parse_status parse(const jrpci_vector *vector, jrpci_document *document, const char *text,
                                size_t length, size_t *offset) {
    jrpc_segment segment = {text, length};
    assert_true(jrpci_document_load(document, &segment, 1, length));
    *offset = 0;
    jrpci_parse_status status = vector->parse(document, &limits);
    *offset = document->wrong;
    return status;
}

static void test_values(void **state) {
    (void)state;
    static const char text[] = " [ 10 , -0.25e1, \"a\\n\", {\"k\" : [ ] }, null ] ";
    jrpci_document document;
    jrpci_document_init(&document, jrpc_allocator_default());
    size_t offset;
    assert_int_equal(parse(jrpci_vector_find(JRPC_VECTOR_BEST), &document, text, sizeof text - 1, &offset),
                     JRPCI_PARSE_OK);
    const jrpc_value *v = document.values;
    assert_int_equal(jrpci_document_count(&document), 8);
    assert_int_equal(v[0].kind, JRPC_ARRAY);
    assert_int_equal(v[0].as.span, 8);
    assert_int_equal(v[0].digits, 5);
    assert_int_equal(v[0].offset, 1);
    assert_int_equal(v[0].length, sizeof text - 3);
    assert_int_equal(v[1].digits, 10);
    assert_int_equal(v[2].digits, 25);
    assert_int_equal(v[2].as.exponent, -1);
    assert_int_equal(v[2].flags, JRPC_FLAG_NEGATIVE);
    assert_int_equal(v[2].length, 7);
    assert_int_equal(v[3].flags, JRPC_FLAG_ESCAPED);
    assert_int_equal(v[3].length, 3);
    assert_int_equal(v[4].kind, JRPC_OBJECT);
    assert_int_equal(v[4].as.span, 3);
    assert_int_equal(v[4].digits, 1);
    assert_int_equal(v[6].kind, JRPC_ARRAY);
    assert_int_equal(v[6].as.span, 1);
    assert_int_equal(v[6].digits, 0);
    assert_int_equal(v[7].kind, JRPC_NULL);
    jrpci_document_fini(&document);
}

/* Every proper prefix is a parse error at its end, whatever lies behind it in memory. */
static void expect_cut(const char *text, size_t length) {
    for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++) {
        if (!jrpci_vector_find(vectors[v])) continue;
        fixture f;
        fixture_begin(&f, NULL, vectors[v]);
        size_t last = length;
        while (text[last - 1] == ' ') last--;
        for (size_t cut = 0; cut < last; cut++) {
            char wanted[128];
            snprintf(wanted, sizeof wanted,
                     "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse "
                     "error\",\"data\":{\"offset\":"
                     "%zu}},\"id\":null}",
                     cut);
            fixture_process(&f, text, cut);
            assert_int_equal(f.reply.length, strlen(wanted));
            assert_memory_equal(f.reply.data, wanted, f.reply.length);
        }
        assert_int_equal(f.state.hits, 0);
        fixture_end(&f);
    }
}

static void test_prefixes(void **state) {
    (void)state;
    expect_cut(single, sizeof single - 1);
    expect_cut(batch, sizeof batch - 1);
}

/* A reply is nothing, or one line of JSON with what every answer has. */
static void expect_well_formed(const jrpc_buffer *reply) {
    if (reply->length == 0) return;
    jrpci_document document;
    jrpci_document_init(&document, jrpc_allocator_default());
    size_t offset;
    assert_int_equal(parse(&jrpci_vector_scalar, &document, reply->data, reply->length, &offset),
                     JRPCI_PARSE_OK);
    assert_null(memchr(reply->data, '\n', reply->length));
    assert_null(memchr(reply->data, '\r', reply->length));
    assert_true(jrpci_document_count(&document) > 3);
    const jrpc_value *root = document.values;
    const jrpc_value *answer = root->kind == JRPC_ARRAY ? root + 1 : root;
    assert_int_equal(answer->kind, JRPC_OBJECT);
    assert_int_equal(jrpc_value_count(answer), 3);
    jrpci_document_fini(&document);
}

static void change_each_byte(const char *text, size_t length) {
    fixture f[3] = {{.reply = {0}}};
    size_t count = 0;
    for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++) {
        if (jrpci_vector_find(vectors[v])) fixture_begin(&f[count++], NULL, vectors[v]);
    }
    char *changed = malloc(length);
    assert_non_null(changed);
    for (size_t at = 0; at < length; at++) {
        for (int byte = 0; byte < 256; byte++) {
            memcpy(changed, text, length);
            changed[at] = (char)byte;
            for (size_t i = 0; i < count; i++) {
                fixture_process(&f[i], changed, length);
                assert_int_equal(f[i].reply.length, f[0].reply.length);
                if (i) assert_memory_equal(f[i].reply.data, f[0].reply.data, f[0].reply.length);
            }
            expect_well_formed(&f[0].reply);
        }
    }
    free(changed);
    for (size_t i = 0; i < count; i++) fixture_end(&f[i]);
}

static void test_changed_bytes(void **state) {
    (void)state;
    change_each_byte(single, sizeof single - 1);
    change_each_byte(batch, sizeof batch - 1);
}

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Text of pieces that matter to a parser, in any order. */
static size_t random_text(uint64_t *seed, char *out, size_t room) {
    static const char *const pieces[] = {"{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         ":",
                                         "\"",
                                         "\"\"",
                                         "1",
                                         "-0.5",
                                         "1e5",
                                         "true",
                                         "null",
                                         " ",
                                         "\n",
                                         "\\n",
                                         "\\u00e9",
                                         "\xc3\xa9",
                                         "\xe2\x82\xac",
                                         "\xf0\x9f\x98\x80",
                                         "\xff",
                                         "\x01",
                                         "\\ud800",
                                         "\\ud83d\\ude00",
                                         "a",
                                         "0123456789abcdef",
                                         "\"key\":",
                                         "\"long enough for more than one vector\"",
                                         "[1,2]",
                                         "{\"a\":1}",
                                         "[[[[",
                                         "]]]]",
                                         "12345678901234567890123"};
    size_t length = 0;
    for (uint64_t n = next_random(seed) % 24; n > 0; n--) {
        const char *piece = pieces[next_random(seed) % (sizeof pieces / sizeof pieces[0])];
        if (length + strlen(piece) > room) break;
        for (; *piece; piece++) out[length++] = *piece;
    }
    return length;
}

static void expect_same(const jrpci_document *a, const jrpci_document *b) {
    assert_int_equal(jrpci_document_count(a), jrpci_document_count(b));
    for (size_t i = 0; i < jrpci_document_count(a); i++) {
        const jrpc_value *x = &a->values[i];
        const jrpc_value *y = &b->values[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->offset, y->offset);
        assert_int_equal(x->length, y->length);
        if (x->kind >= JRPC_ARRAY || x->kind == JRPC_NUMBER) {
            assert_int_equal(x->as.span, y->as.span);
            assert_int_equal(x->digits, y->digits);
        }
    }
}

static void test_vectors_agree(void **state) {
    (void)state;
    jrpci_document documents[3];
    for (int i = 0; i < 3; i++) jrpci_document_init(&documents[i], jrpc_allocator_default());
    uint64_t seed = 20260731;
    size_t valid = 0;
    for (int round = 0; round < 200000; round++) {
        char text[600];
        size_t length = random_text(&seed, text, sizeof text);
        if (round % 2) { /* half of them as elements, so that more are valid */
            if (length > sizeof text - 4) length = sizeof text - 4;
            memmove(text + 2, text, length);
            text[0] = '[';
            text[1] = '"';
            text[length + 2] = '"';
            text[length + 3] = ']';
            length += 4;
        }
        jrpci_parse_status status[3];
        size_t offset[3];
        for (int i = 0; i < 3; i++) {
            const jrpci_vector *vector = jrpci_vector_find(vectors[i]);
            if (!vector) vector = &jrpci_vector_scalar;
            status[i] = parse(vector, &documents[i], text, length, &offset[i]);
            assert_int_equal(status[i], status[0]);
            assert_int_equal(offset[i], offset[0]);
            if (status[i] == JRPCI_PARSE_OK) expect_same(&documents[0], &documents[i]);
        }
        valid += status[0] == JRPCI_PARSE_OK;
    }
    assert_true(valid > 1000);
    for (int i = 0; i < 3; i++) jrpci_document_fini(&documents[i]);
}

/* What copy_plain says is plain is plain and was copied. */
static void test_copy_plain(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 60000; round++) {
        char text[80];
        size_t length = next_random(&seed) % sizeof text;
        for (size_t i = 0; i < length; i++) text[i] = (char)(' ' + next_random(&seed) % 90);
        for (size_t i = 0; i < length; i++) {
            if (text[i] == '"' || text[i] == '\\') text[i] = 'x';
        }
        static const char special[] = {'"', '\\', 0, 0x1f, (char)0x80, (char)0xff};
        size_t at = next_random(&seed) % 160;
        if (at < length) text[at] = special[next_random(&seed) % sizeof special];
        for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++) {
            const jrpci_vector *vector = jrpci_vector_find(vectors[v]);
            if (!vector) continue;
            char *exact = malloc(length);
            char *out = malloc(length);
            memcpy(exact, text, length);
            size_t plain = vector->copy_plain(out, exact, length);
            if (at >= length) assert_int_equal(plain, length);
            assert_true(plain <= length && (at >= length || plain <= at));
            if (plain) assert_memory_equal(out, text, plain);
            free(exact);
            free(out);
        }
    }
}

/* 100,000 brackets, as deep as allowed and one more, in each kind. */
static void test_depth(void **state) {
    (void)state;
    jrpci_document document;
    jrpci_document_init(&document, jrpc_allocator_default());
    const jrpci_vector *vector = jrpci_vector_find(JRPC_VECTOR_BEST);
    const jrpci_parse_limits cap = {JRPC_MAX_DEPTH_CAP, SIZE_MAX / sizeof(jrpc_value)};
    size_t length = 2 * JRPC_MAX_DEPTH_CAP + 2;
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, '[', length / 2);
    memset(text + length / 2, ']', length / 2);
    jrpc_segment whole = {text, length};
    jrpc_segment less = {text + 1, length - 2};
    assert_true(jrpci_document_load(&document, &whole, 1, length));
    assert_int_equal(vector->parse(&document, &cap), JRPCI_PARSE_DEPTH);
    assert_true(jrpci_document_load(&document, &less, 1, length - 2));
    assert_int_equal(vector->parse(&document, &cap), JRPCI_PARSE_OK);
    assert_int_equal(document.values[0].as.span, JRPC_MAX_DEPTH_CAP);
    free(text);
    jrpci_document_fini(&document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_changed_bytes), cmocka_unit_test(test_vectors_agree),
        cmocka_unit_test(test_copy_plain),    cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
