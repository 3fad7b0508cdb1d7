/* SPDX-License-Identifier: MIT */
/* Framing: every stream whole, in pieces of every size, and flush against a page that may not be read. */
#include "framing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_DOCUMENT = 200, MAX_HEADER = 100 };

/* Memory that ends where reading ends in a crash. */
typedef struct cliff {
    char *memory;
    size_t size;
} cliff;

static cliff cliff_make(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    cliff c = {.size = (size + page - 1) / page * page};
    c.memory = mmap(NULL, c.size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(c.memory != MAP_FAILED);
    assert_int_equal(mprotect(c.memory + c.size, page, PROT_NONE), 0);
    return c;
}

static char *cliff_put(const cliff *c, const char *bytes, size_t length) {
    char *at = c->memory + c->size - length;
    if (length) memcpy(at, bytes, length);
    return at;
}

static void cliff_free(cliff *c) {
    munmap(c->memory, c->size + (size_t)sysconf(_SC_PAGESIZE));
}

/* What framing makes of a stream, as text: documents in <>, then ! for garbage (with what is handed over) or # for
 * over-size. */
static void frame_all(jrpc_framing kind, const char *stream, size_t length, size_t piece, const cliff *c,
                      char *text, size_t size) {
    jrpci_framing framing;
    jrpci_framing_init(&framing, kind, MAX_DOCUMENT, MAX_HEADER);
    size_t begin = 0;
    size_t end = 0;
    text[0] = '\0';
    while (end < length) {
        end = length - end < piece ? length : end + piece;
        for (;;) {
            const char *window = cliff_put(c, stream + begin, end - begin);
            jrpci_frame frame;
            jrpci_frame_kind kind_of_frame = jrpci_framing_next(&framing, window, end - begin, &frame);
            begin += frame.used;
            if (kind_of_frame == JRPCI_FRAME_MORE) break;
            size_t at = strlen(text);
            char document[2 * MAX_DOCUMENT + 1] = "";
            if (frame.length) memcpy(document, frame.document, frame.length);
            const char *before = kind_of_frame == JRPCI_FRAME_DOCUMENT  ? "<"
                                 : kind_of_frame == JRPCI_FRAME_GARBAGE ? "!"
                                                                        : "#";
            snprintf(text + at, size - at, "%s%s%s", before, document,
                     kind_of_frame == JRPCI_FRAME_DOCUMENT ? ">" : "");
            if (kind_of_frame != JRPCI_FRAME_DOCUMENT) return;
        }
    }
    assert_true(begin <= length);
    assert_int_equal(begin < length, jrpci_framing_inside(&framing));
}

static void expect(jrpc_framing kind, const char *stream, const char *frames) {
    size_t length = strlen(stream);
    cliff c = cliff_make(length + 1);
    for (size_t piece = 1; piece <= length; piece++) {
        char text[4096];
        frame_all(kind, stream, length, piece, &c, text, sizeof text);
        if (strcmp(text, frames) != 0) fail_msg("in pieces of %zu: %s instead of %s", piece, text, frames);
    }
    cliff_free(&c);
}

static void test_concatenated(void **state) {
    (void)state;
    const jrpc_framing kind = JRPC_FRAMING_CONCATENATED;
    expect(kind, "", "");
    expect(kind, " \r\n\t", "");
    expect(kind, "{}[]", "<{}><[]>");
    expect(kind, " {\"a\":[1,{}]}\n[2] ", "<{\"a\":[1,{}]}><[2]>");
    expect(kind, "[\"]\"][\"\\\"]\"][\"\\\\\"]", "<[\"]\"]><[\"\\\"]\"]><[\"\\\\\"]>");
    expect(kind, "[\"\\\\\\\"]\"][1]", "<[\"\\\\\\\"]\"]><[1]>");
    expect(kind, "[1", "");
    expect(kind, "[1][", "<[1]>");
    expect(kind, "{]{}", "<{]><{}>"); /* the parser finds the mismatch */
    expect(kind, "[1]5[2]", "<[1]>!");
    expect(kind, "]", "!");
    expect(kind, "\xef\xbb\xbf{}", "!");
    expect(kind, "POST / HTTP/1.1\r\n\r\n{}", "!");
}

static void test_line(void **state) {
    (void)state;
    const jrpc_framing kind = JRPC_FRAMING_LINE;
    expect(kind, "{}\n[]\n", "<{}><[]>");
    expect(kind, "\n \r\n {} \r\n", "<{}>");
    expect(kind, "{}[]\n", "<{}[]>"); /* the parser finds the second document */
    expect(kind, "{\n", "<{>");
    expect(kind, "{}", "");
    expect(kind, "{}\n5\n{}\n", "<{}>!5");
    expect(kind, "GET /\r\n{}\n", "!GET /");
}

static void test_content_length(void **state) {
    (void)state;
    const jrpc_framing kind = JRPC_FRAMING_CONTENT_LENGTH;
    expect(kind, "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", "<{}><[1]>");
    expect(kind, "content-length:2\r\nContent-Type: a; b\r\n\r\n{}", "<{}>");
    expect(kind, "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n5", "<><5>");
    expect(kind, "Content-Length: 002\r\n\r\n{}", "<{}>");
    expect(kind, "Content-Length: 9\r\n\r\n{}", "");
    expect(kind, "Content-Length: 200\r\n\r\n", "");
    expect(kind, "Content-Length: 201\r\n\r\n", "#");
    expect(kind, "Content-Length: 99999999999999999999999999\r\n\r\n", "#");
#define LONG                                                                                                 \
    "[\"01234567890123456789012345678901234567\"]" /* enough behind a header for the short way to read it */
    expect(kind, "Content-Length: 42\r\n\r\n" LONG "Content-Length: 042\r\n\r\n" LONG,
           "<" LONG "><" LONG ">");
    expect(kind, "Content-Length: 42 \r\nA: b\r\n\r\n" LONG, "<" LONG ">");
    expect(kind, "Content-Length: 42\r\n\r " LONG, ""); /* the header has not ended */
    expect(kind, "Content-Length: 201\r\n\r\n" LONG, "#");
    expect(kind, "Content-Length: 999999999999999999\r\n\r\n" LONG, "#");
    expect(kind, "Content-Length: 0000000000000000000000000042\r\n\r\n" LONG, "<" LONG ">");
    static const char *const bad[] = {
        ("Content-Length: \r\n\r\n" LONG),
        ("Content-Length: 4z2\r\n\r\n" LONG),
        "{\"a\":1}",
        "\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: \r\n\r\n{}",
        "Content-Length: -2\r\n\r\n{}",
        "Content-Length: 2a\r\n\r\n{}",
        "Content-Length : 2\r\n\r\n{}",
        "Content-Type: a\r\n\r\n{}",
        "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) expect(kind, bad[i], "!");
    char endless[MAX_HEADER + 1];
    memset(endless, 'x', MAX_HEADER);
    endless[MAX_HEADER] = '\0';
    expect(kind, endless, "!");
}

static void test_over_size(void **state) {
    (void)state;
    char stream[MAX_DOCUMENT + 2];
    char frames[MAX_DOCUMENT + 4];
    memset(stream, ' ', sizeof stream);
    stream[0] = '[';
    stream[MAX_DOCUMENT - 1] = ']';
    stream[MAX_DOCUMENT] = '\0';
    snprintf(frames, sizeof frames, "<%s>", stream);
    expect(JRPC_FRAMING_CONCATENATED, stream, frames);
    memmove(stream + 1, stream, sizeof stream - 1);
    stream[1] = ' ';
    stream[MAX_DOCUMENT + 1] = '\0';
    expect(JRPC_FRAMING_CONCATENATED, stream, "#");
    expect(JRPC_FRAMING_LINE, stream, "#");
    /* Also where it was looked at with the document before it. */
    char two[sizeof stream + 4] = "[1] ";
    memcpy(two + 4, stream, sizeof stream);
    expect(JRPC_FRAMING_CONCATENATED, two, "<[1]>#");
    two[3] = '\n';
    expect(JRPC_FRAMING_LINE, two, "<[1]>#");
}

/* More documents than one look takes in, with white space of every length between them. */
static void test_many(void **state) {
    (void)state;
    char stream[3 * JRPCI_LOOK_BYTES];
    char frames[sizeof stream + 1];
    size_t at = 0;
    size_t framed = 0;
    for (int i = 0; at < sizeof stream - 150; i++) {
        framed += (size_t)snprintf(frames + framed, sizeof frames - framed, "<[%d,\"]\"]>", i);
        at += (size_t)snprintf(stream + at, sizeof stream - at, "[%d,\"]\"]%*s", i, i * 7 % 100, "");
    }
    expect(JRPC_FRAMING_CONCATENATED, stream, frames);
}

/* ---- The vector path against the scalar one ---- */

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static bool same_next(jrpci_look look, jrpci_scan *fast, jrpci_scan *slow, const char *bytes, size_t length,
                      size_t *used) {
    *used = jrpci_scan_next(fast, look, bytes, length);
    assert_int_equal(*used, jrpci_scan_next(slow, jrpci_look_scalar, bytes, length));
    if (*used) return true; /* what is known of the bytes behind may differ */
    assert_int_equal(fast->depth, slow->depth);
    assert_int_equal(fast->in_string, slow->in_string);
    assert_int_equal(fast->escaped, slow->escaped);
    return false;
}

/* Both get the same pieces of one document after the other, until something else than a document begins. Answers how
 * many there were. */
static size_t compare_scans(jrpci_look look, const char *bytes, size_t length, uint64_t *seed) {
    jrpci_scan fast = {0};
    jrpci_scan slow = {0};
    size_t documents = 0;
    size_t begin = 0;
    bool inside = false;
    for (size_t end = 0; end < length;) {
        end += 1 + next_random(seed) % (length - end);
        while (begin < end) {
            size_t space = 0;
            while (!inside && begin + space < end && bytes[begin + space] == ' ') space++;
            jrpci_scan_skip(&fast, space);
            jrpci_scan_skip(&slow, space);
            begin += space;
            if (begin == end) break;
            if (!inside && bytes[begin] != '[' && bytes[begin] != '{') return documents;
            size_t used;
            inside = !same_next(look, &fast, &slow, bytes + begin, end - begin, &used);
            documents += !inside;
            begin = inside ? end : begin + used;
        }
    }
    return documents;
}

/* As many ends as fit into the bytes, behind a beginning of every length. */
static void check_dense(jrpci_look look, size_t begun) {
    jrpci_scan scan = {0};
    char bytes[4 * JRPCI_LOOK_BYTES];
    memset(bytes, ' ', begun);
    bytes[0] = '[';
    for (size_t i = 0; begun + i < sizeof bytes; i++) bytes[begun + i] = "]["[i % 2];
    assert_int_equal(jrpci_scan_next(&scan, look, bytes, begun), 0);
    size_t at = begun;
    for (size_t used = 1; at < sizeof bytes - 1; at += used, used = 2)
        assert_int_equal(jrpci_scan_next(&scan, look, bytes + at, sizeof bytes - at), used);
}

/* And then closing brackets alone: they end nothing, and must not be noted behind the last slot. */
static void check_overfull(jrpci_look look, size_t dense) {
    static const char nothing[64];
    union {
        jrpci_scan scan;
        char bytes[sizeof(jrpci_scan) + sizeof nothing];
    } s;
    memset(&s, 0, sizeof s);
    s.scan.depth = 1;
    char bytes[2 * JRPCI_LOOK_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = i < dense && i % 2 ? '[' : ']';
    for (size_t at = 0; at < sizeof bytes; at += s.scan.looked) look(&s.scan, bytes + at, sizeof bytes - at);
    const char *behind = (const char *)(s.scan.ends + JRPCI_LOOK_ENDS);
    assert_memory_equal(behind, nothing, sizeof nothing);
}

static void check_look(jrpci_look look) {
    for (size_t begun = 1; begun < (size_t)2 * JRPCI_BLOCK; begun++) check_dense(look, begun);
    for (size_t dense = 0; dense <= JRPCI_LOOK_BYTES; dense++) check_overfull(look, dense);
}

static void test_dense(void **state) {
    (void)state;
    check_look(jrpci_look_scalar);
    check_look(jrpci_look_best());
#ifdef __SSE2__
    check_look(jrpci_look_sse2);
#endif
}

static void test_scans_agree(void **state) {
    (void)state;
    static const char letters[] = "{{[[}}]]\"\"\\\\\\ a:\xc3";
    uint64_t seed = 0x9e3779b97f4a7c15u;
    char bytes[3 * JRPCI_LOOK_BYTES / 2];
    size_t documents = 0;
    for (int round = 0; round < 100000; round++) {
        size_t length = 1 + next_random(&seed) % sizeof bytes;
        bytes[0] = '[';
        for (size_t i = 1; i < length; i++) bytes[i] = letters[next_random(&seed) % (sizeof letters - 1)];
        documents += compare_scans(jrpci_look_best(), bytes, length, &seed);
#ifdef __SSE2__
        compare_scans(jrpci_look_sse2, bytes, length, &seed);
#endif
    }
    assert_true(documents > 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_concatenated),   cmocka_unit_test(test_line),
        cmocka_unit_test(test_content_length), cmocka_unit_test(test_over_size),
        cmocka_unit_test(test_many),           cmocka_unit_test(test_dense),
        cmocka_unit_test(test_scans_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
