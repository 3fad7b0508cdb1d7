/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "wire/test.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Whether the sender and the judge behind it notice what a server does wrong on its connection. The server
 * is a thread that answers what it is told. */

enum ending { AT_END, AT_ONCE, BY_RESET, NEVER };

struct script {
    const char *replies[3]; /* sent after each read that brought something */
    enum ending
        ending; /* when it closes: at the client's end, behind the last reply, by a reset there, not at all */
    bool late;  /* says nothing before the client's end */
};

struct fake {
    pthread_t thread;
    int listener, stop[2];
    const struct script *script;
    wire_address address;
    size_t accepted; /* by accept_slowly, serve_each */
};

static void reset(int peer) {
    struct linger at_once = {.l_onoff = 1};
    setsockopt(peer, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

/* Sends the n-th reply; false when it was the last one and the script ends there. */
static bool say(const struct script *script, size_t n, int peer) {
    const char *reply = n < COUNT_OF(script->replies) ? script->replies[n] : NULL;
    if (reply) send(peer, reply, strlen(reply), MSG_NOSIGNAL);
    bool last = n + 1 >= COUNT_OF(script->replies) || !script->replies[n + 1];
    if (last && script->ending == BY_RESET) reset(peer);
    return !last || (script->ending != AT_ONCE && script->ending != BY_RESET);
}

/* Ends the sending side, then takes what still comes: bytes that nobody reads would turn the end into a reset. */
static void end_in_order(const struct fake *fake, int peer) {
    char bytes[4096];
    struct pollfd polled[2] = {{peer, POLLIN, 0}, {fake->stop[0], POLLIN, 0}};
    shutdown(peer, SHUT_WR);
    do poll(polled, 2, -1);
    while (!polled[1].revents && recv(peer, bytes, sizeof bytes, 0) > 0);
}

static void serve(const struct fake *fake, int peer) {
    char bytes[65536];
    size_t said = 0;
    for (;;) {
        struct pollfd polled[2] = {{peer, POLLIN, 0}, {fake->stop[0], POLLIN, 0}};
        poll(polled, 2, -1);
        if (polled[1].revents) return;
        ssize_t length = recv(peer, bytes, sizeof bytes, 0);
        if (length <= 0 && fake->script->late) say(fake->script, said, peer);
        if (length <= 0 && fake->script->ending != NEVER) return;
        if (length <= 0)
            poll(&polled[1], 1, -1);
        else if (!fake->script->late && !say(fake->script, said++, peer)) {
            if (fake->script->ending == AT_ONCE) end_in_order(fake, peer);
            return;
        }
    }
}

static void *run(void *argument) {
    struct fake *fake = argument;
    struct pollfd polled[2] = {{fake->listener, POLLIN, 0}, {fake->stop[0], POLLIN, 0}};
    poll(polled, 2, -1);
    int peer = polled[1].revents ? -1 : accept(fake->listener, NULL, NULL);
    if (peer < 0) return NULL;
    serve(fake, peer);
    close(peer);
    return NULL;
}

static void start_as(struct fake *fake, void *(*server)(void *), const char *format) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    char text[96];
    fake->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fake->listener, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(fake->listener, 1), 0);
    assert_int_equal(getsockname(fake->listener, (struct sockaddr *)&name, &length), 0);
    snprintf(text, sizeof text, "%s://127.0.0.1:%u%s", strcmp(format, "http") == 0 ? "http" : "tcp",
             ntohs(name.sin_port), strcmp(format, "http") == 0 ? "" : "?framing=line");
    assert_true(wire_address_parse(&fake->address, text, NULL));
    assert_int_equal(pipe(fake->stop), 0);
    assert_int_equal(pthread_create(&fake->thread, NULL, server, fake), 0);
}

static void start(struct fake *fake, const struct script *script, const char *format) {
    fake->script = script;
    start_as(fake, run, format);
}

static void stop(struct fake *fake) {
    close(fake->stop[1]);
    pthread_join(fake->thread, NULL);
    close(fake->stop[0]);
    close(fake->listener);
}

/* Runs a case, given as the text of its answers, against a script. */
static void run_script(conf_transport transport, const char *expect, const char *sent,
                       const struct script *script, const char *format, bool exact, conf_result *result) {
    struct fake fake;
    wire_document document = {0};
    conf_case one = {.name = (char[]){"test"}, .transport = transport, .one_document = true};
    assert_true(wire_read(&document, expect, strlen(expect)));
    one.expect = document.root;
    wire_buffer_string(&one.sent, sent);
    start(&fake, script, format);
    conf_place place = {.address = fake.address,
                        .exact = exact,
                        .seconds = script->ending == NEVER || script->late ? 0.3 : 20};
    conf_run(&one, &place, result);
    stop(&fake);
    wire_buffer_fini(&one.sent);
    wire_document_fini(&document);
}

/* The same on our own server, of which more is asked: "" when it passes, else the reason. */
static void outcome(conf_transport transport, const char *expect, const char *sent,
                    const struct script *script, const char *format, char *reason, size_t room) {
    conf_result result;
    run_script(transport, expect, sent, script, format, true, &result);
    snprintf(reason, room, "%s", result.verdict == CONF_PASS ? "" : result.why.text);
    conf_result_fini(&result);
}

#define ONE "{\"jsonrpc\":\"2.0\",\"result\":[\"hi\",5],\"id\":1}"
#define PROBE "{\"jsonrpc\":\"2.0\",\"result\":[\"hi\",5],\"id\":\"probe\"}"
#define EXPECT_ONE "{\"result\":[\"hi\",5],\"id\":1}"

static const struct {
    const char *expect;
    struct script script;
    const char *says; /* "": it passes */
} streams[] = {
    {EXPECT_ONE, {{ONE "\n", PROBE "\n"}, AT_END, false}, ""},
    {EXPECT_ONE, {{ONE "\n"}, AT_ONCE, false}, ""},
    {EXPECT_ONE, {{ONE "\n" ONE "\n", PROBE "\n"}, AT_END, false}, "more than one document came"},
    {EXPECT_ONE, {{ONE "\n", ONE "\n" PROBE "\n"}, AT_END, false}, "more than one document came"},
    {EXPECT_ONE, {{ONE "\n", PROBE "\n" ONE "\n"}, AT_END, false}, "more than one document came"},
    {EXPECT_ONE, {{ONE "\n\n", PROBE "\n"}, AT_END, false}, "more than one document came"},
    {EXPECT_ONE, {{ONE "\n", PROBE "\n{"}, AT_END, false}, "the stream ends inside a reply"},
    {EXPECT_ONE, {{ONE}, AT_ONCE, false}, "nothing came"},
    {EXPECT_ONE, {{NULL}, AT_ONCE, false}, "nothing came"},
    {EXPECT_ONE, {{ONE "\n", PROBE "\n"}, NEVER, false}, "does not end within 0.3 s"},
    {EXPECT_ONE, {{ONE "\n"}, NEVER, false}, "a call behind it is not answered"},
    {EXPECT_ONE, {{ONE "\n"}, BY_RESET, false}, "reset"},
    {EXPECT_ONE, {{ONE "\n"}, AT_END, true}, "0 of 1 replies came within 0.3 s"},
    {"\"nothing\"", {{PROBE "\n"}, AT_END, false}, ""},
    {"\"nothing\"", {{ONE "\n" PROBE "\n"}, AT_END, false}, "something came"},
    {"\"nothing\"", {{"\n" PROBE "\n"}, AT_END, false}, "something came"},
    {"\"nothing\"", {{PROBE "\n{"}, AT_END, false}, "the stream ends inside a reply"},
    {"\"anything\"", {{ONE "\n" PROBE "\n"}, AT_END, false}, ""},
    {"\"anything\"", {{"{}\n" PROBE "\n"}, AT_END, false}, "jsonrpc is not"},
};

static void judges_streams(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(streams); i++) {
        char reason[1024];
        outcome(CONF_DOCUMENT, streams[i].expect, "{\"a\":1}", &streams[i].script, "line", reason,
                sizeof reason);
        bool good = *streams[i].says ? strstr(reason, streams[i].says) != NULL : !*reason;
        if (!good) fail_msg("stream %zu: '%s', not '%s'", i, reason, streams[i].says);
    }
}

#define OK "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
#define OK_ONE OK "42\r\n\r\n" ONE
#define OK_PROBE OK "48\r\n\r\n" PROBE
#define SILENT "HTTP/1.1 204 No Content\r\n\r\n"

static const struct {
    const char *expect;
    struct script script;
    const char *says;
} documents[] = {
    {EXPECT_ONE, {{OK_ONE, OK_PROBE}, AT_END, false}, ""},
    {EXPECT_ONE, {{OK_ONE}, AT_ONCE, false}, "then a call: it is not answered"},
    {EXPECT_ONE, {{OK_ONE, OK_ONE}, AT_END, false}, "then a call: what came does not answer it"},
    {EXPECT_ONE, {{OK_ONE OK_ONE}, AT_END, false}, "no response came"},
    {EXPECT_ONE, {{SILENT, OK_PROBE}, AT_END, false}, "nothing came"},
    {EXPECT_ONE,
     {{"HTTP/1.1 200 OK\r\nContent-Length: 42\r\n\r\n" ONE, OK_PROBE}, AT_END, false},
     "Content-Type"},
    {EXPECT_ONE,
     {{"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 42\r\n\r\n" ONE, OK_PROBE},
      AT_END,
      false},
     "Content-Type"},
    {EXPECT_ONE, {{OK "41\r\n\r\n" ONE, OK_PROBE}, AT_END, false}, "Expected HTTP/"},
    {EXPECT_ONE, {{ONE}, AT_END, false}, "Expected HTTP/"},
    {"\"nothing\"", {{SILENT, OK_PROBE}, AT_END, false}, ""},
    {"\"nothing\"", {{OK "0\r\n\r\n", OK_PROBE}, AT_END, false}, "the status is 200, not 204"},
};

static void judges_documents_over_http(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(documents); i++) {
        char reason[1024];
        outcome(CONF_DOCUMENT, documents[i].expect, "{\"a\":1}", &documents[i].script, "http", reason,
                sizeof reason);
        bool good = *documents[i].says ? strstr(reason, documents[i].says) != NULL : !*reason;
        if (!good) fail_msg("document %zu: '%s', not '%s'", i, reason, documents[i].says);
    }
}

#define CLOSE_400 "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#define EXPECT_400 "{\"status\":400,\"connection\":\"close\"}"

static const struct {
    const char *expect;
    struct script script;
    const char *says;
} connections[] = {
    {EXPECT_400, {{CLOSE_400}, AT_ONCE, false}, ""},
    {EXPECT_400, {{CLOSE_400}, NEVER, false}, "stays open"},
    {EXPECT_400, {{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}, AT_ONCE, false}, "the status is 200"},
    {EXPECT_400, {{"HTTP/1.1 100 Continue\r\n\r\n" CLOSE_400}, AT_ONCE, false}, "interim"},
    {EXPECT_400, {{CLOSE_400 CLOSE_400}, AT_ONCE, false}, "bytes behind a response that closes"},
    {EXPECT_400, {{NULL}, AT_ONCE, false}, "0 responses came, not 1"},
    {"{\"responses\":[],\"connection\":\"close\"}", {{NULL}, AT_ONCE, false}, ""},
    {"{\"responses\":[],\"connection\":\"close\"}", {{CLOSE_400}, AT_ONCE, false}, "1 responses came, not 0"},
    {"{\"interim\":[100],\"then_send\":[\"x\"],\"responses\":[{\"status\":400}]}",
     {{"HTTP/1.1 100 Continue\r\n\r\n", CLOSE_400}, AT_ONCE, false},
     ""},
    {"{\"interim\":[100],\"then_send\":[\"x\"],\"responses\":[{\"status\":400}]}",
     {{CLOSE_400}, AT_ONCE, false},
     "interim"},
    {"{\"status\":405,\"headers\":{\"allow\":\"^post$\"}}",
     {{"HTTP/1.1 405 No\r\nAllow: POST\r\nContent-Length: 0\r\n\r\n"}, AT_END, false},
     ""},
    {"{\"status\":405,\"headers\":{\"allow\":\"^post$\"}}",
     {{"HTTP/1.1 405 No\r\nAllow: GET\r\nContent-Length: 0\r\n\r\n"}, AT_END, false},
     "the header allow does not match"},
    {"{\"status\":405,\"headers\":{\"allow\":\"^post$\"}}",
     {{"HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n"}, AT_END, false},
     "the header allow is missing"},
    {"{\"status\":405,\"no_headers\":[\"content-length\"]}",
     {{"HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n"}, AT_END, false},
     "a header is there that may not be"},
    {"{\"status\":200,\"reply\":" EXPECT_ONE ",\"connection\":\"keep\"}",
     {{OK_ONE, OK_PROBE}, AT_END, false},
     ""},
    {"{\"status\":200,\"reply\":" EXPECT_ONE ",\"connection\":\"keep\"}",
     {{OK_PROBE, OK_PROBE}, AT_END, false},
     "id is not"},
};

static void judges_http_connections(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(connections); i++) {
        char reason[1024];
        outcome(CONF_HTTP, connections[i].expect, "POST / HTTP/1.1\r\n\r\n", &connections[i].script, "http",
                reason, sizeof reason);
        bool good = *connections[i].says ? strstr(reason, connections[i].says) != NULL : !*reason;
        if (!good) fail_msg("connection %zu: '%s', not '%s'", i, reason, connections[i].says);
    }
}

/* A server need not keep its connections: who says so, or speaks HTTP/1.0, has done nothing wrong. */
static void lets_other_servers_close(void **state) {
    (void)state;
    static const struct script scripts[] = {
        {{"HTTP/1.0 200 OK\r\nContent-Length: 42\r\n\r\n" ONE}, AT_ONCE, false},
        {{"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 42\r\n\r\n" ONE}, AT_ONCE, false},
        {{OK_ONE}, AT_ONCE, false},
    };
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        for (int raw = 0; raw < 2; raw++) {
            const char *expect =
                raw ? "{\"status\":200,\"reply\":" EXPECT_ONE ",\"connection\":\"keep\"}" : EXPECT_ONE;
            conf_result result;
            run_script(raw ? CONF_HTTP : CONF_DOCUMENT, expect, "{\"a\":1}", &scripts[i], "http", false,
                       &result);
            assert_int_equal(result.verdict, i < 2 ? CONF_PASS : CONF_FAIL);
            conf_result_fini(&result);
        }
    }
}

#define SLOWLY_MILLISECONDS 500
#define SLOWLY_MOST 20

/* Accepts a connection now and then, so that each waits, and none so long that it gives up. */
static void *accept_slowly(void *argument) {
    struct fake *fake = argument;
    struct pollfd polled = {fake->stop[0], POLLIN, 0};
    int peers[SLOWLY_MOST] = {0};
    while (fake->accepted < SLOWLY_MOST && poll(&polled, 1, SLOWLY_MILLISECONDS) == 0) {
        int peer = accept(fake->listener, NULL, NULL);
        if (peer < 0) break;
        peers[fake->accepted++] = peer;
    }
    for (size_t i = 0; i < fake->accepted; i++) close(peers[i]);
    return NULL;
}

/* All idle connections together have a limit, so that such a server fails a case and does not hold up the suite. */
static void waits_for_idle_connections_not_for_ever(void **state) {
    (void)state;
    struct fake fake = {0};
    conf_case one = {.name = (char[]){"test"}, .transport = CONF_LINE, .writes = CONF_AFTER_1100_IDLE};
    conf_result result;
    start_as(&fake, accept_slowly, "line");
    /* More than the second after which TCP tries again to connect. */
    conf_place place = {.address = fake.address, .tier = CONF_TIER_ABUSE, .seconds = 1.2};
    conf_run(&one, &place, &result);
    stop(&fake);
    assert_int_equal(result.verdict, CONF_FAIL);
    assert_non_null(strstr(result.why.text, "idle connection "));
    assert_true(fake.accepted < SLOWLY_MOST);
    conf_result_fini(&result);
}

#define WHOLE "{\"a\":1}\n"

/* Serves one connection after another, and takes what it reads first for a whole document. */
static void *serve_each(void *argument) {
    struct fake *fake = argument;
    struct pollfd polled[2] = {{fake->listener, POLLIN, 0}, {fake->stop[0], POLLIN, 0}};
    char bytes[4096];
    while (poll(polled, 2, -1) > 0 && !polled[1].revents) {
        int peer = accept(fake->listener, NULL, NULL);
        if (peer < 0) break;
        fake->accepted++;
        bool whole = recv(peer, bytes, sizeof bytes, 0) == (ssize_t)strlen(WHOLE);
        if (whole) send(peer, ONE "\n", strlen(ONE "\n"), MSG_NOSIGNAL);
        if (whole && recv(peer, bytes, sizeof bytes, 0) > 0) {
            send(peer, PROBE "\n", strlen(PROBE "\n"), MSG_NOSIGNAL);
            recv(peer, bytes, sizeof bytes, 0);
        }
        close(peer);
    }
    return NULL;
}

/* Runs a case against it: how many connections it took. */
static size_t serve_case(conf_writes writes, conf_result *result) {
    struct fake fake = {0};
    wire_document document = {0};
    static const char expect[] = "{\"stream\":[" EXPECT_ONE "]}";
    conf_case one = {.name = (char[]){"test"}, .transport = CONF_LINE, .writes = writes};
    assert_true(wire_read(&document, expect, strlen(expect)));
    one.expect = document.root;
    wire_buffer_string(&one.sent, WHOLE);
    start_as(&fake, serve_each, "line");
    conf_place place = {.address = fake.address, .tier = CONF_TIER_ABUSE, .seconds = 20};
    conf_run(&one, &place, result);
    stop(&fake);
    wire_buffer_fini(&one.sent);
    wire_document_fini(&document);
    return fake.accepted;
}

static void cuts_in_two_pieces(void **state) {
    (void)state;
    conf_result result;
    serve_case(CONF_IN_TWO_PIECES, &result);
    assert_int_equal(result.verdict, CONF_FAIL);
    assert_ptr_equal(strstr(result.why.text, "cut behind "), result.why.text);
    conf_result_fini(&result);
}

static void leaves_fifty_times(void **state) {
    (void)state;
    conf_result result;
    assert_int_equal(serve_case(CONF_LEAVE_50, &result), 51);
    assert_int_equal(result.verdict, CONF_PASS);
    conf_result_fini(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges_streams),
        cmocka_unit_test(judges_documents_over_http),
        cmocka_unit_test(judges_http_connections),
        cmocka_unit_test(lets_other_servers_close),
        cmocka_unit_test(cuts_in_two_pieces),
        cmocka_unit_test(leaves_fifty_times),
        cmocka_unit_test(waits_for_idle_connections_not_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
