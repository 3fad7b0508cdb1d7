/* SPDX-License-Identifier: MIT */
/* HTTP over memory: each request whole, and cut into pieces of every small size, with the same answer. */
#include "host_fixture.h"
#include "session_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jrpci_limits limits;
static jrpci_names hosts;
static jrpci_names origins;
static jrpci_site site;

static int reset(void **state) {
    (void)state;
    jrpci_limits_init(&limits);
    jrpci_names_fini(&hosts, NULL);
    jrpci_names_fini(&origins, NULL);
    hosts.any = true;
    site = (jrpci_site){
        .transport = JRPC_TRANSPORT_HTTP,
        .served = fixture_echo,
        .limits = &limits,
        .rules = {.path = "/", .loopback = true, .no_content = true, .hosts = &hosts, .origins = &origins},
        .address = "memory"};
    return 0;
}

static char *answer_in_pieces(const char *request, size_t length, size_t piece, jrpci_ending *ending) {
    jrpc_buffer out;
    const char *reason;
    jrpc_buffer_init(&out, NULL);
    *ending = jrpci_session_over_memory(&site, NULL, request, length, piece, &out, &reason);
    assert_true(jrpc_buffer_append(&out, "", 1));
    char *text = strdup(out.data);
    jrpc_buffer_fini(&out);
    return text;
}

/* A request with what comes back: of each response its status, in order; "x" behind it: then closed. */
static void expect_bytes(const char *request, size_t length, const char *statuses) {
    for (size_t piece = 1; piece <= length; piece++) {
        jrpci_ending ending;
        char *answer = answer_in_pieces(request, length, piece, &ending);
        char got[256] = "";
        for (const char *at = answer; (at = strstr(at, "HTTP/1.1 ")); at++) {
            /* Whether 100 is due depends on how much of the body is there already. */
            if (memcmp(at + 9, "100", 3) != 0)
                snprintf(got + strlen(got), sizeof got - strlen(got), "%.3s ", at + 9);
        }
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s", ending == JRPCI_OPEN ? "" : "x");
        if (got[0] && got[strlen(got) - 1] == ' ') got[strlen(got) - 1] = '\0';
        if (strcmp(got, statuses) != 0)
            fail_msg("pieces of %zu: %s instead of %s\n%.*s\n---\n%s", piece, got, statuses, (int)length,
                     request, answer);
        free(answer);
    }
}

static void expect(const char *request, const char *statuses) {
    expect_bytes(request, strlen(request), statuses);
}

/* The answer to a whole request holds `part`, or does not. */
static void expect_part(const char *request, const char *part, bool there) {
    jrpci_ending ending;
    char *answer = answer_in_pieces(request, strlen(request), 0, &ending);
    if ((strstr(answer, part) != NULL) != there) fail_msg("%s\nin\n%s", part, answer);
    free(answer);
}

#define HEAD "POST / HTTP/1.1\r\nHost: h\r\n"
#define CALL HEAD "Content-Length: 3\r\n\r\n[1]"

static void test_plain(void **state) {
    (void)state;
    expect(CALL, "200");
    expect(CALL CALL CALL, "200 200 200");
    expect("\r\n" CALL, "200");
    expect(HEAD "Content-Length: 0\r\n\r\n", "200");
    expect(HEAD "Content-Length: 9\r\n\r\n{\"quiet\"}" CALL, "204 200");
    expect(HEAD "Content-Length: 8\r\n\r\n{\"fail\"}", "500 x");
    expect_part(CALL, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[1]",
                true);
    expect_part(HEAD "Content-Length: 11\r\n\r\n{\"big\":123}",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 123\r\n\r\nbbb", true);
    expect_part(HEAD "Content-Length: 9\r\n\r\n{\"quiet\"}", "HTTP/1.1 204 No Content\r\n\r\n", true);
    site.rules.no_content = false;
    expect_part(HEAD "Content-Length: 9\r\n\r\n{\"quiet\"}", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                true);
}

static void test_methods(void **state) {
    (void)state;
    expect("GET / HTTP/1.1\r\nHost: h\r\n\r\n" CALL, "405 200");
    expect("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]" CALL, "405 200");
    expect("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" CALL, "405 200");
    expect("OPTIONS / HTTP/1.1\r\nHost: h\r\n\r\n" CALL, "204 200");
    expect("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n" CALL, "204 200");
    expect("CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n", "405 x");
    expect("BREW / HTTP/1.1\r\nHost: h\r\n\r\n", "501 x");
    expect("post / HTTP/1.1\r\nHost: h\r\n\r\n", "501 x");
    expect("POSTS / HTTP/1.1\r\nHost: h\r\n\r\n", "501 x");
    expect("\x16\x03\x01\x02\x01\x01\x01", "400 x");
    expect("{\"jsonrpc\":\"2.0\"}", "400 x");
    expect_part("GET / HTTP/1.1\r\nHost: h\r\n\r\n", "\r\nAllow: POST\r\n", true);
    expect_part("OPTIONS / HTTP/1.1\r\nHost: h\r\n\r\n", "\r\nAllow: POST\r\n", true);
}

static void test_versions(void **state) {
    (void)state;
    expect("POST /\r\nHost: h\r\n\r\n", "400 x");
    expect("POST / HTTP/0.9\r\nHost: h\r\n\r\n", "400 x");
    expect("POST / HTTP/2.0\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "505 x");
    expect("POST / HTTP/1.2\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "505 x");
    expect("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 x");
    expect("POST / RTSP/1.0\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "400 x");
    expect("POST / HTTPS/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "400 x");
    expect("POST / HTTP/1.0\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "200 x");
    expect("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\n[1]", "200 x");
    expect("POST / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\n[1]" CALL, "200 200");
    expect(HEAD "Connection: close\r\nContent-Length: 3\r\n\r\n[1]" CALL, "200 x");
    expect_part("POST / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\n[1]",
                "\r\nConnection: keep-alive\r\n", true);
    expect_part(HEAD "Connection: close\r\nContent-Length: 3\r\n\r\n[1]", "\r\nConnection: close\r\n", true);
}

/* Everything that two parsers might read as requests of different lengths. */
static void test_smuggling(void **state) {
    (void)state;
    static const char *const requests[] = {
        HEAD "Content-Length: 3\r\nContent-Length: 3\r\n\r\n[1]",
        HEAD "Content-Length: 3\r\nContent-Length: 1\r\n\r\n[1]",
        HEAD "Content-Length: 3, 3\r\n\r\n[1]",
        HEAD "Content-Length: -3\r\n\r\n[1]",
        HEAD "Content-Length: +3\r\n\r\n[1]",
        HEAD "Content-Length: 0x3\r\n\r\n[1]",
        HEAD "Content-Length: 3 3\r\n\r\n[1]",
        HEAD "Content-Length: 3\r\n 3\r\n\r\n[1]",
        HEAD "Content-Length:\r\n 3\r\n\r\n[1]",
        HEAD "Content-Length: \r\n\r\n[1]",
        HEAD "Content-Length : 3\r\n\r\n[1]",
        HEAD " Content-Length: 3\r\n\r\n[1]",
        HEAD "Content-Length: 99999999999999999999999999\r\n\r\n[1]",
        HEAD "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked, gzip\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: gzip\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: identity\r\n\r\n[1]",
        HEAD "Transfer-Encoding: xchunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding : chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding:\r\n chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chun\r\n ked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "X: \rTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "X: y\nTransfer-Encoding: chunked\n\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\rX3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]XX0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n3\n[1]\n0\n\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\nxyz\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n-3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n0x3\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF1\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n[1]\r\n0\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\nContent-Length: 9\r\n\r\n",
        HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\nHost: other\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
        HEAD "X: a\r\n b\r\nContent-Length: 3\r\n\r\n[1]",
        HEAD "X: a\r\n\tb\r\nContent-Length: 3\r\n\r\n[1]",
        HEAD "Content-\n\n\nType: application/json\r\nContent-Length: 0\r\n\r\n",
        HEAD "X y: z\r\nContent-Length: 3\r\n\r\n[1]",
        HEAD ": z\r\nContent-Length: 3\r\n\r\n[1]",
        HEAD "no colon\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: h\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost:\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: a b\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: a/b\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: user@h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: h:80:90\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: h:x\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\r\nHost: [::1\r\nContent-Length: 3\r\n\r\n[1]",
        "POST  / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST /  HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST\t/ HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1 \r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
        "POST / HTTP/1.1\nHost: h\nContent-Length: 3\n\n[1]",
        "POST /#x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]",
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) expect(requests[i], "400 x");
    expect(HEAD "Transfer-Encoding: gzip, chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n", "501 x");
    static const char with_nul[] = HEAD "X: a\0b\r\nContent-Length: 3\r\n\r\n[1]";
    expect_bytes(with_nul, sizeof with_nul - 1, "400 x");
}

static void test_chunked(void **state) {
    (void)state;
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n" CALL, "200 200");
    expect(HEAD "transfer-encoding: Chunked\r\n\r\n1\r\n[\r\n01;x=y\r\n1\r\n1;a=\"b\"\r\n]\r\n0\r\n\r\n" CALL,
           "200 200");
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\nX: y\r\n\r\n" CALL, "200 200");
    expect_part(HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\nX: y\r\n\r\n", "\r\n\r\n[1]", true);
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" CALL, "200 200");
    expect_part(HEAD "Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n1\r\n1\r\n]\r\n0\r\n\r\n",
                "\r\n\r\n[1]", true);
}

static void test_media_types(void **state) {
    (void)state;
    static const char *const good[] = {"application/json", "Application/JSON; charset=UTF-8",
                                       "application/json-rpc", "application/jsonrequest ;x=y"};
    static const char *const bad[] = {"text/plain",
                                      "application/jsonp",
                                      "application/xml",
                                      "",
                                      "json",
                                      "multipart/form-data; boundary=application/json"};
    char request[256];
    for (size_t i = 0; i < 4; i++) {
        snprintf(request, sizeof request, HEAD "Content-Type: %s\r\nContent-Length: 3\r\n\r\n[1]", good[i]);
        expect(request, "200");
    }
    for (size_t i = 0; i < 6; i++) {
        snprintf(request, sizeof request, HEAD "Content-Type: %s\r\nContent-Length: 3\r\n\r\n[1]" CALL,
                 bad[i]);
        expect(request, "415 200");
    }
}

static void test_targets(void **state) {
    (void)state;
    site.rules.path = "/rpc";
    expect("POST /rpc HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect("POST /rpc?x=y HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect("POST http://h/rpc HTTP/1.1\r\nHost: other\r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "404");
    expect("POST /rpc/ HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "404");
    expect("POST /RPC HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "404");
    expect("GET /x HTTP/1.1\r\nHost: h\r\n\r\n", "404");
    expect("POST * HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "404");
    expect("POST rpc HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "400 x");
    expect("POST ftp://h/rpc HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "400 x");
}

static void test_hosts(void **state) {
    (void)state;
    hosts.any = false;
    assert_int_equal(jrpci_names_add(&hosts, "My.Name", NULL), JRPC_OK);
    static const char *const good[] = {"localhost", "LOCALHOST:80", "127.0.0.1:1234",
                                       "127.1.2.3", "[::1]:80",     "my.name:9"};
    static const char *const other[] = {
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "my.name.x", "10.0.0.1", "[::2]",
        "0.0.0.0"};
    char request[256];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        snprintf(request, sizeof request, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Length: 3\r\n\r\n[1]",
                 good[i]);
        expect(request, "200");
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        snprintf(request, sizeof request, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Length: 3\r\n\r\n[1]",
                 other[i]);
        expect(request, "421");
        snprintf(request, sizeof request,
                 "POST http://%s/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n[1]", other[i]);
        expect(request, "421");
    }
    site.rules.loopback = false;
    expect("POST / HTTP/1.1\r\nHost: any.example\r\nContent-Length: 3\r\n\r\n[1]", "200");
}

static void test_origins(void **state) {
    (void)state;
    expect(HEAD "Origin: https://a.example\r\nContent-Length: 3\r\n\r\n[1]", "403");
    expect(HEAD "Origin: null\r\nContent-Length: 3\r\n\r\n[1]", "403");
    expect(HEAD "Sec-Fetch-Site: cross-site\r\nContent-Length: 3\r\n\r\n[1]", "403");
    expect(HEAD "Sec-Fetch-Site: none\r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect_part(CALL, "Access-Control", false);
    assert_int_equal(jrpci_names_add(&origins, "https://a.example", NULL), JRPC_OK);
    expect(HEAD "Origin: https://a.example\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 3\r\n\r\n[1]",
           "200");
    expect(HEAD "Origin: https://b.example\r\nContent-Length: 3\r\n\r\n[1]", "403");
    expect_part(HEAD "Origin: https://a.example\r\nContent-Length: 3\r\n\r\n[1]",
                "\r\nAccess-Control-Allow-Origin: https://a.example\r\nVary: Origin\r\n\r\n[1]", true);
    expect_part("OPTIONS / HTTP/1.1\r\nHost: h\r\nOrigin: https://a.example\r\n\r\n",
                "\r\nAccess-Control-Allow-Methods: POST\r\n", true);
    expect_part(CALL, "Access-Control", false);
}

static void test_expectations(void **state) {
    (void)state;
    expect(HEAD "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n[1]" CALL, "200 200");
    expect(HEAD "Content-Length: 3\r\nExpect: magic\r\n\r\n[1]", "417 x");
    expect(HEAD "Content-Length: 4194305\r\nExpect: 100-continue\r\n\r\n", "413 x");
    expect("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", "405 x");
    expect_part(HEAD "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
                true);
    expect_part(HEAD "Content-Length: 4194305\r\nExpect: 100-continue\r\n\r\n", "100", false);
    expect_part("POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", "100", false);
}

static void test_lengths(void **state) {
    (void)state;
    expect(HEAD "\r\n[1]", "411 x");
    expect(HEAD "Content-Length: 4194305\r\n\r\n", "413 x");
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n400001\r\n", "413 x");
    limits.values[JRPCI_MAX_DOCUMENT_BYTES] = 5;
    expect(HEAD "Content-Length: 5\r\n\r\n[234]" CALL, "200 200");
    expect(HEAD "Content-Length: 6\r\n\r\n[2345]", "413 x");
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n5\r\n[234]\r\n0\r\n\r\n" CALL, "200 200");
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n5\r\n[2345\r\n1\r\n]\r\n0\r\n\r\n", "413 x");
}

static void test_header_limits(void **state) {
    (void)state;
    limits.values[JRPCI_MAX_HEADER_COUNT] = 3;
    expect(HEAD "X: y\r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect(HEAD "X: y\r\nX: z\r\nContent-Length: 3\r\n\r\n[1]", "431 x");
    expect(HEAD "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\nX: z\r\n\r\n", "431 x");
    reset(NULL);
    limits.values[JRPCI_MAX_HEADER_BYTES] = sizeof CALL - 3;
    expect(CALL CALL CALL, "200 200 200");
    limits.values[JRPCI_MAX_HEADER_BYTES] = sizeof CALL - 6;
    expect(CALL, "431 x");
    reset(NULL);
    limits.values[JRPCI_MAX_HEADER_BYTES] = 100;
    expect(HEAD "X:                                                                               ", "431 x");
    char empty[101];
    memset(empty, '\n', sizeof empty);
    expect_bytes(empty, sizeof empty, "431 x");
    reset(NULL);
    limits.values[JRPCI_MAX_TARGET_BYTES] = 8;
    expect("POST /1234567 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "404");
    expect("POST /12345678 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "414 x");
}

static void test_chunk_overhead(void **state) {
    (void)state;
    limits.values[JRPCI_MAX_CHUNK_OVERHEAD_BYTES] = 100;
    char request[1000] = HEAD "Transfer-Encoding: chunked\r\n\r\n1;";
    size_t length = strlen(request);
    memset(request + length, 'e', sizeof request - length);
    jrpci_ending ending;
    char *answer = answer_in_pieces(request, sizeof request, 50, &ending);
    assert_memory_equal(answer, "HTTP/1.1 400", 12);
    assert_int_equal(ending, JRPCI_LAST_ANSWER);
    free(answer);
}

static void test_requests_of_a_connection(void **state) {
    (void)state;
    limits.values[JRPCI_MAX_CONNECTION_REQUESTS] = 2;
    expect(CALL CALL CALL, "200 200 x");
}

/* An upgrade that is not offered is ignored (RFC 9110 section 7.8). */
static void test_upgrade(void **state) {
    (void)state;
    expect(HEAD "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: "
                "AAMAAABkAAQAAP__\r\nContent-Length: "
                "3\r\n\r\n[1]" CALL,
           "200 200");
    expect("GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n" CALL, "405 200");
}

static bool authorise(void *user, const jrpc_http_request *request) {
    const char *token = jrpc_http_field(request, "AUTHORIZATION");
    assert_string_equal(request->method, "POST");
    assert_string_equal(request->path, "/?q");
    assert_string_equal(jrpc_http_field(request, "host"), "h");
    assert_null(jrpc_http_field(request, "absent"));
    return token && strcmp(token, user) == 0;
}

static void test_authorise(void **state) {
    (void)state;
    char secret[] = "secret";
    site.rules.authorise = authorise;
    site.rules.authorise_user = secret;
    expect("POST /?q HTTP/1.1\r\nHost: h\r\nAuthorization: secret \r\nContent-Length: 3\r\n\r\n[1]", "200");
    expect("POST /?q HTTP/1.1\r\nHost: h\r\nAuthorization: other\r\nContent-Length: 3\r\n\r\n[1]", "403");
    expect("POST /?q HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n[1]", "403");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup(name, reset)
    const struct CMUnitTest tests[] = {
        TEST(test_plain),          TEST(test_methods),
        TEST(test_versions),       TEST(test_smuggling),
        TEST(test_chunked),        TEST(test_media_types),
        TEST(test_targets),        TEST(test_hosts),
        TEST(test_origins),        TEST(test_expectations),
        TEST(test_lengths),        TEST(test_header_limits),
        TEST(test_chunk_overhead), TEST(test_requests_of_a_connection),
        TEST(test_upgrade),        TEST(test_authorise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
