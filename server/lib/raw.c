/* SPDX-License-Identifier: MIT */
#include "raw.h"

#include "parse.h"

/* Where a value's text begins, a String's quote included. Rises from value to value. */
static size_t begin_of(const jrpc_value *value) {
    return value->offset - (value->kind == JRPC_STRING);
}

/* Whether a slice of the request is exactly one of its values. */
static bool is_value(const jrpci_document *document, size_t offset, size_t length) {
    size_t low = 0;
    size_t high = jrpci_document_count(document);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (begin_of(&document->values[middle]) <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const jrpc_value *value = &document->values[low];
    return begin_of(value) == offset && value->length + 2 * (size_t)(value->kind == JRPC_STRING) == length;
}

static bool is_own(const jrpci_document *document, jrpc_raw raw) {
    uintptr_t text = (uintptr_t)document->text;
    uintptr_t data = (uintptr_t)raw.data;
    if (data < text || data - text > document->length) return false;
    return is_value(document, data - text, raw.length);
}

static bool parses(jrpci_call *call, jrpc_raw raw) {
    static const jrpci_parse_limits limits = {JRPC_MAX_DEPTH_CAP, SIZE_MAX / sizeof(jrpc_value)};
    jrpc_dispatcher *dispatcher = call->dispatcher;
    jrpci_document *checked = &dispatcher->checked;
    if (raw.length > JRPCI_DOCUMENT_BYTES_CAP) return false;
    jrpc_segment segment = {raw.data, raw.length};
    jrpci_parse_status status = JRPCI_PARSE_MEMORY;
    if (jrpci_document_load(checked, &segment, 1, raw.length)) {
        status = dispatcher->vector->parse(checked, &limits);
    }
    jrpci_document_trim(checked, dispatcher->keep_bytes);
    if (status == JRPCI_PARSE_MEMORY) return jrpci_call_fail(call, JRPCI_FAILURE_MEMORY);
    return status == JRPCI_PARSE_OK;
}

bool jrpci_raw_valid(jrpci_call *call, jrpc_raw raw) {
    return is_own(call->document, raw) || parses(call, raw);
}

static bool has_space(const char *at, const char *end) {
    unsigned found = 0;
    for (; at < end; at++) found |= (unsigned char)*at <= ' ';
    return found;
}

static const char *string_end(const char *at) {
    for (at++; *at != '"'; at++) at += *at == '\\';
    return at + 1;
}

char *jrpci_raw_compact(char *out, jrpc_raw raw) {
    const char *at = raw.data;
    const char *end = at + raw.length;
    if (!has_space(at, end)) {
        memcpy(out, at, raw.length);
        return out + raw.length;
    }
    while (at < end) {
        if (*at == '"') {
            size_t length = (size_t)(string_end(at) - at);
            memcpy(out, at, length);
            out += length;
            at += length;
        } else {
            *out = *at++;
            out += (unsigned char)*out > ' ';
        }
    }
    return out;
}
