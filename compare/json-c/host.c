/* SPDX-License-Identifier: MIT */
/* The json-c handler behind the host that jrpc-server uses, so that the library is the only difference. */
#include "handler.h"

#include <jrpc/host.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: compare-json-c-host ADDRESS [WORKERS]\n"
    "The benchmark service on json-c behind jrpc_host. ADDRESS as jrpc-server takes it:\n"
    "tcp://127.0.0.1:0, unix:///run/x.sock, http://127.0.0.1:0/, .. It is printed as\n"
    "`listening on ADDRESS`, with the real port. SIGTERM ends it.\n";

/* What one worker has. json-c prints into its own kind of buffer, so that a reply is copied once more than ours. */
struct worker {
    struct json_c_handler *handler;
    struct printbuf *reply;
};

static void close_worker(void *user, void *state) {
    (void)user;
    struct worker *worker = state;
    json_c_handler_free(worker->handler);
    printbuf_free(worker->reply);
    free(worker);
}

static jrpc_status open_worker(void *user, const jrpc_allocator *allocator, void **state) {
    (void)user, (void)allocator; /* json-c knows malloc alone */
    struct worker *worker = malloc(sizeof *worker);
    if (!worker) return JRPC_E_MEMORY;
    *worker = (struct worker){json_c_handler_new(), printbuf_new()};
    if (!worker->handler || !worker->reply) {
        close_worker(NULL, worker);
        return JRPC_E_MEMORY;
    }
    *state = worker;
    return JRPC_OK;
}

static jrpc_status serve(void *state, const void *request, size_t length, jrpc_buffer *reply,
                         const jrpc_peer *peer) {
    (void)peer;
    struct worker *worker = state;
    printbuf_reset(worker->reply);
    if (!json_c_handle(worker->handler, request, length, worker->reply)) return JRPC_E_MEMORY;
    return jrpc_buffer_append(reply, worker->reply->buf, (size_t)worker->reply->bpos) ? JRPC_OK
                                                                                      : JRPC_E_MEMORY;
}

static sigset_t stop_signals(void) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    return stop;
}

/* Runs on a thread of its own: stopping from a signal handler would do as well, but this needs no global. */
static void *stop_on_signal(void *host) {
    const sigset_t stop = stop_signals();
    int received;
    sigwait(&stop, &received);
    jrpc_host_stop(host);
    return NULL;
}

static bool run(jrpc_host *host) {
    pthread_t stopper;
    if (pthread_create(&stopper, NULL, stop_on_signal, host) != 0) return false;
    bool ran = jrpc_host_run(host) == JRPC_OK;
    pthread_cancel(stopper);
    pthread_join(stopper, NULL);
    return ran;
}

static bool listen_and_run(jrpc_host *host, const char *address, unsigned workers) {
    const jrpc_served served = {.serve = serve, .open = open_worker, .close = close_worker};
    if (jrpc_host_set_workers(host, workers) != JRPC_OK ||
        jrpc_host_listen(host, address, &served) != JRPC_OK)
        return false;
    /* Before the line that tells others where it is: they may ask it to stop as soon as they have read it. */
    const sigset_t stop = stop_signals();
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    char text[JRPC_ADDRESS_TEXT];
    jrpc_host_address(host, 0, text);
    printf("listening on %s\n", text);
    fflush(stdout);
    return run(host);
}

static bool parse_workers(const char *text, unsigned *workers) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *workers = (unsigned)value;
    return end != text && !*end && value >= 1 && value <= 1024;
}

int main(int count, char **arguments) {
    bool help = count == 2 && strcmp(arguments[1], "--help") == 0;
    jrpc_address address;
    unsigned workers = 1;
    if (help || count < 2 || count > 3 || jrpc_address_parse(arguments[1], &address, NULL) != JRPC_OK ||
        (count == 3 && !parse_workers(arguments[2], &workers))) {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    jrpc_host *host;
    if (jrpc_host_new(NULL, &host) != JRPC_OK) {
        perror("compare-json-c-host");
        return 1;
    }
    bool ran = listen_and_run(host, arguments[1], workers);
    if (!ran) fprintf(stderr, "compare-json-c-host: %s\n", jrpc_host_error(host));
    jrpc_host_free(host);
    return ran ? 0 : 1;
}
