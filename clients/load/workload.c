/* SPDX-License-Identifier: MIT */
#include "workload.h"

#include "generator.h"
#include "workload_file.h"

#include "wire/encoder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wire_slice name_of_own_id(wire_buffer *ids, size_t number) {
    size_t start = ids->length;
    wire_buffer_format(ids, "%zu", number);
    return ids->failed ? (wire_slice){0} : (wire_slice){ids->data + start, ids->length - start};
}

/* Room for every made id at once, so that slices of it stay where they are. */
static bool number_requests(load_workload *workload) {
    if (!wire_buffer_reserve(&workload->made_ids, workload->distinct_count * 21)) return false;
    for (size_t i = 0; i < workload->distinct_count; i++) {
        load_request *request = &workload->distinct[i];
        if (!request->id.length) request->id = name_of_own_id(&workload->made_ids, i + 1);
    }
    return !workload->made_ids.failed;
}

static bool unfold_weights(load_workload *workload) {
    size_t count = 0;
    for (size_t i = 0; i < workload->distinct_count; i++) count += workload->distinct[i].weight;
    if (!count) return false; /* no file gets so far */
    workload->order = calloc(count, sizeof(load_request *));
    size_t *places = calloc(count, sizeof *places);
    if (!workload->order || !places) return free(places), false;
    if (workload->shuffled)
        load_random_shuffle(&workload->random, places, count);
    else
        for (size_t i = 0; i < count; i++) places[i] = i;
    for (size_t i = 0, next = 0; i < workload->distinct_count; i++)
        for (size_t n = workload->distinct[i].weight; n; n--)
            workload->order[places[next++]] = &workload->distinct[i];
    workload->count = count;
    free(places);
    return true;
}

load_workload *load_workload_read(const char *path, wire_error *error) {
    load_workload *workload = calloc(1, sizeof *workload);
    if (!workload) return wire_error_set(error, "%s: out of memory", path), NULL;
    if (!load_workload_file_read(workload, path, error)) return load_workload_free(workload), NULL;
    if (!number_requests(workload) || !unfold_weights(workload)) {
        wire_error_set(error, "%s: out of memory", path);
        return load_workload_free(workload), NULL;
    }
    return workload;
}

void load_workload_free(load_workload *workload) {
    if (!workload) return;
    wire_document_fini(&workload->document);
    wire_document_fini(&workload->generated);
    wire_buffer_fini(&workload->text);
    wire_buffer_fini(&workload->generated_text);
    wire_buffer_fini(&workload->made_ids);
    free(workload->name);
    free(workload->about);
    free(workload->distinct);
    free(workload->order);
    free(workload);
}

const char *load_workload_name(const load_workload *workload) {
    return workload->name;
}

const char *load_workload_about(const load_workload *workload) {
    return workload->about;
}

size_t load_workload_count(const load_workload *workload) {
    return workload->count;
}

bool load_workload_is_judged(const load_workload *workload) {
    for (size_t i = 0; i < workload->distinct_count; i++)
        if (!workload->distinct[i].result && !workload->distinct[i].judges_error) return false;
    return true;
}

load_ids load_workload_ids(const load_workload *workload) {
    return workload->ids;
}

unsigned load_workload_id_width(const load_workload *workload, size_t slots) {
    unsigned width = workload->id_width;
    while (width < WIRE_ID_WIDTH_MAX && wire_id_count(width) < slots) width++;
    return width;
}

wire_slice load_workload_method(const load_workload *workload, size_t index) {
    return workload->order[index]->method;
}

wire_slice load_workload_id(const load_workload *workload, size_t index) {
    return workload->order[index]->id;
}

void load_workload_encode(const load_workload *workload, size_t index, wire_slice id, wire_buffer *out) {
    const load_request *request = workload->order[index];
    wire_encode_request(out, &(wire_request){.method = request->method, .params = request->params, .id = id});
}

static bool is_integer_text(wire_slice number) {
    for (size_t i = 0; i < number.length; i++)
        if (strchr(".eE", number.bytes[i])) return false;
    return true;
}

/* Integers are compared exactly; what has a fraction or an exponent has gone through a double in most
 * servers, so the same double is the same number, however many digits it was printed with. */
static bool same_number(const wire_value *a, const wire_value *b) {
    if (wire_number_equal(a->text, b->text)) return true;
    if (is_integer_text(a->text) && is_integer_text(b->text)) return false;
    return wire_number_double(a) == wire_number_double(b);
}

static bool same_value(const wire_value *expected, const wire_value *got);

static bool same_elements(const wire_value *expected, const wire_value *got) {
    const wire_value *b = got->first;
    for (const wire_value *a = expected->first; a; a = a->next, b = b->next)
        if (!same_value(a, b)) return false;
    return true;
}

static bool same_members(const wire_value *expected, const wire_value *got) {
    for (const wire_value *a = expected->first; a; a = a->next) {
        const wire_value *b = got->first;
        while (b && !wire_slice_equal(a->name, b->name)) b = b->next;
        if (!b || b->repeated || !same_value(a, b)) return false;
    }
    return true;
}

/* As deep as the expected value, which the reader of workload files has bounded. */
static bool same_value(const wire_value *expected, const wire_value *got) {
    if (expected->type != got->type || expected->count != got->count) return false;
    switch (expected->type) {
    case WIRE_NUMBER: return same_number(expected, got);
    case WIRE_ARRAY: return same_elements(expected, got);
    case WIRE_OBJECT: return same_members(expected, got);
    default: return wire_equal(expected, got);
    }
}

bool load_id_is(const wire_value *value, wire_slice id) {
    if (!value) return false;
    if (wire_slice_equal(value->raw, id)) return true;
    if (value->type == WIRE_NUMBER && id.length && id.bytes[0] != '"')
        return wire_number_equal(value->text, id);
    if (value->type != WIRE_STRING || !id.length || id.bytes[0] != '"') return false;
    wire_document spelled = {0}; /* a String may come back with other escapes */
    bool same = wire_read(&spelled, id.bytes, id.length) && wire_equal(spelled.root, value);
    wire_document_fini(&spelled);
    return same;
}

#define SHOWN_BYTES 200              /* of a wrong value, in a message for people */
#define MOST_CODE 9007199254740992.0 /* no server means a code beyond what a double tells apart */

static int shown_length(wire_slice slice) {
    return slice.length < SHOWN_BYTES ? (int)slice.length : SHOWN_BYTES;
}

static load_judgement wrong(wire_error *error, const load_request *request, const char *expected,
                            const wire_value *got) {
    wire_error_set(error, "the reply to %.*s should have %s, and is %.*s", shown_length(request->method),
                   request->method.bytes, expected, shown_length(got->raw), got->raw.bytes);
    return LOAD_REPLY_WRONG;
}

static load_judgement judge_error(const load_request *request, const wire_value *reply,
                                  const wire_value *object, wire_error *error, int64_t *code) {
    const wire_value *number = wire_member(object, "code");
    if (!number || number->type != WIRE_NUMBER)
        return wrong(error, request, "a Number as the code of its error", reply);
    const double value = wire_number_double(number);
    if (code && value >= -MOST_CODE && value <= MOST_CODE) *code = (int64_t)value;
    if (request->judges_error && wire_number_is(number, request->error_code)) return LOAD_REPLY_RIGHT;
    wire_error_set(error, "the reply to %.*s is an error: %.*s", shown_length(request->method),
                   request->method.bytes, shown_length(reply->raw), reply->raw.bytes);
    return LOAD_REPLY_ERROR;
}

static load_judgement judge_result(const load_request *request, const wire_value *reply,
                                   const wire_value *result, wire_error *error) {
    if (request->judges_error) return wrong(error, request, "an error", reply);
    if (same_value(request->result, result)) return LOAD_REPLY_RIGHT;
    char expected[SHOWN_BYTES + 32];
    snprintf(expected, sizeof expected, "the result %.*s", shown_length(request->result->raw),
             request->result->raw.bytes);
    return wrong(error, request, expected, reply);
}

load_judgement load_workload_judge(const load_workload *workload, size_t index, wire_slice id,
                                   const wire_value *reply, wire_error *error, int64_t *code) {
    const load_request *request = workload->order[index];
    if (!request->result && !request->judges_error) return LOAD_REPLY_RIGHT;
    const wire_value *result = wire_member(reply, "result");
    const wire_value *object = wire_member(reply, "error");
    if (reply->type != WIRE_OBJECT || (result != NULL) == (object != NULL))
        return wrong(error, request, "either a result or an error", reply);
    if (!wire_string_is(wire_member(reply, "jsonrpc"), "2.0"))
        return wrong(error, request, "the member \"jsonrpc\":\"2.0\"", reply);
    /* An error may be about a request whose id could not be read, and then has none to give. */
    const wire_value *reply_id = wire_member(reply, "id");
    if (!load_id_is(reply_id, id) && !(object && reply_id && reply_id->type == WIRE_NULL))
        return wrong(error, request, "the id of its request", reply);
    return object ? judge_error(request, reply, object, error, code)
                  : judge_result(request, reply, result, error);
}
