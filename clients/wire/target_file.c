/* SPDX-License-Identifier: MIT */
#include "target_file.h"

#include "address.h"

#include <string.h>

enum shape { TEXT, TEXTS, PATHS, TRANSPORTS, FRAMINGS, FEATURES, LAUNCH, READY, ADDRESSES };

static const struct member {
    const char *name;
    enum shape shape;
    bool required;
} members[] = {
    {"$schema", TEXT, false},         {"name", TEXT, true},          {"version", TEXT, false},
    {"licence", TEXT, false},         {"language", TEXT, false},     {"about", TEXT, false},
    {"build", TEXT, false},           {"packages", TEXTS, false},    {"requires", PATHS, false},
    {"services", TEXTS, true},        {"features", FEATURES, false}, {"address", ADDRESSES, false},
    {"transports", TRANSPORTS, true}, {"framings", FRAMINGS, false}, {"launch", LAUNCH, true},
    {"ready", READY, true},
};

static const char *const placeholders[] = {"bin", "port", "socket", "service", "workers", "framing", "here"};

static const char *const features[] = {"by-position", "by-name",    "notifications",
                                       "batch",       "pipelining", "workers"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct member *find_member(const char *name) {
    for (size_t i = 0; i < COUNT(members); i++)
        if (strcmp(members[i].name, name) == 0) return &members[i];
    return NULL;
}

static bool known_placeholder(const char *name, size_t length) {
    for (size_t i = 0; i < COUNT(placeholders); i++)
        if (strlen(placeholders[i]) == length && memcmp(placeholders[i], name, length) == 0) return true;
    return false;
}

/* A word in braces that is no placeholder is a slip; braces around anything else are just text. */
static bool placeholders_known(const char *text) {
    for (const char *open = strchr(text, '{'); open; open = strchr(open + 1, '{')) {
        size_t length = strspn(open + 1, "abcdefghijklmnopqrstuvwxyz");
        if (length && open[1 + length] == '}' && !known_placeholder(open + 1, length)) return false;
    }
    return true;
}

static bool is_text(json_object *value) {
    return json_object_is_type(value, json_type_string);
}

static const char *check_texts(json_object *value) {
    if (!json_object_is_type(value, json_type_array)) return "should be an array of strings";
    for (size_t i = 0; i < json_object_array_length(value); i++)
        if (!is_text(json_object_array_get_idx(value, i))) return "should hold strings only";
    return NULL;
}

static const char *check_paths(json_object *value) {
    const char *wrong = check_texts(value);
    for (size_t i = 0; !wrong && i < json_object_array_length(value); i++)
        if (!placeholders_known(json_object_get_string(json_object_array_get_idx(value, i))))
            wrong = "may hold {bin} {port} {socket} {service} {workers} {framing} {here} only";
    return wrong;
}

static const char *check_transports(json_object *value) {
    wire_transport ignored;
    const char *wrong = check_texts(value);
    for (size_t i = 0; !wrong && i < json_object_array_length(value); i++)
        if (!wire_transport_parse(json_object_get_string(json_object_array_get_idx(value, i)), &ignored))
            wrong = "should hold tcp, unix, http, http+unix, stdio only";
    return wrong;
}

static const char *check_framings(json_object *value) {
    wire_framing ignored;
    const char *wrong = check_texts(value);
    for (size_t i = 0; !wrong && i < json_object_array_length(value); i++)
        if (!wire_framing_parse(json_object_get_string(json_object_array_get_idx(value, i)), &ignored))
            wrong = "should hold concatenated, line, content-length only";
    return wrong;
}

static bool known_feature(const char *name) {
    for (size_t i = 0; i < COUNT(features); i++)
        if (strcmp(features[i], name) == 0) return true;
    return false;
}

static const char *check_features(json_object *value) {
    const char *wrong = check_texts(value);
    for (size_t i = 0; !wrong && i < json_object_array_length(value); i++)
        if (!known_feature(json_object_get_string(json_object_array_get_idx(value, i))))
            wrong = "should hold by-position, by-name, notifications, batch, pipelining, workers only";
    return wrong;
}

static const char *check_line(json_object *value) {
    const char *wrong = check_texts(value);
    if (wrong) return wrong;
    if (json_object_array_length(value) == 0) return "should name a program";
    for (size_t i = 0; i < json_object_array_length(value); i++)
        if (!placeholders_known(json_object_get_string(json_object_array_get_idx(value, i))))
            return "may hold {bin} {port} {socket} {service} {workers} {framing} {here} only";
    return NULL;
}

static const char *check_launch(json_object *value) {
    if (!json_object_is_type(value, json_type_object)) return check_line(value);
    json_object_object_foreach(value, name, line) {
        wire_transport ignored;
        if (!wire_transport_parse(name, &ignored))
            return "should have a line for each transport, by its name";
        const char *wrong = check_line(line);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *check_ready(json_object *value) {
    json_object *line = NULL, *port = NULL;
    if (!json_object_is_type(value, json_type_object) || json_object_object_length(value) != 1)
        return "should be {\"line\":\"..\"} or {\"port\":true}";
    json_object_object_get_ex(value, "line", &line);
    json_object_object_get_ex(value, "port", &port);
    bool good =
        line ? is_text(line) : json_object_is_type(port, json_type_boolean) && json_object_get_boolean(port);
    return good ? NULL : "should be {\"line\":\"..\"} or {\"port\":true}";
}

static const char *check_addresses(json_object *value) {
    if (!json_object_is_type(value, json_type_object)) return "should be an object of addresses by transport";
    json_object_object_foreach(value, name, address) {
        wire_transport ignored;
        if (!wire_transport_parse(name, &ignored) || !is_text(address) ||
            !placeholders_known(json_object_get_string(address)))
            return "should hold an address for each transport, by its name";
    }
    return NULL;
}

static const char *check_value(const struct member *member, json_object *value) {
    switch (member->shape) {
    case TEXT: return is_text(value) || (!value && !member->required) ? NULL : "should be a string";
    case TEXTS: return check_texts(value);
    case PATHS: return check_paths(value);
    case TRANSPORTS: return check_transports(value);
    case FRAMINGS: return check_framings(value);
    case FEATURES: return check_features(value);
    case LAUNCH: return check_launch(value);
    case READY: return check_ready(value);
    case ADDRESSES: return check_addresses(value);
    }
    return NULL;
}

static bool refuse(wire_error *error, const char *path, const char *member, const char *wrong) {
    wire_error_set(error, "%s: \"%s\" %s (see data/schema/target.schema.json)", path, member, wrong);
    return false;
}

static bool check(json_object *root, const char *path, wire_error *error) {
    if (!json_object_is_type(root, json_type_object)) {
        wire_error_set(error, "%s: a target is a JSON object (see data/schema/target.schema.json)", path);
        return false;
    }
    json_object_object_foreach(root, name, value) {
        const struct member *member = find_member(name);
        const char *wrong = member ? check_value(member, value) : "is no member of a target";
        if (wrong) return refuse(error, path, name, wrong);
    }
    for (size_t i = 0; i < COUNT(members); i++)
        if (members[i].required && !json_object_object_get_ex(root, members[i].name, NULL))
            return refuse(error, path, members[i].name, "is missing");
    return true;
}

/* json-c names its own function first, and calls a text that is not whole "continue". */
static const char *reason_of(const char *said) {
    if (!said) return "not an object";
    for (const char *colon; (colon = strstr(said, ": "));) said = colon + 2;
    return strncmp(said, "continue", 8) == 0 ? "it is empty or ends in the middle" : said;
}

json_object *wire_target_file_read(const char *path, wire_error *error) {
    json_object *root = json_object_from_file(path);
    if (!root) {
        const char *why = reason_of(json_util_get_last_err());
        wire_error_set(error, "cannot read target %s: %.*s", path, (int)strcspn(why, "\n"), why);
        return NULL;
    }
    if (check(root, path, error)) return root;
    json_object_put(root);
    return NULL;
}

json_object *wire_target_file_launch(json_object *root, const char *transport) {
    json_object *launch = NULL, *line = NULL;
    if (!wire_target_file_lists(root, "transports", transport)) return NULL;
    json_object_object_get_ex(root, "launch", &launch);
    if (!json_object_is_type(launch, json_type_object)) return launch;
    json_object_object_get_ex(launch, transport, &line);
    return line;
}

bool wire_target_file_lists(json_object *root, const char *member, const char *text) {
    json_object *list = NULL;
    if (!json_object_object_get_ex(root, member, &list)) return false;
    for (size_t i = 0; i < json_object_array_length(list); i++)
        if (strcmp(json_object_get_string(json_object_array_get_idx(list, i)), text) == 0) return true;
    return false;
}

const char *wire_target_file_text(json_object *root, const char *member) {
    json_object *value = NULL;
    json_object_object_get_ex(root, member, &value);
    return value ? json_object_get_string(value) : "";
}
