/* SPDX-License-Identifier: MIT */
#include "handler.h"

#include "methods.h"
#include "number.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PUT(reply, literal) (printbuf_memappend((reply), (literal), (int)sizeof(literal) - 1) >= 0)

struct json_c_handler {
    struct json_tokener *tokener;
};

/* The members of a request that matter. `has_id` is false for a notification; `id` is NULL where it is null,
 * and where it is of no legal kind. */
struct request {
    struct json_object *version, *method, *params, *id;
    bool has_version, has_id;
};

struct error {
    int code;
    const char *message;
};

static const struct error parse_error = {-32700, "Parse error"};
static const struct error invalid_request = {-32600, "Invalid Request"};
static const struct error method_not_found = {-32601, "Method not found"};
static const struct error invalid_params = {-32602, "Invalid params"};

struct json_c_handler *json_c_handler_new(void) {
    struct json_c_handler *handler = malloc(sizeof *handler);
    if (!handler) return NULL;
    handler->tokener = json_tokener_new_ex(JSON_C_DEPTH);
    if (!handler->tokener) {
        free(handler);
        return NULL;
    }
    json_tokener_set_flags(handler->tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    return handler;
}

void json_c_handler_free(struct json_c_handler *handler) {
    if (!handler) return;
    json_tokener_free(handler->tokener);
    free(handler);
}

static bool put_id(struct printbuf *reply, struct json_object *id) {
    if (!id) return PUT(reply, "null");
    if (json_object_is_type(id, json_type_int)) {
        int64_t value = json_object_get_int64(id);
        return (value < 0 ? sprintbuf(reply, "%" PRId64, value)
                          : sprintbuf(reply, "%" PRIu64, json_object_get_uint64(id))) >= 0;
    }
    size_t length;
    const char *text = json_object_to_json_string_length(id, JSON_C_COMPACT, &length);
    return text && printbuf_memappend(reply, text, (int)length) >= 0;
}

static bool put_error(struct printbuf *reply, const struct error *error, struct json_object *id) {
    return sprintbuf(reply,
                     "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":%d,\"message\":\"%s\"},\"id\":", error->code,
                     error->message) >= 0 &&
           put_id(reply, id) && PUT(reply, "}");
}

/* String, Number or Null. Not the numbers that json-c cannot give back as they came: integers at the ends of
 * 64 bits, which may have been cut down to that, and what a double cannot hold. */
static bool is_id(struct json_object *id) {
    switch (json_object_get_type(id)) {
    case json_type_null:
    case json_type_string: return true;
    case json_type_int: return !json_c_is_saturated(id);
    case json_type_double: return isfinite(json_object_get_double(id));
    default: return false;
    }
}

static bool is_version(struct json_object *version) {
    return json_object_is_type(version, json_type_string) && json_object_get_string_len(version) == 3 &&
           memcmp(json_object_get_string(version), "2.0", 3) == 0;
}

/* False: not a request; `request->id` then is what to answer under. */
static bool read_request(struct json_object *object, struct request *request) {
    *request = (struct request){0};
    if (!json_object_is_type(object, json_type_object)) return false;
    json_object_object_foreach(object, name, value) {
        if (strcmp(name, "jsonrpc") == 0) {
            request->version = value;
            request->has_version = true;
        } else if (strcmp(name, "method") == 0) {
            request->method = value;
        } else if (strcmp(name, "params") == 0) {
            request->params = value;
        } else if (strcmp(name, "id") == 0) {
            request->id = value;
            request->has_id = true;
        }
    }
    if (request->has_id && !is_id(request->id)) {
        request->id = NULL;
        return false;
    }
    return (!request->has_version || is_version(request->version)) &&
           json_object_is_type(request->method, json_type_string) &&
           (!request->params || json_object_is_type(request->params, json_type_array) ||
            json_object_is_type(request->params, json_type_object));
}

/* Puts what `method` answers as a result; a call that fails leaves nothing. */
static enum json_c_outcome put_result(const struct json_c_method *method, const struct request *request,
                                      struct printbuf *reply) {
    struct json_object *arguments[JSON_C_ARGUMENTS] = {0};
    if (!json_c_bind(method, request->params, arguments)) return JSON_C_BAD_PARAMS;
    if (!PUT(reply, "{\"jsonrpc\":\"2.0\",\"result\":")) return JSON_C_NO_MEMORY;
    enum json_c_outcome outcome = method->call(arguments, reply);
    if (outcome != JSON_C_DONE) return outcome;
    return PUT(reply, ",\"id\":") && put_id(reply, request->id) && PUT(reply, "}") ? JSON_C_DONE
                                                                                   : JSON_C_NO_MEMORY;
}

static bool answer_request(struct json_object *object, struct printbuf *reply) {
    struct request request;
    if (!read_request(object, &request)) return put_error(reply, &invalid_request, request.id);
    int mark = reply->bpos;
    const struct json_c_method *method = json_c_find_method(request.method);
    enum json_c_outcome outcome = method ? put_result(method, &request, reply) : JSON_C_BAD_PARAMS;
    if (outcome == JSON_C_NO_MEMORY) return false;
    if (!request.has_id) {
        reply->bpos = mark;
        return true;
    }
    if (outcome == JSON_C_DONE) return true;
    reply->bpos = mark;
    return put_error(reply, method ? &invalid_params : &method_not_found, request.id);
}

static bool answer_batch(struct json_object *batch, struct printbuf *reply) {
    size_t count = json_object_array_length(batch);
    if (count == 0) return put_error(reply, &invalid_request, NULL);
    int start = reply->bpos;
    for (size_t i = 0; i < count; i++) {
        int mark = reply->bpos;
        if (printbuf_memappend(reply, mark == start ? "[" : ",", 1) < 0) return false;
        if (!answer_request(json_object_array_get_idx(batch, i), reply)) return false;
        if (reply->bpos == mark + 1) reply->bpos = mark;
    }
    return reply->bpos == start || PUT(reply, "]");
}

bool json_c_answer(struct json_object *document, struct printbuf *reply) {
    int mark = reply->bpos;
    bool answered = json_object_is_type(document, json_type_array) ? answer_batch(document, reply)
                                                                   : answer_request(document, reply);
    if (!answered) reply->bpos = mark;
    return answered;
}

bool json_c_answer_garbage(struct printbuf *reply) {
    int mark = reply->bpos;
    bool answered = put_error(reply, &parse_error, NULL);
    if (!answered) reply->bpos = mark;
    return answered;
}

bool json_c_handle(struct json_c_handler *handler, const void *request, size_t length,
                   struct printbuf *reply) {
    if (length >= INT_MAX) return false;
    struct json_tokener *tokener = handler->tokener;
    json_tokener_reset(tokener);
    struct json_object *document = json_tokener_parse_ex(tokener, request, (int)length);
    bool whole =
        json_tokener_get_parse_end(tokener) == length; /* a NUL in the text makes it stop early, content */
    /* A scalar ends only at what follows it: json-c takes its NUL as the end of the text. */
    if (json_tokener_get_error(tokener) == json_tokener_continue)
        document = json_tokener_parse_ex(tokener, "", 1);
    bool answered = whole && json_tokener_get_error(tokener) == json_tokener_success
                        ? json_c_answer(document, reply)
                        : json_c_answer_garbage(reply);
    json_object_put(document);
    return answered;
}
