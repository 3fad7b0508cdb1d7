/* SPDX-License-Identifier: MIT */
#include "property.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define FOLDER "random/"

/* A property: how inputs are made, and what has to come back for an input, however it was made. */
struct property {
    const char *name, *section, *requirement;
    bool service;
    void (*make)(conf_random *random, conf_case *one);
    /* Appends what is expected for the bytes that the case sends; false: they are no input of the property. */
    bool (*expect)(const conf_case *one, wire_buffer *expect);
};

/* ---- inputs ---- */

static void make_document(conf_random *random, wire_buffer *to) {
    bool batch = conf_random_below(random, 3) == 0;
    if (batch) wire_buffer_string(to, "[");
    for (unsigned left = batch ? 1 + conf_random_below(random, 3) : 1; left > 0; left--) {
        conf_random_call(random, to, "nosuch");
        if (left > 1) wire_buffer_string(to, ",");
    }
    if (batch) wire_buffer_string(to, "]");
}

static void make_prefix(conf_random *random, conf_case *one) {
    make_document(random, &one->sent);
    if (one->sent.failed) return;
    one->sent.length = 1 + conf_random_below(random, (unsigned)one->sent.length - 1);
}

static void make_changed(conf_random *random, conf_case *one) {
    conf_random_call(random, &one->sent, "nosuch");
    if (one->sent.failed) return;
    one->sent.data[conf_random_below(random, (unsigned)one->sent.length)] =
        (char)conf_random_below(random, 256);
}

static void make_tokens(conf_random *random, conf_case *one) {
    static const char *const tokens[] = {
        "{",        "}",   "[", "]", ",",    ":",   "\"", "\"a\"", "\"jsonrpc\":\"2.0\"",
        "\"id\":1", "1",   "-", "e", "null", "tru", " ",  "\\",    "\"method\":\"nosuch\"",
        "\xFF",     "\x01"};
    wire_buffer_string(&one->sent, conf_random_below(random, 2) ? "{" : "[");
    for (unsigned left = conf_random_below(random, 14); left > 0; left--)
        wire_buffer_string(&one->sent, tokens[conf_random_below(random, COUNT_OF(tokens))]);
}

static void make_pieces(conf_random *random, conf_case *one) {
    conf_random_call(random, &one->sent, "nosuch");
    if (!one->sent.failed) one->pause = 1 + conf_random_below(random, (unsigned)one->sent.length - 1);
}

static void make_echo(conf_random *random, conf_case *one) {
    conf_random_call(random, &one->sent, "echo");
}

/* ---- what has to come back ---- */

/* -32700 for what is no JSON; for what is, any reply that is one, or none. Half a surrogate pair is left open. */
static bool expect_by_grammar(const conf_case *one, wire_buffer *expect) {
    wire_document document = {0};
    bool json = wire_read(&document, one->sent.data, one->sent.length);
    bool open = json || strstr(document.message, "surrogate");
    wire_buffer_string(expect, open ? "\"anything\"" : "{\"error\":-32700, \"id\":null}");
    wire_document_fini(&document);
    return one->sent.length > 0;
}

static bool expect_refusal(const conf_case *one, wire_buffer *expect) {
    wire_document document = {0};
    bool json = wire_read(&document, one->sent.data, one->sent.length);
    wire_buffer_string(expect, "{\"error\":-32700, \"id\":null}");
    wire_document_fini(&document);
    return !json && one->sent.length > 0;
}

/* Whether the bytes are a call of that method, with params and an id. */
static bool is_call(const wire_value *root, const char *method) {
    const wire_value *params = wire_member(root, "params"), *id = wire_member(root, "id");
    return wire_string_is(wire_member(root, "jsonrpc"), "2.0") &&
           wire_string_is(wire_member(root, "method"), method) && params &&
           (params->type == WIRE_ARRAY || params->type == WIRE_OBJECT) && id &&
           (id->type == WIRE_STRING || id->type == WIRE_NUMBER);
}

static bool expect_call(const conf_case *one, const char *method, const char *before, bool params,
                        wire_buffer *expect) {
    wire_document document = {0};
    bool call = wire_read(&document, one->sent.data, one->sent.length) && !document.duplicates &&
                is_call(document.root, method);
    if (call) {
        const wire_value *id = wire_member(document.root, "id"), *sent = wire_member(document.root, "params");
        wire_buffer_string(expect, before);
        if (params) wire_buffer_append(expect, sent->raw.bytes, sent->raw.length);
        wire_buffer_string(expect, ", \"id\":");
        wire_buffer_append(expect, id->raw.bytes, id->raw.length);
        wire_buffer_string(expect, "}");
    }
    wire_document_fini(&document);
    return call;
}

static bool expect_unknown_method(const conf_case *one, wire_buffer *expect) {
    return expect_call(one, "nosuch", "{\"error\":-32601", false, expect);
}

static bool expect_echo(const conf_case *one, wire_buffer *expect) {
    return expect_call(one, "echo", "{\"result\":", true, expect);
}

static const struct property properties[] = {
    {"prefix", "RFC 8259, 2", "A document that ends early is -32700.", false, make_prefix, expect_refusal},
    {"changed-byte", "RFC 8259; JSON-RPC 2.0, 5",
     "A document with one byte changed is -32700 or answered to the letter, and ends nothing.", false,
     make_changed, expect_by_grammar},
    {"tokens", "RFC 8259; JSON-RPC 2.0, 5", "Whatever comes in, what comes back is JSON and a Response.",
     false, make_tokens, expect_by_grammar},
    {"pieces", "JSON-RPC 2.0, 5", "A document that arrives in two pieces is answered as in one.", false,
     make_pieces, expect_unknown_method},
    {"echo", "RFC 8259; JSON-RPC 2.0, 4.2", "Params come back from echo with the same value.", true,
     make_echo, expect_echo},
};

/* ---- cases ---- */

static const struct property *property_of(const conf_case *one) {
    const char *name = one->name + strlen(FOLDER);
    for (size_t i = 0; i < COUNT_OF(properties); i++)
        if (strncmp(name, properties[i].name, strlen(properties[i].name)) == 0 &&
            name[strlen(properties[i].name)] == '/')
            return &properties[i];
    return NULL;
}

bool conf_is_random(const conf_case *one) {
    return strncmp(one->name, FOLDER, strlen(FOLDER)) == 0 && property_of(one);
}

static bool is_json(const wire_buffer *bytes) {
    wire_document document = {0};
    bool json = wire_read(&document, bytes->data, bytes->length);
    wire_document_fini(&document);
    return json;
}

/* Fills in what follows from the bytes. False: they are no input of the property. */
static bool complete(conf_suite *suite, conf_case *one, const struct property *property) {
    wire_buffer expect = {0};
    const char *at = one->sent.data;
    while (at < one->sent.data + one->sent.length && strchr(" \t\r\n", *at) && *at) at++;
    /* Where documents stand back to back, only JSON has a certain end. */
    one->one_document =
        is_json(&one->sent) && conf_is_one_document((wire_slice){one->sent.data, one->sent.length});
    one->needs = at < one->sent.data + one->sent.length && *at == '[' ? CONF_BATCH : 0;
    if (!property->expect(one, &expect)) {
        wire_buffer_fini(&expect);
        return false;
    }
    one->expect = conf_suite_keep(suite, &expect);
    return one->expect != NULL;
}

static bool add(conf_suite *suite, const struct property *property, unsigned n, conf_random *random) {
    wire_buffer name = {0};
    conf_case one = {.section = wire_slice_of(property->section),
                     .requirement = wire_slice_of(property->requirement),
                     .note = {"", 0},
                     .tier = property->service ? CONF_TIER_SERVICE : CONF_TIER_ANY,
                     .service = property->service};
    wire_buffer_format(&name, FOLDER "%s/%05u", property->name, n);
    wire_buffer_append(&name, "", 1);
    one.name = name.data;
    property->make(random, &one);
    bool good = !name.failed && !one.sent.failed && complete(suite, &one, property);
    return conf_suite_add(suite, &one) && good;
}

bool conf_properties_add(conf_suite *suite, unsigned count, uint64_t seed) {
    for (size_t i = 0; i < COUNT_OF(properties); i++) {
        conf_random random = {seed +
                              i * 1000003u}; /* so that one more property leaves the others' cases alone */
        for (unsigned n = 0; n < count; n++)
            if (!add(suite, &properties[i], n, &random)) return false;
    }
    conf_suite_sort(suite);
    return true;
}

/* ---- shrinking ---- */

/* Inputs tried for one failure, and for how long: a server that hangs makes each try as long as its time limit. */
#define TRIES_MAX 400u
#define SECONDS_MAX 5.0

struct shrinking {
    conf_suite *suite;
    conf_case *one;
    conf_result *result;
    conf_endpoint *endpoint;
    unsigned tries;
    wire_error *error;
    bool lost; /* the server */
    wire_time deadline;
};

/* Runs the case without `length` bytes from `from` on, and keeps that when it fails too. */
static bool try_without(struct shrinking *shrinking, size_t from, size_t length) {
    const wire_buffer *sent = &shrinking->one->sent;
    conf_case less = *shrinking->one;
    conf_result result = {0};
    less.sent = (wire_buffer){0};
    wire_buffer_append(&less.sent, sent->data, from);
    wire_buffer_append(&less.sent, sent->data + from + length, sent->length - from - length);
    if (less.pause >= less.sent.length && less.sent.length) less.pause = less.sent.length - 1;
    bool fails = false;
    if (!less.sent.failed && less.sent.length && complete(shrinking->suite, &less, property_of(&less))) {
        shrinking->tries++;
        shrinking->lost = !conf_endpoint_run(shrinking->endpoint, &less, &result, shrinking->error);
        fails = !shrinking->lost && result.verdict == CONF_FAIL;
    }
    wire_buffer *unused = fails ? &shrinking->one->sent : &less.sent;
    wire_buffer_fini(unused);
    if (fails) {
        conf_result_fini(shrinking->result);
        *shrinking->one = less;
        *shrinking->result = result;
    } else {
        conf_result_fini(&result);
    }
    return fails;
}

bool conf_property_shrink(conf_suite *suite, conf_case *one, conf_result *result, conf_endpoint *endpoint,
                          wire_error *error) {
    struct shrinking shrinking = {suite, one, result, endpoint, 0, error, false, wire_after(SECONDS_MAX)};
    for (size_t piece = one->sent.length / 2; piece > 0 && !shrinking.lost; piece /= 2)
        for (size_t from = 0; from + piece <= one->sent.length && shrinking.tries < TRIES_MAX &&
                              !shrinking.lost && wire_now() < shrinking.deadline;)
            if (!try_without(&shrinking, from, piece)) from += piece;
    return !shrinking.lost;
}
