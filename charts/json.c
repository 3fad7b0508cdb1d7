/* SPDX-License-Identifier: MIT */
#include "json.h"

#include "message.h"

#include <ctype.h>
#include <limits.h>

json_object *chart_json_parse(const char *path, const char *bytes, size_t length) {
    if (length > INT_MAX) {
        chart_say("%s is too large", path);
        return NULL;
    }
    json_tokener *tokener = json_tokener_new();
    if (!tokener) {
        chart_say("out of memory reading %s", path);
        return NULL;
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    json_object *object = json_tokener_parse_ex(tokener, bytes, (int)length);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    size_t end = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    while (object && end < length && isspace((unsigned char)bytes[end])) end++;
    if (object && end == length) return object;
    chart_say("%s is no JSON document: %s at byte %zu", path,
              length == 0                      ? "it is empty"
              : object                         ? "something follows it"
              : error == json_tokener_continue ? "it ends too early"
              : error == json_tokener_success  ? "it is null"
                                               : json_tokener_error_desc(error),
              end);
    json_object_put(object);
    return NULL;
}

json_object *chart_json_member(json_object *object, const char *name) {
    json_object *member = NULL;
    if (!json_object_is_type(object, json_type_object)) return NULL;
    return json_object_object_get_ex(object, name, &member) ? member : NULL;
}

const char *chart_json_string(json_object *object, const char *name, const char *fallback) {
    json_object *member = chart_json_member(object, name);
    return json_object_is_type(member, json_type_string) ? json_object_get_string(member) : fallback;
}

double chart_json_number(json_object *object, const char *name, double fallback) {
    json_object *member = chart_json_member(object, name);
    bool number = json_object_is_type(member, json_type_int) || json_object_is_type(member, json_type_double);
    return number ? json_object_get_double(member) : fallback;
}

uint64_t chart_json_count(json_object *object, const char *name, uint64_t fallback) {
    json_object *member = chart_json_member(object, name);
    bool count = json_object_is_type(member, json_type_int) && json_object_get_int64(member) >= 0;
    return count ? json_object_get_uint64(member) : fallback;
}

bool chart_json_bool(json_object *object, const char *name, bool fallback) {
    json_object *member = chart_json_member(object, name);
    return json_object_is_type(member, json_type_boolean) ? json_object_get_boolean(member) : fallback;
}

size_t chart_json_length(json_object *object, const char *name) {
    json_object *member = chart_json_member(object, name);
    return json_object_is_type(member, json_type_array) ? json_object_array_length(member) : 0;
}

json_object *chart_json_element(json_object *object, const char *name, size_t n) {
    return json_object_array_get_idx(chart_json_member(object, name), n);
}

const char *chart_json_text(json_object *object) {
    return json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}
