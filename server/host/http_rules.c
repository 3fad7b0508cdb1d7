/* SPDX-License-Identifier: MIT */
#include "http_rules.h"

#include <string.h>

static const jrpc_allocator *or_default(const jrpc_allocator *allocator) {
    return allocator ? allocator : jrpc_allocator_default();
}

static jrpc_status grow_names(jrpci_names *names, const jrpc_allocator *allocator) {
    size_t old = names->count * sizeof(char *);
    size_t size = old + sizeof(char *);
    char **grown = names->names ? allocator->reallocate(allocator->context, names->names, old, size)
                                : allocator->allocate(allocator->context, size);
    if (!grown) return JRPC_E_MEMORY;
    names->names = grown;
    return JRPC_OK;
}

jrpc_status jrpci_names_add(jrpci_names *names, const char *name, const jrpc_allocator *allocator) {
    allocator = or_default(allocator);
    if (!name || !*name) return JRPC_E_ARGUMENT;
    if (strcmp(name, "*") == 0) {
        names->any = true;
        return JRPC_OK;
    }
    size_t size = strlen(name) + 1;
    char *copy = allocator->allocate(allocator->context, size);
    if (!copy) return JRPC_E_MEMORY;
    if (grow_names(names, allocator) != JRPC_OK) {
        allocator->release(allocator->context, copy, size);
        return JRPC_E_MEMORY;
    }
    for (size_t i = 0; i < size; i++) copy[i] = jrpci_lower(name[i]);
    names->names[names->count++] = copy;
    return JRPC_OK;
}

void jrpci_names_fini(jrpci_names *names, const jrpc_allocator *allocator) {
    allocator = or_default(allocator);
    for (size_t i = 0; i < names->count; i++)
        allocator->release(allocator->context, names->names[i], strlen(names->names[i]) + 1);
    if (names->names) allocator->release(allocator->context, names->names, names->count * sizeof(char *));
    *names = (jrpci_names){0};
}

static const char *find_name(const jrpci_names *names, jrpci_text text) {
    for (size_t i = 0; i < names->count; i++)
        if (jrpci_text_equals_folded(text, names->names[i])) return names->names[i];
    return NULL;
}

/* ---- Host ---- */

static bool all_of(jrpci_text text, bool (*is)(char byte)) {
    for (size_t i = 0; i < text.length; i++)
        if (!is(text.at[i])) return false;
    return true;
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_number_byte(char byte) {
    return is_digit(byte) || byte == '.';
}

/* reg-name of RFC 3986 section 3.2.2. */
static bool is_name_byte(char byte) {
    char folded = (char)(byte | 0x20);
    if ((folded >= 'a' && folded <= 'z') || is_digit(byte) || byte == '.' || byte == '-') return true;
    return byte != '\0' && strchr("_~!$&'()*+,;=%", byte) != NULL;
}

static bool is_literal_byte(char byte) {
    char folded = (char)(byte | 0x20);
    return (folded >= 'a' && folded <= 'f') || is_digit(byte) || byte == ':' || byte == '.';
}

/* The part before the port; its length is 0 where the text is no host. */
static jrpci_text host_name(jrpci_text host) {
    const jrpci_text none = {host.at, 0};
    jrpci_text name = host;
    jrpci_text port;
    if (host.length && host.at[0] == '[') {
        const char *end = memchr(host.at, ']', host.length);
        if (!end) return none;
        name = (jrpci_text){host.at + 1, (size_t)(end - host.at) - 1};
        port = jrpci_text_from(host, name.length + 2);
        if (!all_of(name, is_literal_byte)) return none;
    } else {
        const char *colon = memchr(host.at, ':', host.length);
        if (colon) name.length = (size_t)(colon - host.at);
        port = jrpci_text_from(host, name.length);
        if (!all_of(name, is_name_byte)) return none;
    }
    if (port.length && (port.at[0] != ':' || !all_of(jrpci_text_from(port, 1), is_digit))) return none;
    return name;
}

static bool is_loopback(jrpci_text name) {
    if (jrpci_text_equals_folded(name, "localhost") || jrpci_text_equals(name, "::1")) return true;
    return jrpci_text_begins_folded(name, "127.") && all_of(name, is_number_byte);
}

jrpci_host_verdict jrpci_http_rules_host(const jrpci_http_rules *rules, jrpci_text host) {
    jrpci_text name = host_name(host);
    if (!name.length) return JRPCI_HOST_BAD;
    if (!rules->loopback || rules->hosts->any || is_loopback(name) || find_name(rules->hosts, name))
        return JRPCI_HOST_FINE;
    return JRPCI_HOST_OTHER;
}

const char *jrpci_http_rules_origin(const jrpci_http_rules *rules, jrpci_text origin) {
    return rules->origins->any ? "*" : find_name(rules->origins, origin);
}

/* ---- Media type and target ---- */

bool jrpci_media_type_is_json(jrpci_text type) {
    const char *semicolon = type.length ? memchr(type.at, ';', type.length) : NULL;
    if (semicolon) type.length = (size_t)(semicolon - type.at);
    type = jrpci_text_trim(type);
    return jrpci_text_equals_folded(type, "application/json") ||
           jrpci_text_equals_folded(type, "application/json-rpc") ||
           jrpci_text_equals_folded(type, "application/jsonrequest");
}

/* What comes before the first of two bytes. */
static jrpci_text until(jrpci_text text, char one, char other) {
    size_t length = 0;
    while (length < text.length && text.at[length] != one && text.at[length] != other) length++;
    return (jrpci_text){text.at, length};
}

jrpci_target jrpci_target_read(jrpci_text text) {
    jrpci_target target = {.kind = JRPCI_TARGET_BAD};
    if (!text.length || memchr(text.at, '#', text.length)) return target;
    if (jrpci_text_equals(text, "*")) {
        target.kind = JRPCI_TARGET_ASTERISK;
    } else if (text.at[0] == '/') {
        target.kind = JRPCI_TARGET_PATH;
        target.path = until(text, '?', '?');
    } else if (jrpci_text_begins_folded(text, "http://")) {
        target.kind = JRPCI_TARGET_ABSOLUTE;
        text = jrpci_text_from(text, strlen("http://"));
        target.authority = until(text, '/', '?');
        target.path = until(jrpci_text_from(text, target.authority.length), '?', '?');
        if (!target.path.length) target.path = (jrpci_text){"/", 1};
    }
    return target;
}
