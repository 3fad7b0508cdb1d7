/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_TEST_MAIN_H
#define JRPCI_TEST_MAIN_H

/* What cmocka wants included before it, and a service to try: for tests. */
#include "case_service.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixture {
    case_state state;
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
} fixture;

static inline void fixture_begin(fixture *f, const jrpc_service_options *options, jrpc_vector vector) {
    jrpc_dispatcher_options how;
    jrpc_dispatcher_options_init(&how);
    how.vector = vector;
    f->state = (case_state){0};
    assert_int_equal(jrpc_service_new(options, &f->service), JRPC_OK);
    assert_int_equal(case_service_add(f->service, &f->state), JRPC_OK);
    assert_int_equal(jrpc_dispatcher_new(&how, &f->dispatcher), JRPC_OK);
    jrpc_buffer_init(&f->reply, NULL);
}

static inline void fixture_end(fixture *f) {
    jrpc_buffer_fini(&f->reply);
    jrpc_dispatcher_free(f->dispatcher);
    jrpc_service_free(f->service);
}

/* The reply in f->reply, from a request in memory of exactly its size. */
static inline void fixture_process(fixture *f, const char *request, size_t length) {
    char *copy = malloc(length ? length : 1);
    if (length) memcpy(copy, request, length);
    f->reply.length = 0;
    assert_int_equal(jrpc_process(f->dispatcher, f->service, copy, length, &f->reply, NULL), JRPC_OK);
    free(copy);
}

static inline void fixture_expect(fixture *f, const char *request, const char *reply) {
    fixture_process(f, request, strlen(request));
    if (f->reply.length != strlen(reply) || memcmp(f->reply.data, reply, f->reply.length) != 0) {
        print_error("sent %s\nwanted %s\ngot %.*s\n", request, reply, (int)f->reply.length, f->reply.data);
        fail();
    }
}

#endif
