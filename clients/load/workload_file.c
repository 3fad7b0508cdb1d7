/* SPDX-License-Identifier: MIT */
#include "workload_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Workload files are read with the harness's own reader, not with json-c: what is sent and what is
 * expected must be the file's own digits, not what they become on the way through a double. */

#define LARGEST_FILE (64u << 20) /* a path given by mistake must not fill the memory */
#define MOST_REQUESTS 1000000u   /* weights unfolded; each is encoded once per ring */
#define MOST_WEIGHT 10000u
#define DEEPEST_FILE 64u /* comparing expected values recurses */
#define NARROWEST_IDS 6u /* where the file does not say: 900,000 slots */

typedef struct file_place {
    const char *path;
    wire_error *error;
} file_place;

static bool bad(const file_place *place, const char *what) {
    wire_error_set(place->error, "%s: %s", place->path, what);
    return false;
}

static bool bad_request(const file_place *place, size_t number, const char *what) {
    wire_error_set(place->error, "%s: request %zu: %s", place->path, number, what);
    return false;
}

static bool load_file(wire_buffer *text, const file_place *place) {
    FILE *file = fopen(place->path, "rb");
    if (!file) return bad(place, strerror(errno));
    size_t got = 0;
    do {
        if (!wire_buffer_reserve(text, 65536)) break;
        got = fread(text->data + text->length, 1, 65536, file);
        text->length += got;
    } while (got && text->length < LARGEST_FILE);
    bool whole = feof(file) && !ferror(file) && !text->failed;
    fclose(file);
    return whole || bad(place, "cannot be read, or is larger than 64 MiB");
}

/* Texts are sent as they stand in the file, and white space there is for people. */
static void remove_white_space(wire_buffer *text) {
    size_t kept = 0;
    bool in_string = false;
    for (size_t i = 0; i < text->length; i++) {
        char byte = text->data[i];
        bool escape = in_string && byte == '\\';
        if (byte == '"') in_string = !in_string;
        if (!in_string && (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r')) continue;
        text->data[kept++] = byte;
        if (escape) text->data[kept++] = text->data[++i];
    }
    text->length = kept;
}

static bool too_deep(const wire_value *root) {
    unsigned depth = 0;
    const wire_value *value = root;
    while (value) {
        if (value->first) {
            if (++depth > DEEPEST_FILE) return true;
            value = value->first;
            continue;
        }
        while (value != root && !value->next) {
            value = value->parent;
            depth--;
        }
        value = value == root ? NULL : value->next;
    }
    return false;
}

static bool read_text(wire_document *document, wire_buffer *text, const file_place *place) {
    if (!wire_read(document, text->data, text->length)) {
        wire_error_set(place->error, "%s: not JSON at byte %zu: %s", place->path, document->offset,
                       document->message);
        return false;
    }
    remove_white_space(text);
    if (!wire_read(document, text->data, text->length)) return bad(place, document->message);
    if (document->root->type != WIRE_OBJECT && document->root->type != WIRE_ARRAY)
        return bad(place, "should be an Object");
    if (document->duplicates) return bad(place, "has a member twice in one Object");
    return !too_deep(document->root) || bad(place, "is nested deeper than 64");
}

/* A whole number of the file between `least` and `most`; absent: *number stays. */
static bool read_number(const wire_value *value, uint64_t least, uint64_t most, uint64_t *number) {
    if (!value) return true;
    double read = wire_number_double(value);
    if (!(read >= (double)least && read <= (double)most)) return false;
    uint64_t whole = (uint64_t)read;
    if (!wire_number_is(value, (int64_t)whole)) return false;
    *number = whole;
    return true;
}

static char *read_string(const wire_value *value) {
    if (!value || value->type != WIRE_STRING || memchr(value->text.bytes, 0, value->text.length)) return NULL;
    return strndup(value->text.bytes, value->text.length);
}

static bool read_ids(load_workload *workload, const file_place *place) {
    const wire_value *ids = wire_member(workload->document.root, "ids");
    const wire_value *kind = wire_member(ids, "kind");
    uint64_t width = NARROWEST_IDS;
    if (wire_string_is(kind, "slot"))
        workload->ids = LOAD_IDS_SLOT;
    else if (wire_string_is(kind, "as-is"))
        workload->ids = LOAD_IDS_AS_IS;
    else
        return bad(place, "ids should be {\"kind\":\"slot\",\"width\":6} or {\"kind\":\"as-is\"}");
    if (!read_number(wire_member(ids, "width"), 1, 18, &width))
        return bad(place, "the width of ids should be a number of digits from 1 to 18");
    workload->id_width = (unsigned)width;
    return true;
}

static bool read_order(load_workload *workload, const file_place *place) {
    const wire_value *order = wire_member(workload->document.root, "order");
    workload->shuffled = wire_string_is(order, "random");
    if (!workload->shuffled && !wire_string_is(order, "rotation"))
        return bad(place, "order should be \"rotation\" or \"random\"");
    return read_number(wire_member(workload->document.root, "seed"), 0, UINT64_C(1) << 53,
                       &workload->random.state) ||
           bad(place, "seed should be a whole number from 0 to 2^53");
}

static bool read_expectation(load_request *request, const wire_value *from, size_t number,
                             const file_place *place) {
    const wire_value *error = wire_member(from, "error");
    request->result = wire_member(from, "result");
    if (!error) return true;
    const wire_value *code = wire_member(error, "code");
    double value = wire_number_double(code);
    if (request->result) return bad_request(place, number, "has both a result and an error");
    if (!(value >= -9e15 && value <= 9e15) || !wire_number_is(code, (int64_t)value))
        return bad_request(place, number, "its error should be {\"code\":..} with a whole number");
    request->judges_error = true;
    request->error_code = (int64_t)value;
    return true;
}

static bool read_request(load_request *request, const wire_value *from, size_t number,
                         const file_place *place) {
    const wire_value *method = wire_member(from, "method");
    const wire_value *params = wire_member(from, "params");
    const wire_value *id = wire_member(from, "id");
    uint64_t weight = 1;
    if (!method || method->type != WIRE_STRING)
        return bad_request(place, number, "method should be a String");
    if (params && params->type != WIRE_ARRAY && params->type != WIRE_OBJECT)
        return bad_request(place, number, "params should be an Array or an Object");
    if (id && id->type != WIRE_NUMBER && id->type != WIRE_STRING)
        return bad_request(place, number, "id should be a Number or a String");
    if (!read_number(wire_member(from, "weight"), 1, MOST_WEIGHT, &weight))
        return bad_request(place, number, "weight should be a whole number from 1 to 10000");
    request->method = method->text;
    request->params = params ? params->raw : (wire_slice){0};
    request->id = id ? id->raw : (wire_slice){0};
    request->weight = (size_t)weight;
    return read_expectation(request, from, number, place);
}

static bool read_requests(load_workload *workload, const wire_value *list, const file_place *place) {
    if (!list || list->type != WIRE_ARRAY || !list->count)
        return bad(place, "should have `requests`, an Array of at least one, or `generate`");
    workload->distinct = calloc(list->count, sizeof *workload->distinct);
    if (!workload->distinct) return bad(place, "out of memory");
    size_t unfolded = 0;
    for (const wire_value *from = list->first; from; from = from->next) {
        load_request *request = &workload->distinct[workload->distinct_count++];
        if (!read_request(request, from, workload->distinct_count, place)) return false;
        unfolded += request->weight;
        if (unfolded > MOST_REQUESTS) return bad(place, "has more than 1,000,000 requests in a rotation");
    }
    return true;
}

/* Generated requests go the way of listed ones: through the text of a file. */
static bool generate(load_workload *workload, const wire_value *generator, const file_place *place) {
    const wire_value *shapes = wire_member(generator, "shapes");
    uint64_t count = 0;
    if (!read_number(wire_member(generator, "count"), 1, MOST_REQUESTS, &count) || !count)
        return bad(place, "the count to generate should be a whole number from 1 to 1000000");
    if (!shapes || shapes->type != WIRE_ARRAY || !shapes->count)
        return bad(place, "the shapes to generate should be an Array of at least one");
    for (const wire_value *shape = shapes->first; shape; shape = shape->next)
        if (shape->type != WIRE_STRING || !load_shape_exists(shape->text))
            return bad(place, "the shapes to generate are add, addInt, nullable, decimal and string");
    wire_buffer *text = &workload->generated_text;
    const wire_value *shape = shapes->first;
    for (uint64_t i = 0; i < count; i++, shape = shape->next ? shape->next : shapes->first) {
        wire_buffer_string(text, i ? "," : "[");
        load_shape_generate(shape->text, &workload->random, text);
    }
    wire_buffer_string(text, "]");
    if (text->failed) return bad(place, "out of memory");
    return read_text(&workload->generated, text, place) &&
           read_requests(workload, workload->generated.root, place);
}

static bool read_members(load_workload *workload, const file_place *place) {
    const wire_value *root = workload->document.root;
    if (!wire_string_is(wire_member(root, "schema"), "jrpc-workload/1"))
        return bad(place, "schema should be \"jrpc-workload/1\"");
    workload->name = read_string(wire_member(root, "name"));
    workload->about = read_string(wire_member(root, "about"));
    if (!workload->name || !workload->about) return bad(place, "name and about should be Strings");
    if (!read_ids(workload, place) || !read_order(workload, place)) return false;
    const wire_value *generator = wire_member(root, "generate");
    if (!generator) return read_requests(workload, wire_member(root, "requests"), place);
    if (wire_member(root, "requests")) return bad(place, "has both `requests` and `generate`");
    return generate(workload, generator, place);
}

bool load_workload_file_read(load_workload *workload, const char *path, wire_error *error) {
    const file_place here = {path, error};
    return load_file(&workload->text, &here) && read_text(&workload->document, &workload->text, &here) &&
           read_members(workload, &here);
}
