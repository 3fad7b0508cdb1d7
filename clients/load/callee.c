/* SPDX-License-Identifier: MIT */
#include "callee.h"

#include "compare/json-c/handler.h"
#include "server/app/services.h"

#include <jrpc/jrpc.h>
#include <stdlib.h>

/* The library. */

typedef struct library {
    jrpc_service *service; /* shared by all threads */
    jrpc_dispatcher *dispatcher;
    jrpc_buffer replies;
} library;

static void *library_share(void) {
    jrpc_service *service;
    return benchmark_service_new(&service) == JRPC_OK ? service : NULL;
}

static void library_unshare(void *shared) {
    jrpc_service_free(shared);
}

static void library_close(void *state) {
    library *l = state;
    jrpc_dispatcher_free(l->dispatcher);
    jrpc_buffer_fini(&l->replies);
    free(l);
}

static void *library_open(void *shared) {
    library *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->service = shared;
    jrpc_buffer_init(&l->replies, NULL);
    if (jrpc_dispatcher_new(NULL, &l->dispatcher) == JRPC_OK) return l;
    library_close(l);
    return NULL;
}

static bool library_call(void *state, const char *request, size_t length) {
    library *l = state;
    return jrpc_process(l->dispatcher, l->service, request, length, &l->replies, NULL) == JRPC_OK;
}

static wire_slice library_replies(const void *state) {
    const library *l = state;
    return (wire_slice){l->replies.data, l->replies.length};
}

static void library_reset(void *state) {
    library *l = state;
    l->replies.length = 0;
}

const load_callee load_callee_library = {.name = "library",
                                         .answers = true,
                                         .share = library_share,
                                         .unshare = library_unshare,
                                         .open = library_open,
                                         .call = library_call,
                                         .replies = library_replies,
                                         .reset = library_reset,
                                         .close = library_close};

const char *load_callee_vector_path(void) {
    jrpc_dispatcher *dispatcher;
    if (jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK) return NULL;
    const char *name = jrpc_vector_str(jrpc_dispatcher_vector(dispatcher));
    jrpc_dispatcher_free(dispatcher);
    return name;
}

/* The json-c handler. */

typedef struct json_c {
    struct json_c_handler *handler;
    struct printbuf *replies;
} json_c;

static void json_c_close(void *state) {
    json_c *j = state;
    json_c_handler_free(j->handler);
    if (j->replies) printbuf_free(j->replies);
    free(j);
}

static void *json_c_open(void *shared) {
    (void)shared;
    json_c *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->handler = json_c_handler_new();
    j->replies = printbuf_new();
    if (j->handler && j->replies) return j;
    json_c_close(j);
    return NULL;
}

static bool json_c_call(void *state, const char *request, size_t length) {
    json_c *j = state;
    return json_c_handle(j->handler, request, length, j->replies);
}

static wire_slice json_c_replies(const void *state) {
    const json_c *j = state;
    return (wire_slice){j->replies->buf, (size_t)printbuf_length(j->replies)};
}

static void json_c_reset(void *state) {
    json_c *j = state;
    printbuf_reset(j->replies);
}

const load_callee load_callee_json_c = {.name = "json-c",
                                        .answers = true,
                                        .open = json_c_open,
                                        .call = json_c_call,
                                        .replies = json_c_replies,
                                        .reset = json_c_reset,
                                        .close = json_c_close};

/* A copy of the request, and nothing at all. */

static void *bytes_open(void *shared) {
    (void)shared;
    return calloc(1, sizeof(wire_buffer));
}

static bool copy_call(void *state, const char *request, size_t length) {
    wire_buffer *replies = state;
    wire_buffer_append(replies, request, length);
    return !replies->failed;
}

/* The barrier keeps the compiler from seeing that the call does nothing and dropping the loop around it. */
static bool empty_call(void *state, const char *request, size_t length) {
    (void)state;
    __asm__ volatile("" : : "r"(request), "r"(length) : "memory");
    return true;
}

static wire_slice bytes_replies(const void *state) {
    const wire_buffer *replies = state;
    return (wire_slice){replies->data, replies->length};
}

static void bytes_reset(void *state) {
    wire_buffer *replies = state;
    replies->length = 0;
}

static void bytes_close(void *state) {
    wire_buffer_fini(state);
    free(state);
}

const load_callee load_callee_copy = {.name = "copy",
                                      .open = bytes_open,
                                      .call = copy_call,
                                      .replies = bytes_replies,
                                      .reset = bytes_reset,
                                      .close = bytes_close};

const load_callee load_callee_empty = {.name = "empty",
                                       .open = bytes_open,
                                       .call = empty_call,
                                       .replies = bytes_replies,
                                       .reset = bytes_reset,
                                       .close = bytes_close};
