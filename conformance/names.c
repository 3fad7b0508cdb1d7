/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "wire/encoder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cases write a call as "method":"name", and what pair answers as ["hi", 5]. */
#define CALL "\"method\":\""
#define ANSWER "\"result\":[\"hi\", 5]"
#define LENGTH "Content-Length: "

/* Methods that one harmless method can stand in for: none of them looks at its params. */
static const char *const replaceable[] = {"pair", "tick", "note", NULL};

/* Methods of the conformance service that none can stand in for. */
static const char *const particular[] = {"add",  "minus",    "echo",      "fail",
                                         "boom", "count.up", "count.get", NULL};

static const char *find(const char *from, const char *end, const char *text) {
    return from < end ? memmem(from, (size_t)(end - from), text, strlen(text)) : NULL;
}

static bool has(const wire_buffer *bytes, const char *text) {
    return bytes->data && find(bytes->data, bytes->data + bytes->length, text);
}

static bool calls(const wire_buffer *bytes, const char *method) {
    char text[64];
    snprintf(text, sizeof text, CALL "%s\"", method);
    return has(bytes, text);
}

static bool calls_any(const wire_buffer *bytes, const char *const *methods) {
    for (; *methods; methods++)
        if (calls(bytes, *methods)) return true;
    return false;
}

/* ---- rewriting bytes ---- */

/* Adds `more` to the Content-Length before the end of `bytes`, which is that of an HTTP head. */
static void lengthen(wire_buffer *bytes, size_t more, size_t less) {
    wire_buffer fresh = {0};
    const char *end = bytes->data + bytes->length, *last = NULL;
    for (const char *at = find(bytes->data, end, LENGTH); at; at = find(at + 1, end, LENGTH)) last = at;
    if (!last) return;
    char *rest;
    unsigned long length = strtoul(last + strlen(LENGTH), &rest, 10);
    wire_buffer_append(&fresh, bytes->data, (size_t)(last - bytes->data));
    wire_buffer_format(&fresh, LENGTH "%lu", length + more - less);
    wire_buffer_append(&fresh, rest, (size_t)(end - rest));
    wire_buffer_fini(bytes);
    *bytes = fresh;
}

/* The first call of one of these methods; *length: of its text. NULL: there is none. */
static const char *find_call(const char *from, const char *end, const char *const *methods, size_t *length) {
    const char *first = NULL;
    for (; *methods; methods++) {
        char text[64];
        int width = snprintf(text, sizeof text, CALL "%s\"", *methods);
        const char *at = find(from, end, text);
        if (!at || (first && at > first)) continue;
        first = at;
        *length = (size_t)width;
    }
    return first;
}

/* Puts `fresh` in place of every call of one of these methods. */
static void replace_calls(conf_case *one, const char *const *methods, const char *fresh) {
    wire_buffer out = {0};
    size_t length = 0;
    const char *at = one->sent.data, *end = at + one->sent.length;
    for (const char *next = find_call(at, end, methods, &length); next;
         next = find_call(at, end, methods, &length)) {
        wire_buffer_append(&out, at, (size_t)(next - at));
        wire_buffer_append(&out, "", 1); /* ends the number that strtoul reads */
        out.length--;
        if (one->transport != CONF_DOCUMENT && one->transport != CONF_LINE)
            lengthen(&out, strlen(fresh), length);
        wire_buffer_string(&out, fresh);
        at = next + length;
    }
    wire_buffer_append(&out, at, (size_t)(end - at));
    wire_buffer_fini(&one->sent);
    one->sent = out;
}

/* The value with another result in place of pair's; itself when it has none. NULL: out of memory. */
static const wire_value *replace_answer(conf_suite *suite, const wire_value *value, const char *fresh) {
    wire_buffer out = {0};
    const char *at = value->raw.bytes, *end = at + value->raw.length;
    if (!find(at, end, ANSWER)) return value;
    for (const char *next = find(at, end, ANSWER); next; next = find(at, end, ANSWER)) {
        wire_buffer_append(&out, at, (size_t)(next - at));
        wire_buffer_string(&out, fresh);
        at = next + strlen(ANSWER);
    }
    wire_buffer_append(&out, at, (size_t)(end - at));
    return conf_suite_keep(suite, &out);
}

/* ---- one case ---- */

/* Whether the one method can stand in for all that the case calls. */
static bool can_stand_in(const conf_case *one) {
    const char *expect = one->expect->raw.bytes, *end = expect + one->expect->raw.length;
    bool fixed_frame = one->transport == CONF_HTTP && has(&one->sent, "chunked");
    return !has(&one->sent, "\"params\"") && !fixed_frame && !calls_any(&one->sent, particular) &&
           !find(expect, end, "\"result\":null");
}

static bool stand_in(conf_suite *suite, conf_case *one, const char *call, const char *answer) {
    if (!calls_any(&one->sent, replaceable) || !can_stand_in(one)) return true;
    replace_calls(one, replaceable, call);
    one->expect = replace_answer(suite, one->expect, answer);
    if (one->accept) one->accept = replace_answer(suite, one->accept, answer);
    one->service = false;
    if (one->tier == CONF_TIER_SERVICE) one->tier = CONF_TIER_ANY;
    return one->expect && !one->sent.failed;
}

static bool map_names(conf_case *one, const conf_names *names) {
    for (size_t i = 0; i < names->map_count; i++) {
        const char *const ours[] = {names->map[i].ours, NULL};
        wire_buffer fresh = {0};
        wire_buffer_string(&fresh, "\"method\":");
        wire_encode_string(&fresh, names->map[i].theirs, strlen(names->map[i].theirs));
        wire_buffer_append(&fresh, "", 1);
        if (fresh.failed) return false;
        if (calls_any(&one->sent, ours)) replace_calls(one, ours, fresh.data);
        wire_buffer_fini(&fresh);
    }
    return !one->sent.failed;
}

/* ---- all of them ---- */

static bool is_method_of_ours(const char *name) {
    for (const char *const *method = replaceable; *method; method++)
        if (strcmp(*method, name) == 0) return true;
    for (const char *const *method = particular; *method; method++)
        if (strcmp(*method, name) == 0) return true;
    return false;
}

static bool check_json(const char *option, const char *text, bool structured, wire_error *error) {
    wire_document document = {0};
    bool good = !text || wire_read(&document, text, strlen(text));
    bool shape = good && (!text || !structured || document.root->type == WIRE_ARRAY ||
                          document.root->type == WIRE_OBJECT);
    if (!shape)
        wire_error_set(error, "%s %s: %s", option, text,
                       good ? "params are an Array or an Object" : document.message);
    wire_document_fini(&document);
    return shape;
}

static bool check(const conf_names *names, wire_error *error) {
    for (size_t i = 0; i < names->map_count; i++) {
        if (is_method_of_ours(names->map[i].ours)) continue;
        wire_error_set(error, "--map: no case calls '%s'; conformance/cases/README.md lists the methods",
                       names->map[i].ours);
        return false;
    }
    return check_json("--params", names->params, true, error) &&
           check_json("--result", names->result, false, error);
}

bool conf_suite_rename(conf_suite *suite, const conf_names *names, wire_error *error) {
    wire_buffer call = {0}, answer = {0};
    if (!check(names, error)) return false;
    wire_buffer_string(&call, "\"method\":");
    wire_encode_string(&call, names->method ? names->method : "", names->method ? strlen(names->method) : 0);
    if (names->params) wire_buffer_format(&call, ",\"params\":%s", names->params);
    wire_buffer_append(&call, "", 1);
    if (names->result)
        wire_buffer_format(&answer, "\"result\":%s", names->result);
    else
        wire_buffer_string(&answer, "\"result_any\":true");
    wire_buffer_append(&answer, "", 1);
    bool good = !call.failed && !answer.failed;
    for (size_t i = 0; good && i < suite->count; i++)
        good = (!names->method || stand_in(suite, &suite->cases[i], call.data, answer.data)) &&
               map_names(&suite->cases[i], names);
    if (!good) wire_error_set(error, "out of memory");
    wire_buffer_fini(&call);
    wire_buffer_fini(&answer);
    return good;
}
