/* SPDX-License-Identifier: MIT */
#include "methods.h"

#include "number.h"

#include <inttypes.h>
#include <string.h>

static enum json_c_outcome put(struct printbuf *reply, const char *text, size_t length) {
    return printbuf_memappend(reply, text, (int)length) < 0 ? JSON_C_NO_MEMORY : JSON_C_DONE;
}

static enum json_c_outcome add(struct json_object *const *arguments, struct printbuf *reply) {
    double l, r;
    if (!json_c_read_double(arguments[0], &l) || !json_c_read_double(arguments[1], &r))
        return JSON_C_BAD_PARAMS;
    char text[JSON_C_NUMBER_ROOM];
    return put(reply, text, json_c_write_double(text, l + r));
}

static enum json_c_outcome add_int(struct json_object *const *arguments, struct printbuf *reply) {
    int32_t l, r;
    if (!json_c_read_int32(arguments[0], &l) || !json_c_read_int32(arguments[1], &r))
        return JSON_C_BAD_PARAMS;
    /* Wraps around like the other implementations of this service do. */
    int32_t sum = (int32_t)((uint32_t)l + (uint32_t)r);
    return sprintbuf(reply, "%" PRId32, sum) < 0 ? JSON_C_NO_MEMORY : JSON_C_DONE;
}

static enum json_c_outcome nullable_float(struct json_object *const *arguments, struct printbuf *reply) {
    if (!arguments[0]) return put(reply, "null", 4);
    float value;
    if (!json_c_read_float(arguments[0], &value)) return JSON_C_BAD_PARAMS;
    char text[JSON_C_NUMBER_ROOM];
    return put(reply, text, json_c_write_float(text, value));
}

static enum json_c_outcome test2(struct json_object *const *arguments, struct printbuf *reply) {
    struct json_c_decimal value;
    if (!json_c_read_decimal(arguments[0], &value)) return JSON_C_BAD_PARAMS;
    char text[JSON_C_NUMBER_ROOM];
    return put(reply, text, json_c_write_decimal(text, value));
}

static enum json_c_outcome string_me(struct json_object *const *arguments, struct printbuf *reply) {
    if (!json_object_is_type(arguments[0], json_type_string)) return JSON_C_BAD_PARAMS;
    size_t length;
    const char *text = json_object_to_json_string_length(arguments[0], JSON_C_COMPACT, &length);
    return text ? put(reply, text, length) : JSON_C_NO_MEMORY;
}

static const struct json_c_method methods[] = {
    {"add", 2, 2, {"l", "r"}, add},
    {"addInt", 2, 2, {"l", "r"}, add_int},
    {"NullableFloatToNullableFloat", 1, 0, {"a"}, nullable_float},
    {"Test2", 1, 1, {"x"}, test2},
    {"StringMe", 1, 1, {"x"}, string_me},
};

const struct json_c_method *json_c_find_method(struct json_object *name) {
    const char *text = json_object_get_string(name);
    size_t length = (size_t)json_object_get_string_len(name);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        /* With the NUL, so that neither a name with a NUL inside nor one that goes on matches. */
        if (strlen(methods[i].name) == length && memcmp(methods[i].name, text, length + 1) == 0)
            return &methods[i];
    }
    return NULL;
}

static bool bind_by_position(const struct json_c_method *method, struct json_object *params,
                             struct json_object **arguments) {
    size_t count = json_object_array_length(params);
    if (count > (size_t)method->count || count < (size_t)method->required) return false;
    for (size_t i = 0; i < count; i++) arguments[i] = json_object_array_get_idx(params, i);
    return true;
}

static bool bind_by_name(const struct json_c_method *method, struct json_object *params,
                         struct json_object **arguments) {
    int found = 0;
    for (int i = 0; i < method->count; i++) {
        bool given = json_object_object_get_ex(params, method->parameters[i], &arguments[i]);
        if (!given && i < method->required) return false;
        found += given;
    }
    return json_object_object_length(params) == found;
}

bool json_c_bind(const struct json_c_method *method, struct json_object *params,
                 struct json_object **arguments) {
    if (!params) return method->required == 0;
    return json_object_is_type(params, json_type_array) ? bind_by_position(method, params, arguments)
                                                        : bind_by_name(method, params, arguments);
}
