/* SPDX-License-Identifier: MIT */
#include "schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { depth_limit = 64, where_size = 256 };

typedef struct check {
    json_object *root; /* where $ref looks */
    char where[where_size];
    char *fault;
    size_t size;
    int depth;
} check;

__attribute__((format(printf, 2, 3))) static bool fail(check *c, const char *format, ...) {
    char why[192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(c->fault, c->size, "%s: %s", c->where[0] ? c->where : "(root)", why);
    return false;
}

static bool check_value(check *c, json_object *schema, json_object *value);

static bool check_inside(check *c, json_object *schema, json_object *value, const char *step) {
    const size_t length = strlen(c->where);
    snprintf(c->where + length, where_size - length, "/%s", step);
    const bool good = check_value(c, schema, value);
    if (good) c->where[length] = '\0';
    return good;
}

static bool is_type(const char *name, json_object *value) {
    static const struct {
        const char *name;
        json_type type;
    } types[] = {{"null", json_type_null},     {"boolean", json_type_boolean}, {"integer", json_type_int},
                 {"number", json_type_int},    {"number", json_type_double},   {"string", json_type_string},
                 {"object", json_type_object}, {"array", json_type_array}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i].name) == 0 && json_object_get_type(value) == types[i].type) return true;
    return false;
}

static bool check_type(check *c, json_object *type, json_object *value) {
    if (json_object_is_type(type, json_type_string)) {
        if (is_type(json_object_get_string(type), value)) return true;
    } else {
        for (size_t i = 0; i < json_object_array_length(type); i++)
            if (is_type(json_object_get_string(json_object_array_get_idx(type, i)), value)) return true;
    }
    return fail(c, "is not of type %s", json_object_to_json_string(type));
}

static bool check_enum(check *c, json_object *choices, json_object *value) {
    for (size_t i = 0; i < json_object_array_length(choices); i++)
        if (json_object_equal(json_object_array_get_idx(choices, i), value)) return true;
    return fail(c, "is none of %s", json_object_to_json_string(choices));
}

static bool check_required(check *c, json_object *names, json_object *value) {
    if (!json_object_is_type(value, json_type_object)) return true;
    for (size_t i = 0; i < json_object_array_length(names); i++) {
        const char *name = json_object_get_string(json_object_array_get_idx(names, i));
        if (!json_object_object_get_ex(value, name, NULL)) return fail(c, "lacks \"%s\"", name);
    }
    return true;
}

static bool check_members(check *c, json_object *schema, json_object *value) {
    json_object *properties = NULL;
    json_object *additional = NULL;
    json_object_object_get_ex(schema, "properties", &properties);
    json_object_object_get_ex(schema, "additionalProperties", &additional);
    json_object_object_foreach(value, name, member) {
        json_object *own = NULL;
        if (properties && json_object_object_get_ex(properties, name, &own)) {
            if (!check_inside(c, own, member, name)) return false;
        } else if (json_object_is_type(additional, json_type_object)) {
            if (!check_inside(c, additional, member, name)) return false;
        } else if (json_object_is_type(additional, json_type_boolean) &&
                   !json_object_get_boolean(additional)) {
            return fail(c, "may not have \"%s\"", name);
        }
    }
    return true;
}

static bool check_items(check *c, json_object *schema, json_object *value) {
    const int64_t length = (int64_t)json_object_array_length(value);
    json_object *rule;
    if (json_object_object_get_ex(schema, "minItems", &rule) && length < json_object_get_int64(rule))
        return fail(c, "has fewer than %s items", json_object_get_string(rule));
    if (json_object_object_get_ex(schema, "maxItems", &rule) && length > json_object_get_int64(rule))
        return fail(c, "has more than %s items", json_object_get_string(rule));
    if (!json_object_object_get_ex(schema, "items", &rule)) return true;
    for (size_t i = 0; i < (size_t)length; i++) {
        char step[24];
        snprintf(step, sizeof step, "%zu", i);
        if (!check_inside(c, rule, json_object_array_get_idx(value, i), step)) return false;
    }
    return true;
}

static bool check_minimum(check *c, json_object *minimum, json_object *value) {
    if (!is_type("number", value) || json_object_get_double(value) >= json_object_get_double(minimum))
        return true;
    return fail(c, "is below %s", json_object_get_string(minimum));
}

static bool check_reference(check *c, json_object *reference, json_object *value) {
    static const char prefix[] = "#/$defs/";
    const char *path = json_object_get_string(reference);
    json_object *definitions;
    json_object *schema;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0 ||
        !json_object_object_get_ex(c->root, "$defs", &definitions) ||
        !json_object_object_get_ex(definitions, path + sizeof prefix - 1, &schema))
        return fail(c, "the schema refers to %s, which it does not have", path);
    return check_value(c, schema, value);
}

static bool is_known(const char *keyword) {
    static const char *known[] = {"$schema",     "$id",        "$defs",   "title",
                                  "description", "type",       "const",   "enum",
                                  "required",    "properties", "items",   "additionalProperties",
                                  "minItems",    "maxItems",   "minimum", "$ref"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(keyword, known[i]) == 0) return true;
    return false;
}

static bool check_keyword(check *c, const char *keyword, json_object *rule, json_object *value) {
    if (!is_known(keyword)) return fail(c, "the schema uses \"%s\", which this check does not know", keyword);
    if (strcmp(keyword, "$ref") == 0) return check_reference(c, rule, value);
    if (strcmp(keyword, "type") == 0) return check_type(c, rule, value);
    if (strcmp(keyword, "enum") == 0) return check_enum(c, rule, value);
    if (strcmp(keyword, "required") == 0) return check_required(c, rule, value);
    if (strcmp(keyword, "minimum") == 0) return check_minimum(c, rule, value);
    if (strcmp(keyword, "const") == 0 && !json_object_equal(rule, value))
        return fail(c, "is not %s", json_object_to_json_string(rule));
    return true;
}

static bool check_value(check *c, json_object *schema, json_object *value) {
    if (++c->depth > depth_limit) return fail(c, "nests deeper than %d", depth_limit);
    json_object_object_foreach(schema, keyword, rule) {
        if (!check_keyword(c, keyword, rule, value)) return false;
    }
    if (json_object_is_type(value, json_type_object) && !check_members(c, schema, value)) return false;
    if (json_object_is_type(value, json_type_array) && !check_items(c, schema, value)) return false;
    c->depth--;
    return true;
}

bool load_schema_check(json_object *schema, json_object *value, char *fault, size_t size) {
    check c = {.root = schema, .fault = fault, .size = size};
    if (size) fault[0] = '\0';
    return check_value(&c, schema, value);
}
