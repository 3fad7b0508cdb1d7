/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a value says: looking things up in it, comparing it. */

const wire_value *wire_member(const wire_value *object, const char *name) {
    if (!object || object->type != WIRE_OBJECT) return NULL;
    wire_slice wanted = wire_slice_of(name);
    for (const wire_value *member = object->first; member; member = member->next)
        if (wire_slice_equal(member->name, wanted)) return member;
    return NULL;
}

bool wire_string_is(const wire_value *value, const char *string) {
    return value && value->type == WIRE_STRING && wire_slice_equal(value->text, wire_slice_of(string));
}

bool wire_number_is(const wire_value *value, int64_t number) {
    if (!value || value->type != WIRE_NUMBER) return false;
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)number);
    return wire_number_equal(value->text, (wire_slice){text, (size_t)length});
}

double wire_number_double(const wire_value *value) {
    if (!value || value->type != WIRE_NUMBER) return NAN;
    char *text = strndup(value->text.bytes, value->text.length);
    if (!text) return NAN;
    double number = strtod(text, NULL);
    free(text);
    return number;
}

/* Two values without what they contain. */
static bool equal_alone(const wire_value *a, const wire_value *b) {
    if (a->type != b->type) return false;
    switch (a->type) {
    case WIRE_NULL: return true;
    case WIRE_BOOLEAN: return a->truth == b->truth;
    case WIRE_NUMBER: return wire_number_equal(a->text, b->text);
    case WIRE_STRING: return wire_slice_equal(a->text, b->text);
    case WIRE_ARRAY:
    case WIRE_OBJECT: return a->count == b->count;
    }
    return false;
}

/* Members are walked by name, so that order does not matter; elements as they stand. */
static const wire_value *first_child(const wire_value *value) {
    return value->type == WIRE_OBJECT ? value->first_named : value->first;
}

static const wire_value *next_child(const wire_value *value) {
    return value->parent->type == WIRE_OBJECT ? value->next_named : value->next;
}

bool wire_equal(const wire_value *a, const wire_value *b) {
    const wire_value *top = a;
    bool inside = false; /* names count for what lies inside, not for the two values themselves */
    for (;;) {
        if (!equal_alone(a, b) || (inside && !wire_slice_equal(a->name, b->name))) return false;
        if (a->first) {
            a = first_child(a);
            b = first_child(b);
            inside = true;
            continue;
        }
        while (a != top && !next_child(a)) {
            a = a->parent;
            b = b->parent;
        }
        if (a == top) return true;
        a = next_child(a);
        b = next_child(b);
    }
}
