/* SPDX-License-Identifier: MIT */
#include "address.h"

#include <stdio.h>
#include <string.h>

#define EXAMPLES                                                                                             \
    "tcp://127.0.0.1:9000, unix:///run/x.sock, http://127.0.0.1:8080/rpc, http+unix:///run/x.sock or "       \
    "stdio:, each "                                                                                          \
    "with ?framing=concatenated|line|content-length&service=NAME where wanted"

static const char *const names[WIRE_TRANSPORTS] = {"tcp", "unix", "http", "http+unix", "stdio"};

const char *wire_transport_name(wire_transport transport) {
    return names[transport];
}

bool wire_transport_parse(const char *name, wire_transport *transport) {
    for (int i = 0; i < WIRE_TRANSPORTS; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *transport = (wire_transport)i;
        return true;
    }
    return false;
}

bool wire_transport_is_http(wire_transport transport) {
    return transport == WIRE_HTTP || transport == WIRE_HTTP_UNIX;
}

/* Copies what fits; false when it does not, or is empty. */
static bool copy(char *to, size_t room, wire_slice from) {
    if (from.length == 0 || from.length >= room) return false;
    memcpy(to, from.bytes, from.length);
    to[from.length] = '\0';
    return true;
}

/* Cuts `text` at the first `mark`: what stands before is returned, what stands behind remains; without a
 * mark all is returned and nothing remains. */
static wire_slice cut(wire_slice *text, char mark) {
    const char *found = text->length ? memchr(text->bytes, mark, text->length) : NULL;
    wire_slice before = {text->bytes, found ? (size_t)(found - text->bytes) : text->length};
    size_t taken = before.length + (found ? 1 : 0);
    *text = (wire_slice){text->bytes + taken, text->length - taken};
    return before;
}

static bool parse_port(wire_slice digits, uint16_t *port) {
    if (digits.length == 0 || digits.length > 5) return false;
    unsigned number = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.bytes[i] < '0' || digits.bytes[i] > '9') return false;
        number = number * 10 + (unsigned)(digits.bytes[i] - '0');
    }
    *port = (uint16_t)number;
    return number <= UINT16_MAX;
}

/* host:port or [host]:port. */
static const char *parse_authority(wire_address *address, wire_slice authority) {
    wire_slice host;
    if (authority.length && authority.bytes[0] == '[') {
        authority = (wire_slice){authority.bytes + 1, authority.length - 1};
        host = cut(&authority, ']');
        if (authority.length == 0 || authority.bytes[0] != ':')
            return "its IPv6 host does not end with ]:PORT";
        authority = (wire_slice){authority.bytes + 1, authority.length - 1};
    } else {
        host = cut(&authority, ':');
    }
    if (!copy(address->host, sizeof address->host, host)) return "its host is missing or too long";
    return parse_port(authority, &address->port) ? NULL : "its port is missing or not between 0 and 65535";
}

static const char *parse_option(wire_address *address, wire_slice option) {
    wire_slice name = cut(&option, '=');
    char value[sizeof address->service];
    if (!copy(value, sizeof value, option))
        return "an option behind its ? has no value, or one that is too long";
    if (wire_slice_equal(name, wire_slice_of("service"))) {
        memcpy(address->service, value, sizeof value);
        return NULL;
    }
    if (!wire_slice_equal(name, wire_slice_of("framing")))
        return "an option behind its ? is not framing or service";
    return wire_framing_parse(value, &address->framing) ? NULL : "there is no such framing";
}

static const char *parse_options(wire_address *address, wire_slice options) {
    while (options.length) {
        const char *wrong = parse_option(address, cut(&options, '&'));
        if (wrong) return wrong;
    }
    return NULL;
}

/* What stands between :// and ?. */
static const char *parse_place(wire_address *address, wire_slice place) {
    if (address->transport == WIRE_UNIX || address->transport == WIRE_HTTP_UNIX) {
        if (place.length == 0 || place.bytes[0] != '/') return "its socket's path is not absolute";
        return copy(address->path, sizeof address->path, place)
                   ? NULL
                   : "its socket's path is longer than 107 bytes";
    }
    wire_slice authority = cut(&place, '/');
    if (address->transport == WIRE_TCP)
        return place.length ? "it has a path, which means nothing here" : parse_authority(address, authority);
    if (place.length && !copy(address->target + 1, sizeof address->target - 1, place))
        return "its path is too long";
    return parse_authority(address, authority);
}

static const char *parse(wire_address *address, const char *text) {
    wire_slice rest = wire_slice_of(text);
    char scheme[16];
    if (!memchr(text, ':', rest.length) || !copy(scheme, sizeof scheme, cut(&rest, ':')) ||
        !wire_transport_parse(scheme, &address->transport))
        return "it does not begin with tcp:, unix:, http:, http+unix: or stdio:";
    wire_slice place = cut(&rest, '?');
    const char *wrong = parse_options(address, rest);
    if (wrong) return wrong;
    if (address->transport == WIRE_STDIO) return place.length ? "stdio: has no host or path" : NULL;
    if (place.length < 2 || memcmp(place.bytes, "//", 2) != 0) return "// is missing behind the first colon";
    return parse_place(address, (wire_slice){place.bytes + 2, place.length - 2});
}

bool wire_address_parse(wire_address *address, const char *text, wire_error *error) {
    *address = (wire_address){.target = "/"};
    const char *wrong = parse(address, text);
    if (!wrong) return true;
    wire_error_set(error, "address '%s': %s; write %s", text, wrong, EXAMPLES);
    return false;
}

void wire_address_host(const wire_address *address, char *to, size_t room) {
    if (!address->host[0])
        snprintf(to, room, "localhost");
    else if (strchr(address->host, ':'))
        snprintf(to, room, "[%s]:%u", address->host, address->port);
    else
        snprintf(to, room, "%s:%u", address->host, address->port);
}
