/* SPDX-License-Identifier: MIT */
#include <jrpc/host.h>

#include <stdio.h>
#include <string.h>

static const struct {
    const char *prefix;
    jrpc_transport transport;
} schemes[] = {
    {"tcp://", JRPC_TRANSPORT_TCP},   {"unix://", JRPC_TRANSPORT_UNIX},
    {"http://", JRPC_TRANSPORT_HTTP}, {"http+unix://", JRPC_TRANSPORT_HTTP_UNIX},
    {"stdio:", JRPC_TRANSPORT_STDIO},
};

static const char *const framings[] = {
    [JRPC_FRAMING_CONCATENATED] = "concatenated",
    [JRPC_FRAMING_LINE] = "line",
    [JRPC_FRAMING_CONTENT_LENGTH] = "content-length",
};

static bool is_http(jrpc_transport transport) {
    return transport == JRPC_TRANSPORT_HTTP || transport == JRPC_TRANSPORT_HTTP_UNIX;
}

/* Copies a text that is neither empty nor longer than its place. */
static bool take(char *to, size_t size, const char *from, size_t length) {
    if (length == 0 || length >= size) return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

static bool read_port(const char *text, size_t length, uint16_t *port) {
    unsigned value = 0;
    if (length == 0 || length > 5) return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    *port = (uint16_t)value;
    return value <= UINT16_MAX;
}

/* HOST:PORT, an IPv6 number in brackets. Answers what is wrong, or NULL. */
static const char *read_host(const char *text, size_t length, jrpc_address *address) {
    const char *end = text + length;
    const char *colon = memrchr(text, ':', length);
    const char *name = text;
    if (*text == '[') {
        const char *bracket = memchr(text, ']', length);
        if (!bracket) return "the bracket of the IPv6 number is not closed";
        if (bracket + 1 != colon) return "a port is missing: write HOST:PORT, 0 picks one";
        if (!take(address->host, sizeof address->host, text + 1, (size_t)(bracket - text) - 1))
            return "the host is empty or too long";
    } else {
        if (!colon) return "a port is missing: write HOST:PORT, 0 picks one";
        if (memchr(name, ':', (size_t)(colon - name))) return "an IPv6 number wants brackets: [::1]:PORT";
        if (!take(address->host, sizeof address->host, name, (size_t)(colon - name)))
            return "the host is empty or too long";
    }
    if (!read_port(colon + 1, (size_t)(end - colon) - 1, &address->port)) return "the port is not 0 to 65535";
    return NULL;
}

static const char *read_place(const char *text, size_t length, jrpc_address *address) {
    switch (address->transport) {
    case JRPC_TRANSPORT_STDIO: return length ? "nothing stands behind stdio: but options" : NULL;
    case JRPC_TRANSPORT_TCP: return read_host(text, length, address);
    case JRPC_TRANSPORT_UNIX:
    case JRPC_TRANSPORT_HTTP_UNIX:
        return take(address->socket, sizeof address->socket, text, length)
                   ? NULL
                   : "the path of the socket is empty or longer than 107 bytes";
    case JRPC_TRANSPORT_HTTP: break;
    }
    const char *slash = memchr(text, '/', length);
    size_t host = slash ? (size_t)(slash - text) : length;
    if (slash && !take(address->path, sizeof address->path, slash, length - host))
        return "the path is too long";
    return read_host(text, host, address);
}

static const char *read_option(const char *text, size_t length, jrpc_address *address) {
    const char *equals = memchr(text, '=', length);
    if (!equals) return "an option is NAME=VALUE";
    size_t name = (size_t)(equals - text);
    const char *value = equals + 1;
    size_t size = length - name - 1;
    if (name == 7 && memcmp(text, "service", 7) == 0)
        return take(address->service, sizeof address->service, value, size)
                   ? NULL
                   : "the service's name is empty or too long";
    if (name == 4 && memcmp(text, "path", 4) == 0 && address->transport == JRPC_TRANSPORT_HTTP_UNIX)
        return *value == '/' && take(address->path, sizeof address->path, value, size)
                   ? NULL
                   : "the path does not begin with / or is too long";
    if (name != 7 || memcmp(text, "framing", 7) != 0)
        return "unknown option; there are framing, service and path";
    if (is_http(address->transport)) return "HTTP has a framing of its own";
    for (size_t i = 0; i < sizeof framings / sizeof framings[0]; i++) {
        if (strlen(framings[i]) != size || memcmp(framings[i], value, size) != 0) continue;
        address->framing = (jrpc_framing)i;
        return NULL;
    }
    return "unknown framing; there are concatenated, line and content-length";
}

static const char *read_options(const char *text, jrpc_address *address) {
    while (*text) {
        size_t length = strcspn(text, "&");
        const char *problem = read_option(text, length, address);
        if (problem) return problem;
        text += length + (text[length] == '&');
    }
    return NULL;
}

static const char *read_address(const char *text, jrpc_address *address) {
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t prefix = strlen(schemes[i].prefix);
        if (strncmp(text, schemes[i].prefix, prefix) != 0) continue;
        address->transport = schemes[i].transport;
        if (is_http(address->transport)) memcpy(address->path, "/", 2);
        size_t place = strcspn(text + prefix, "?");
        const char *problem = read_place(text + prefix, place, address);
        const char *options = text + prefix + place;
        return problem || !*options ? problem : read_options(options + 1, address);
    }
    return "unknown scheme; there are tcp://, unix://, http://, http+unix:// and stdio:";
}

jrpc_status jrpc_address_parse(const char *text, jrpc_address *address, const char **problem) {
    *address = (jrpc_address){0};
    const char *found = text ? read_address(text, address) : "there is no address";
    if (problem) *problem = found;
    return found ? JRPC_E_ARGUMENT : JRPC_OK;
}

static int format_place(const jrpc_address *address, char text[JRPC_ADDRESS_TEXT]) {
    const char *prefix = schemes[address->transport].prefix;
    bool brackets = strchr(address->host, ':') != NULL;
    switch (address->transport) {
    case JRPC_TRANSPORT_TCP:
    case JRPC_TRANSPORT_HTTP:
        return snprintf(text, JRPC_ADDRESS_TEXT, "%s%s%s%s:%u%s", prefix, brackets ? "[" : "", address->host,
                        brackets ? "]" : "", (unsigned)address->port,
                        strcmp(address->path, "/") == 0 ? "" : address->path);
    default: return snprintf(text, JRPC_ADDRESS_TEXT, "%s%s", prefix, address->socket);
    }
}

void jrpc_address_format(const jrpc_address *address, char text[JRPC_ADDRESS_TEXT]) {
    int at = format_place(address, text);
    char mark = '?';
    if (address->framing != JRPC_FRAMING_CONCATENATED) {
        at += snprintf(text + at, JRPC_ADDRESS_TEXT - (size_t)at, "?framing=%s", framings[address->framing]);
        mark = '&';
    }
    if (address->transport == JRPC_TRANSPORT_HTTP_UNIX && strcmp(address->path, "/") != 0) {
        at += snprintf(text + at, JRPC_ADDRESS_TEXT - (size_t)at, "%cpath=%s", mark, address->path);
        mark = '&';
    }
    if (*address->service)
        snprintf(text + at, JRPC_ADDRESS_TEXT - (size_t)at, "%cservice=%s", mark, address->service);
}
