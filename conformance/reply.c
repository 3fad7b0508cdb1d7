/* SPDX-License-Identifier: MIT */
#include "reply.h"

#include "parts.h"

#include <math.h>

static bool wrong(wire_error *why, const char *text) {
    wire_error_set(why, "%s", text);
    return false;
}

/* ---- a Response object, whatever it says ---- */

static bool is_one_of(wire_slice name, const char *const *names) {
    for (; *names; names++)
        if (wire_slice_equal(name, wire_slice_of(*names))) return true;
    return false;
}

static bool only_members(const wire_value *object, const char *const *names, const char *what,
                         wire_error *why) {
    for (const wire_value *member = object->first; member; member = member->next) {
        if (!member->repeated && is_one_of(member->name, names)) continue;
        wire_error_set(why, "%s has the member \"%.*s\"%s", what, (int)member->name.length,
                       member->name.bytes, member->repeated ? " twice" : ", which is none of its own");
        return false;
    }
    return true;
}

static bool is_error_object(const wire_value *error, wire_error *why) {
    static const char *const names[] = {"code", "message", "data", NULL};
    if (error->type != WIRE_OBJECT) return wrong(why, "error is no Object");
    const wire_value *code = wire_member(error, "code"), *message = wire_member(error, "message");
    if (!code || code->type != WIRE_NUMBER || floor(wire_number_double(code)) != wire_number_double(code))
        return wrong(why, "error.code is no integer");
    if (!message || message->type != WIRE_STRING) return wrong(why, "error.message is no String");
    return only_members(error, names, "error", why);
}

static bool is_response(const wire_value *reply, wire_error *why) {
    static const char *const names[] = {"jsonrpc", "result", "error", "id", NULL};
    if (reply->type != WIRE_OBJECT) return wrong(why, "a reply is no Object");
    if (!wire_string_is(wire_member(reply, "jsonrpc"), "2.0")) return wrong(why, "jsonrpc is not \"2.0\"");
    const wire_value *result = wire_member(reply, "result"), *error = wire_member(reply, "error");
    const wire_value *id = wire_member(reply, "id");
    if (result && error) return wrong(why, "both result and error are there");
    if (!result && !error) return wrong(why, "neither result nor error is there");
    if (!id) return wrong(why, "id is missing");
    if (id->type != WIRE_STRING && id->type != WIRE_NUMBER && id->type != WIRE_NULL)
        return wrong(why, "id is no String, Number or Null");
    return only_members(reply, names, "a reply", why) && (!error || is_error_object(error, why));
}

bool conf_reply_is_sound(const wire_value *reply, wire_error *why) {
    if (reply->type != WIRE_ARRAY) return is_response(reply, why);
    if (!reply->first) return wrong(why, "an empty Array came");
    for (const wire_value *item = reply->first; item; item = item->next)
        if (!is_response(item, why)) return false;
    return true;
}

/* ---- the expected one ---- */

const char *conf_reply_check(const wire_value *expect) {
    static const char *const names[] = {"result",         "result_text", "result_any", "result_at_least",
                                        "result_at_most", "error",       "data",       "id",
                                        "tolerance",      NULL};
    wire_error why;
    if (expect->type != WIRE_OBJECT || !only_members(expect, names, "it", &why))
        return "an expected reply is an Object of result (or result_text, result_any) or error, and id";
    int kinds = !!wire_member(expect, "result") + !!wire_member(expect, "result_text") +
                !!wire_member(expect, "result_any") + !!wire_member(expect, "result_at_least") +
                !!wire_member(expect, "result_at_most") + !!wire_member(expect, "error");
    if (kinds != 1 || !wire_member(expect, "id"))
        return "an expected reply has an id, and one of result and error";
    const wire_value *text = wire_member(expect, "result_text");
    wire_buffer room = {0};
    const char *bad = text ? conf_parts_append(text, &room, NULL) : NULL;
    wire_buffer_fini(&room);
    return bad;
}

static bool equal_to_text(const wire_value *parts, const wire_value *result) {
    wire_buffer text = {0};
    wire_document document = {0};
    bool equal = !conf_parts_append(parts, &text, NULL) && wire_read(&document, text.data, text.length) &&
                 wire_equal(document.root, result);
    wire_document_fini(&document);
    wire_buffer_fini(&text);
    return equal;
}

static bool is_number(const wire_value *value) {
    return value->type == WIRE_NUMBER;
}

static bool result_matches(const wire_value *expect, const wire_value *result) {
    const wire_value *value = wire_member(expect, "result"), *text = wire_member(expect, "result_text");
    const wire_value *tolerance = wire_member(expect, "tolerance");
    if (text) return equal_to_text(text, result);
    const wire_value *least = wire_member(expect, "result_at_least");
    if (least) return is_number(result) && wire_number_double(result) >= wire_number_double(least);
    const wire_value *most = wire_member(expect, "result_at_most");
    if (most) return is_number(result) && wire_number_double(result) <= wire_number_double(most);
    if (!value) return true; /* result_any */
    if (!tolerance) return wire_equal(value, result);
    return fabs(wire_number_double(value) - wire_number_double(result)) <= wire_number_double(tolerance);
}

bool conf_reply_matches(const wire_value *expect, const wire_value *reply, wire_error *why) {
    if (!is_response(reply, why)) return false;
    const wire_value *code = wire_member(expect, "error"), *data = wire_member(expect, "data");
    const wire_value *error = wire_member(reply, "error");
    if (!wire_equal(wire_member(expect, "id"), wire_member(reply, "id")))
        return wrong(why, "id is not the expected one");
    if (!code != !error)
        return wrong(why, code ? "a result came, not an error" : "an error came, not a result");
    if (!code)
        return result_matches(expect, wire_member(reply, "result")) ||
               wrong(why, "result is not the expected one");
    if (!wire_equal(code, wire_member(error, "code")))
        return wrong(why, "error.code is not the expected one");
    const wire_value *sent = wire_member(error, "data");
    return !data || (sent && wire_equal(data, sent)) || wrong(why, "error.data is not the expected one");
}
