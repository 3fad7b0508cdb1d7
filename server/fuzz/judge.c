/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include "../../clients/wire/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fail(const char *what) {
    (void)fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

static void require_error(const wire_value *error) {
    fuzz_require(error->type == WIRE_OBJECT, "error is an Object");
    const wire_value *code = wire_member(error, "code");
    const wire_value *message = wire_member(error, "message");
    fuzz_require(code && code->type == WIRE_NUMBER, "code is a Number");
    fuzz_require(message && message->type == WIRE_STRING, "message is a String");
}

static void require_response(const wire_value *response) {
    fuzz_require(response->type == WIRE_OBJECT && response->count == 3,
                 "a Response object has three members");
    fuzz_require(wire_string_is(wire_member(response, "jsonrpc"), "2.0"), "jsonrpc is 2.0");
    const wire_value *id = wire_member(response, "id");
    fuzz_require(id && (id->type == WIRE_NULL || id->type == WIRE_NUMBER || id->type == WIRE_STRING),
                 "id is an id");
    const wire_value *error = wire_member(response, "error");
    fuzz_require(!error != !wire_member(response, "result"), "there is a result or an error");
    if (error) require_error(error);
}

void fuzz_require_reply(const char *reply, size_t length) {
    if (length == 0) return;
    fuzz_require(!memchr(reply, '\n', length) && !memchr(reply, '\r', length), "a reply holds no line end");
    wire_document document = {0};
    fuzz_require(wire_read(&document, reply, length), "a reply is JSON");
    if (document.root->type == WIRE_ARRAY) {
        fuzz_require(document.root->count > 0, "a batch is answered by replies or not at all");
        for (const wire_value *one = document.root->first; one; one = one->next) require_response(one);
    } else {
        require_response(document.root);
    }
    wire_document_fini(&document);
}
