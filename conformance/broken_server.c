/* SPDX-License-Identifier: MIT */

/* broken_server MODE SOCKET: a right JSON-RPC server on lines, broken in one way, to show that the suite notices exactly
 * that. One thread, one connection at a time, which no client of it minds. */

#include <jrpc/jrpc.h>
#include <services.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define DOCUMENT_MAX (8u << 20)

static struct {
    const char *mode;
    app_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
    int documents; /* answered so far */
} server;

static bool is(const char *mode) {
    return strcmp(server.mode, mode) == 0;
}

/* False: the peer has gone. */
static bool say(int peer, const char *bytes, size_t length) {
    size_t step = is("in-pieces") ? 1 : length;
    for (size_t at = 0; at < length;) {
        ssize_t sent = send(peer, bytes + at, step < length - at ? step : length - at, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        at += (size_t)sent;
    }
    return true;
}

static bool answer(int peer, const char *bytes, size_t length) {
    return say(peer, bytes, length) && say(peer, "\n", 1);
}

static bool garbage(int peer) {
    char bytes[65536];
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 256; i++)
        if (!say(peer, bytes, sizeof bytes)) return false;
    return say(peer, "\n", 1);
}

/* Says the reply with `text` in place of the bytes from `from` to `to`. */
static bool answer_spliced(int peer, size_t from, size_t to, const char *text) {
    return say(peer, server.reply.data, from) && say(peer, text, strlen(text)) &&
           answer(peer, server.reply.data + to, server.reply.length - to);
}

/* A reply, no batch of them, whose id is a Number; it is the last member. */
static bool has_number_id(void) {
    const char *end = server.reply.data + server.reply.length;
    return server.reply.data[0] == '{' && end[-1] == '}' && end[-2] >= '0' && end[-2] <= '9';
}

static bool answer_id_as_string(int peer) {
    char text[128];
    const char *colon = memrchr(server.reply.data, ':', server.reply.length);
    size_t from = (size_t)(colon + 1 - server.reply.data), to = server.reply.length - 1;
    snprintf(text, sizeof text, "\"%.*s\"", (int)(to - from), colon + 1);
    return answer_spliced(peer, from, to, text);
}

/* The other of the two, before the last member, which is id. */
static bool answer_both(int peer) {
    static const char error[] = ",\"error\":{\"code\":1,\"message\":\"\"}";
    const char *comma = memrchr(server.reply.data, ',', server.reply.length);
    bool failed = memmem(server.reply.data, server.reply.length, "\"error\":", 8) != NULL;
    size_t at = (size_t)(comma - server.reply.data);
    return answer_spliced(peer, at, at, failed ? ",\"result\":null" : error);
}

static bool answer_reply(int peer) {
    if (is("wrong-id") && has_number_id())
        return answer_spliced(peer, server.reply.length - 1, server.reply.length - 1, "0");
    if (is("id-as-string") && has_number_id()) return answer_id_as_string(peer);
    if (is("result-and-error") && has_number_id()) return answer_both(peer);
    if (is("twice") && !answer(peer, server.reply.data, server.reply.length)) return false;
    return answer(peer, server.reply.data, server.reply.length);
}

/* What is wrong whatever the reply would be. */
static bool misbehave(int peer, const char *request, size_t length, bool *done) {
    *done = true;
    if (is("answers-nothing")) return true;
    if (is("closes-at-a-bracket") && memchr(request, '[', length)) return false;
    if (is("empty-for-empty") && length == 2 && memcmp(request, "[]", 2) == 0) return answer(peer, "[]", 2);
    if (is("garbage")) return garbage(peer);
    if (is("dies") && ++server.documents == 5) abort();
    while (is("hangs")) pause();
    *done = false;
    return true;
}

/* The one notification whose effect can be seen from outside. */
static bool counts(const char *request, size_t length) {
    return memmem(request, length, "count.up", 8) && !memmem(request, length, "\"id\"", 4);
}

/* What a server does that answers the calls of a batch while it still reads it. */
static void run_a_thousand(void) {
    static const char call[] = "{\"jsonrpc\":\"2.0\",\"method\":\"count.up\"}";
    for (int i = 0; i < 1000; i++)
        jrpc_process(server.dispatcher, app_service_get(server.service), call, sizeof call - 1, &server.reply,
                     NULL);
}

/* False: the connection is to be closed. */
static bool serve_line(int peer, const char *line, size_t length) {
    static const char nothing[] = "{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":null}";
    bool done;
    bool good = misbehave(peer, line, length, &done);
    if (done || length == 0 || (is("skips-notifications") && counts(line, length))) return good;
    server.reply.length = 0;
    if (is("runs-broken-batches") && line[0] == '[' && counts(line, length)) run_a_thousand();
    if (jrpc_process(server.dispatcher, app_service_get(server.service), line, length, &server.reply, NULL) !=
        JRPC_OK)
        return false;
    if (server.reply.length) return answer_reply(peer);
    return !is("answers-notifications") || answer(peer, nothing, sizeof nothing - 1);
}

static void serve(int peer, char *in) {
    size_t held = 0;
    for (;;) {
        ssize_t length = recv(peer, in + held, DOCUMENT_MAX - held, 0);
        if (length <= 0) return;
        held += (size_t)length;
        char *end;
        size_t start = 0;
        while ((end = memchr(in + start, '\n', held - start))) {
            if (!serve_line(peer, in + start, (size_t)(end - in) - start)) return;
            start = (size_t)(end - in) + 1;
        }
        memmove(in, in + start, held - start);
        held -= start;
        if (held == DOCUMENT_MAX) return;
    }
}

static int listen_at(const char *path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    unlink(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (const struct sockaddr *)&name, sizeof name) == 0 && listen(listener, 64) == 0)
        return listener;
    return -1;
}

int main(int argc, char **argv) {
    static char in[DOCUMENT_MAX];
    if (argc != 3) return 2;
    server.mode = argv[1];
    jrpc_buffer_init(&server.reply, NULL);
    int listener = listen_at(argv[2]);
    if (listener < 0 || app_service_new("conformance", NULL, &server.service) != JRPC_OK ||
        jrpc_dispatcher_new(NULL, &server.dispatcher) != JRPC_OK)
        return 1;
    for (;;) {
        int peer = accept(listener, NULL, NULL);
        if (peer < 0) break;
        serve(peer, in);
        close(peer);
    }
    jrpc_dispatcher_free(server.dispatcher);
    app_service_free(server.service);
    jrpc_buffer_fini(&server.reply);
    return 0;
}
