/* SPDX-License-Identifier: MIT */
#ifndef WIRE_READER_H
#define WIRE_READER_H

#include "buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The harness's own reader of JSON: what judges a server shares no parser with it. It takes exactly RFC 8259
 * and refuses everything else, invalid UTF-8, a byte order mark, raw control characters and lone surrogates
 * included. Nothing in it recurses, so depth costs memory and never stack. */

typedef enum wire_type {
    WIRE_NULL,
    WIRE_BOOLEAN,
    WIRE_NUMBER,
    WIRE_STRING,
    WIRE_ARRAY,
    WIRE_OBJECT
} wire_type;

/* A value of a document that was read. Constant, and valid until its document is read into again or ended.
 * Children of an Array are first, first->next, ..; members of an Object likewise, in the order they were
 * sent. */
typedef struct wire_value {
    wire_type type;
    bool truth;    /* of a Boolean */
    bool repeated; /* a member whose name an earlier member of the same Object has */
    wire_slice
        text; /* Number: as it was sent. String: its characters in UTF-8, escapes resolved, NUL possible */
    wire_slice raw;            /* the value's own bytes in the document, white space around it left out */
    wire_slice name;           /* of a member, escapes resolved; empty for everything else */
    size_t count;              /* children */
    struct wire_value *parent; /* NULL for the root */
    struct wire_value *first, *last, *next;
    struct wire_value *first_named, *next_named; /* members of an Object once more, sorted by name */
} wire_value;

/* Where values live. Initialised by {0}, reused from text to text. Not thread-safe. */
typedef struct wire_document {
    wire_value *root;         /* NULL until a text was read */
    size_t duplicates;        /* members that are `repeated`, in the whole text */
    const char *message;      /* after a failure: what is wrong, constant */
    size_t offset;            /* after a failure: the byte where it shows */
    struct wire_block *arena; /* private */
} wire_document;

/* Containers inside one another that wire_read takes. What it stops: a test that builds gigabytes of
 * brackets. */
#define WIRE_DEPTH_MAX 1000000u

/* Reads one JSON text, white space around it allowed. `bytes` must stay valid as long as the values are used.
 * False: `message` and `offset` say why ("out of memory" among them) and root is NULL. What was read before
 * is gone. */
bool wire_read(wire_document *document, const char *bytes, size_t length);

/* Frees everything and leaves a document that may be used again. */
void wire_document_fini(wire_document *document);

/* The first member called `name` of an Object; NULL when there is none, or `object` is NULL or no Object. */
const wire_value *wire_member(const wire_value *object, const char *name);

/* True for a String of exactly these characters. NULL is no String. */
bool wire_string_is(const wire_value *value, const char *string);

/* True for a Number of exactly this value, however it is spelled (8, 8.0, 80e-1). NULL is no Number. */
bool wire_number_is(const wire_value *value, int64_t number);

/* A Number as the nearest double; NaN for anything else and for NULL. */
double wire_number_double(const wire_value *value);

/* Whether two Number texts, both in JSON's grammar, have the same value, exactly, with any digits and any
 * exponent. -0 equals 0. */
bool wire_number_equal(wire_slice a, wire_slice b);

/* Whether two values are the same: types alike, Numbers by exact value, Strings by code point, Arrays in
 * order, Objects in any order. Where names repeat, the members of one name are compared in the order they
 * were sent. */
bool wire_equal(const wire_value *a, const wire_value *b);

#endif
