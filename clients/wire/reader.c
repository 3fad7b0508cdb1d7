/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "arena.h"
#include "text.h"

#include <string.h>

/* One text being read. Functions that return false have set the fault. */
struct reader {
    wire_document *document;
    const unsigned char *start, *at, *end;
    wire_value *container; /* the innermost open one; NULL outside */
    wire_value **root;
    wire_slice name; /* of the member whose value comes next */
    size_t depth;
};

static bool fault_at(struct reader *reader, const unsigned char *where, const char *message) {
    reader->document->message = message;
    reader->document->offset = (size_t)(where - reader->start);
    return false;
}

static bool fault(struct reader *reader, const char *message) {
    return fault_at(reader, reader->at, message);
}

static bool out_of_memory(struct reader *reader) {
    return fault(reader, "out of memory");
}

static void skip_space(struct reader *reader) {
    while (reader->at < reader->end &&
           (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r'))
        reader->at++;
}

/* ---- scalars ---- */

static bool read_string(struct reader *reader, wire_slice *text) {
    struct wire_text_fault bad;
    size_t raw = 0, decoded = 0;
    const unsigned char *first = reader->at + 1; /* behind the quote */
    if (!wire_text_scan(first, (size_t)(reader->end - first), &raw, &decoded, &bad))
        return fault_at(reader, first + bad.offset, bad.message);
    reader->at = first + raw + 1;
    *text = (wire_slice){(const char *)first, raw};
    if (decoded == raw) return true; /* an escape is always longer than what it stands for */
    char *room = wire_arena_allocate(&reader->document->arena, decoded ? decoded : 1);
    if (!room) return out_of_memory(reader);
    wire_text_decode(first, raw, room);
    *text = (wire_slice){room, decoded};
    return true;
}

static bool skip_digits(struct reader *reader) {
    const unsigned char *from = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') reader->at++;
    return reader->at > from || fault(reader, "a digit is missing in a number");
}

static bool at_any(const struct reader *reader, const char *characters) {
    return reader->at < reader->end && *reader->at && strchr(characters, *reader->at);
}

static bool read_number(struct reader *reader, wire_slice *text) {
    const unsigned char *from = reader->at;
    if (*reader->at == '-') reader->at++;
    if (at_any(reader, "0")) {
        reader->at++;
        if (at_any(reader, "0123456789")) return fault(reader, "a number has a leading zero");
    } else if (!skip_digits(reader)) {
        return false;
    }
    if (at_any(reader, ".")) {
        reader->at++;
        if (!skip_digits(reader)) return false;
    }
    if (at_any(reader, "eE")) {
        reader->at++;
        if (at_any(reader, "+-")) reader->at++;
        if (!skip_digits(reader)) return false;
    }
    *text = (wire_slice){(const char *)from, (size_t)(reader->at - from)};
    return true;
}

static bool read_word(struct reader *reader, const char *word) {
    for (; *word; word++, reader->at++) {
        if (reader->at == reader->end || *reader->at != (unsigned char)*word)
            return fault(reader, "not a value: only true, false and null are words");
    }
    return true;
}

/* ---- the tree ---- */

static wire_value *add_value(struct reader *reader, wire_type type) {
    wire_value *value = wire_arena_allocate(&reader->document->arena, sizeof *value);
    if (!value) return NULL;
    *value = (wire_value){.type = type, .name = reader->name, .parent = reader->container};
    value->raw.bytes = (const char *)reader->at;
    reader->name = (wire_slice){0};
    wire_value *parent = reader->container;
    if (!parent) {
        *reader->root = value;
        return value;
    }
    if (parent->last)
        parent->last->next = value;
    else
        parent->first = value;
    parent->last = value;
    parent->count++;
    return value;
}

static int name_order(const wire_value *a, const wire_value *b) {
    size_t shared = a->name.length < b->name.length ? a->name.length : b->name.length;
    int order = shared ? memcmp(a->name.bytes, b->name.bytes, shared) : 0;
    if (order) return order;
    return (a->name.length > b->name.length) - (a->name.length < b->name.length);
}

/* Merges two sorted lists; on equal names what stands in `earlier` stays first. */
static wire_value *merge_named(wire_value *earlier, wire_value *later) {
    wire_value *merged = NULL, **tail = &merged;
    while (earlier && later) {
        wire_value **least = name_order(later, earlier) < 0 ? &later : &earlier;
        *tail = *least;
        tail = &(*tail)->next_named;
        *least = *tail;
    }
    *tail = earlier ? earlier : later;
    return merged;
}

/* Bottom-up merge sort of a list (as in Linux's lib/list_sort.c): stable, no allocation, no recursion.
 * bins[i] holds a sorted run of 2^i members that were sent before those in every lower bin. */
static wire_value *sort_named(wire_value *first) {
    wire_value *bins[64] = {NULL};
    for (wire_value *member = first; member; member = member->next) {
        wire_value *run = member;
        run->next_named = NULL;
        size_t i = 0;
        for (; bins[i]; i++) {
            run = merge_named(bins[i], run);
            bins[i] = NULL;
        }
        bins[i] = run;
    }
    wire_value *sorted = NULL;
    for (size_t i = 0; i < sizeof bins / sizeof bins[0]; i++)
        if (bins[i]) sorted = merge_named(bins[i], sorted);
    return sorted;
}

static void close_container(struct reader *reader) {
    wire_value *container = reader->container;
    reader->at++;
    container->raw.length = (size_t)((const char *)reader->at - container->raw.bytes);
    reader->container = container->parent;
    reader->depth--;
    if (container->type == WIRE_ARRAY) return;
    container->first_named = sort_named(container->first);
    for (wire_value *member = container->first_named; member; member = member->next_named) {
        wire_value *after = member->next_named;
        if (!after || name_order(member, after) != 0) continue;
        after->repeated = true;
        reader->document->duplicates++;
    }
}

static bool read_name(struct reader *reader) {
    skip_space(reader);
    if (!at_any(reader, "\"")) return fault(reader, "a member's name is missing");
    if (!read_string(reader, &reader->name)) return false;
    skip_space(reader);
    if (!at_any(reader, ":")) return fault(reader, "a colon is missing behind a member's name");
    reader->at++;
    return true;
}

/* Reads `{` or `[` and, where there is one, the first member's name. *empty: it was closed at once. */
static bool open_container(struct reader *reader, bool *empty) {
    bool object = *reader->at == '{';
    if (++reader->depth > WIRE_DEPTH_MAX) return fault(reader, "too deep");
    wire_value *container = add_value(reader, object ? WIRE_OBJECT : WIRE_ARRAY);
    if (!container) return out_of_memory(reader);
    reader->container = container;
    reader->at++;
    skip_space(reader);
    *empty = at_any(reader, object ? "}" : "]");
    if (*empty)
        close_container(reader);
    else if (object)
        return read_name(reader);
    return true;
}

static bool read_scalar(struct reader *reader) {
    unsigned char first = *reader->at;
    wire_type type = first == '"'                   ? WIRE_STRING
                     : first == 'n'                 ? WIRE_NULL
                     : first == 't' || first == 'f' ? WIRE_BOOLEAN
                                                    : WIRE_NUMBER;
    wire_value *value = add_value(reader, type);
    if (!value) return out_of_memory(reader);
    bool good = false;
    switch (first) {
    case '"': good = read_string(reader, &value->text); break;
    case 'n': good = read_word(reader, "null"); break;
    case 't': good = read_word(reader, "true"); break;
    case 'f': good = read_word(reader, "false"); break;
    default:
        good =
            at_any(reader, "-0123456789") ? read_number(reader, &value->text) : fault(reader, "not a value");
    }
    value->truth = first == 't';
    value->raw.length = (size_t)((const char *)reader->at - value->raw.bytes);
    return good;
}

/* Behind a value: closes what ends here, up to the next comma or the end of the text. */
static bool read_on(struct reader *reader) {
    for (;;) {
        skip_space(reader);
        if (!reader->container) return reader->at == reader->end || fault(reader, "more behind the value");
        bool object = reader->container->type == WIRE_OBJECT;
        if (at_any(reader, ",")) {
            reader->at++;
            return !object || read_name(reader);
        }
        if (!at_any(reader, object ? "}" : "]"))
            return fault(reader, object ? "a comma or } is missing" : "a comma or ] is missing");
        close_container(reader);
    }
}

static bool read_text(struct reader *reader) {
    do {
        skip_space(reader);
        if (reader->at == reader->end) return fault(reader, "the text ends where a value is missing");
        bool whole = true;
        if (*reader->at == '{' || *reader->at == '[') {
            if (!open_container(reader, &whole)) return false;
        } else if (!read_scalar(reader)) {
            return false;
        }
        if (whole && !read_on(reader)) return false;
    } while (reader->container);
    return true;
}

bool wire_read(wire_document *document, const char *bytes, size_t length) {
    wire_arena_reset(&document->arena);
    *document = (wire_document){.arena = document->arena};
    const unsigned char *start = (const unsigned char *)bytes;
    wire_value *root = NULL;
    struct reader reader = {.document = document, .start = start, .at = start, .root = &root};
    reader.end = length ? start + length : start;
    if (!read_text(&reader)) return false;
    document->root = root;
    return true;
}

void wire_document_fini(wire_document *document) {
    wire_arena_fini(&document->arena);
    *document = (wire_document){0};
}
