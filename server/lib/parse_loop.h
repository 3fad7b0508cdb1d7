/* SPDX-License-Identifier: MIT */
/* The parser, for one set of instructions. Included once by each parse_*.c, which defines before:
 *   TARGET                what a function needs to be compiled for that set
 *   plain_end(text, at)   the index, from `at` on, of the first byte that is a quote, a backslash, a control character or
 *                         not ASCII
 * Positions are indices into the text. A reader that finds a byte wrong notes where and goes to the zeros behind the text:
 * they are wrong in every state, so what comes next ends it, and what was noted first is told. Most requests come without
 * white space, so it is looked for only where the expected byte is not there. Nothing recurses: an open container's
 * `span` is its distance to the one around it. */
#include "parse_value.h"

/* From here on there is no room for two values, and something has to be done about it. */
INLINE jrpc_value *stop_at(const jrpci_document *document, const jrpci_parse_limits *limits) {
    size_t capacity = document->value_capacity;
    return document->values + (capacity < limits->values ? capacity : limits->values) - 1;
}

/* Room for more values where there may not be enough: `count` there are, `more` there will be. */
static JRPCI_RARE jrpci_parse_status make_room(jrpci_document *document, size_t count, size_t more,
                                               size_t limit) {
    if (count + more > limit) return JRPCI_PARSE_VALUES;
    if (count + more <= document->value_capacity) return JRPCI_PARSE_OK;
    return jrpci_document_grow(document, limit) ? JRPCI_PARSE_OK : JRPCI_PARSE_MEMORY;
}

#define ENSURE_ROOM(more)                                                                                    \
    do {                                                                                                     \
        if (UNLIKELY(v >= stop)) {                                                                           \
            size_t done = (size_t)(v - document->values);                                                    \
            size_t open = (size_t)(container - document->values);                                            \
            jrpci_parse_status status = make_room(document, done, more, limits->values);                     \
            if (status != JRPCI_PARSE_OK) return status;                                                     \
            v = document->values + done;                                                                     \
            container = document->values + open;                                                             \
            stop = stop_at(document, limits);                                                                \
        }                                                                                                    \
    } while (0)

/* A value at `at`, for which there is room: goes to `done` behind a scalar, to open_object or open_array. Members and
 * elements each have their own copy, because each goes on in its own way. */
#define READ_VALUE(again, done)                                                                              \
    do {                                                                                                     \
        char first = text[at];                                                                               \
        if (first == '"') {                                                                                  \
            at = read_string(text, document, at + 1, v++);                                                   \
            goto done;                                                                                       \
        }                                                                                                    \
        size_t negative = first == '-';                                                                      \
        unsigned digit = digit_of(text[at + negative]);                                                      \
        if (digit <= 9) {                                                                                    \
            at = read_number(text, document, at, at + negative, digit, negative, v++);                       \
            goto done;                                                                                       \
        }                                                                                                    \
        if (first == '{') goto open_object;                                                                  \
        if (first == '[') goto open_array;                                                                   \
        if ((unsigned char)first <= ' ') {                                                                   \
            size_t begin = at;                                                                               \
            at = skip_space(text, at);                                                                       \
            if (at == begin) goto wrong;                                                                     \
            goto again;                                                                                      \
        }                                                                                                    \
        at += negative;                                                                                      \
        at = read_literal(document, at, negative ? 0 : first, v++);                                          \
        goto done;                                                                                           \
    } while (0)

/* Most requests begin alike: with {"jsonrpc":"2.0" and nothing between. */
#define BEGINNING 16

INLINE bool begins_as_request(const char *at) {
    return jrpci_load8(at) == JRPCI_WORD_BEGIN_1 && jrpci_load8(at + 8) == JRPCI_WORD_BEGIN_2;
}

/* The Object, its first name and that one's value. Behind them. */
INLINE jrpc_value *put_beginning(jrpc_value *v, size_t at, size_t distance) {
    put(v, JRPC_OBJECT, JRPCI_MEMBER_VERSION, at, 0);
    v->as.span = (uint32_t)distance;
    v->digits = 1;
    put(v + 1, JRPC_STRING, JRPCI_MEMBER_VERSION, at + 2, 7);
    put(v + 2, JRPC_STRING, JRPCI_MEMBER_OTHER, at + 12, 3);
    return v + 3;
}

/* Begins a container whose bracket is at `at`; the one around it is found back by the distance. */
#define OPEN(sort)                                                                                           \
    do {                                                                                                     \
        if (UNLIKELY(depth == limits->depth)) return JRPCI_PARSE_DEPTH;                                      \
        depth++;                                                                                             \
        put(v, sort, JRPCI_MEMBER_OTHER, at, 0);                                                             \
        v->as.span = (uint32_t)(v - container);                                                              \
        v->digits = 1;                                                                                       \
        container = v++;                                                                                     \
    } while (0)

static TARGET jrpci_parse_status parse(jrpci_document *document, const jrpci_parse_limits *limits) {
    const char *const text = document->text;
    size_t at = 0;
    jrpc_value *v = document->values;
    jrpc_value *stop = stop_at(document, limits);
    jrpc_value *container = v;
    size_t depth = 0;
    document->wrong = SIZE_MAX;
    if (begins_as_request(text) && v + 1 < stop) {
        depth = 1;
        v = put_beginning(v, at, 0);
        at += BEGINNING;
        goto member_done;
    }

root:
    READ_VALUE(root, root_done);

open_object:
    if (begins_as_request(text + at) && v + 1 < stop && depth < limits->depth) {
        depth++;
        size_t distance = (size_t)(v - container);
        container = v;
        v = put_beginning(v, at, distance);
        at += BEGINNING;
        goto member_done;
    }
    OPEN(JRPC_OBJECT);
    at++;
    if ((unsigned char)text[at] <= ' ') at = skip_space(text, at);
    if (text[at] != '}') goto name;
    container->digits = 0;
    goto close;

name : {
    ENSURE_ROOM(2);
    if (UNLIKELY(text[at] != '"')) {
        at = skip_space(text, at);
        if (text[at] != '"') goto wrong;
    }
    /* Those of a request are told by one comparison each. */
    uint64_t word = jrpci_load8(text + at);
    if (word == JRPCI_WORD_METHOD) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_METHOD, at + 1, 6);
        at += 8;
        if (text[at] != ':' || text[at + 1] != '"') goto colon;
        at += 2;
        goto member_string;
    }
    if (word == JRPCI_WORD_PARAMS) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_PARAMS, at + 1, 6);
        at += 8;
        if (text[at] != ':' || text[at + 1] != '[') goto colon;
        at++;
        goto open_array;
    }
    if ((uint32_t)word == JRPCI_WORD_ID) {
        put(v++, JRPC_STRING, JRPCI_MEMBER_ID, at + 1, 2);
        at += 4;
        goto colon;
    }
    if (word == JRPCI_WORD_JSONRPC && text[at + 8] == '"') {
        put(v++, JRPC_STRING, JRPCI_MEMBER_VERSION, at + 1, 7);
        at += 9;
        goto colon;
    }
    at = read_string(text, document, at + 1, v++);
}

colon:
    if (UNLIKELY(text[at] != ':')) {
        at = skip_space(text, at);
        if (text[at] != ':') goto wrong;
    }
    at++;

member:
    READ_VALUE(member, member_done);

member_string:
    at = read_string(text, document, at, v++);

member_done:
    if (LIKELY(text[at] == ',')) {
        container->digits++;
        at++;
        goto name;
    }
    if (text[at] == '}') goto close;
    {
        size_t begin = at;
        at = after_value(document, at, v - 1);
        if (at == begin) goto wrong;
    }
    goto member_done;

open_array:
    OPEN(JRPC_ARRAY);
    at++;
    if ((unsigned char)text[at] <= ' ') at = skip_space(text, at);
    if (text[at] != ']') goto element;
    container->digits = 0;
    goto close;

element:
    ENSURE_ROOM(1);

element_here:
    READ_VALUE(element_here, element_done);

element_done:
    if (text[at] == ',') {
        container->digits++;
        at++;
        goto element;
    }
    if (text[at] == ']') goto close;
    {
        size_t begin = at;
        at = after_value(document, at, v - 1);
        if (at == begin) goto wrong;
    }
    goto element_done;

close:
    at++;
    container->length = (uint32_t)at - container->offset;
    {
        size_t distance = container->as.span;
        container->as.span = (uint32_t)(v - container);
        container -= distance;
        depth--;
        if (!distance) goto root_done;
    }
    if (container->kind == JRPC_OBJECT) goto member_done;
    goto element_done;

root_done:
    if (at != document->length) {
        at = skip_space(text, after_value(document, at, v - 1));
        if (at != document->length) goto wrong;
    }
    return JRPCI_PARSE_OK;

wrong:
    if (document->wrong > at) document->wrong = at;
    return JRPCI_PARSE_SYNTAX;
}
