/* SPDX-License-Identifier: MIT */
#ifndef LOAD_WORKLOAD_FILE_H
#define LOAD_WORKLOAD_FILE_H

#include "generator.h"
#include "workload.h"

#include "wire/reader.h"

/* What a workload is made of. For workload.c and workload_file.c alone. */

typedef struct load_request {
    wire_slice method;        /* characters */
    wire_slice params;        /* JSON text without white space; length 0: no such member */
    wire_slice id;            /* JSON text */
    size_t weight;            /* times in a rotation */
    const wire_value *result; /* expected; NULL: none */
    bool judges_error;        /* an error with error_code is expected */
    int64_t error_code;
} load_request;

struct load_workload {
    wire_buffer text; /* the file without its white space; everything below points into it */
    wire_document document;
    wire_buffer generated_text; /* generated requests, in the same form */
    wire_document generated;
    wire_buffer made_ids;
    char *name;
    char *about;
    load_ids ids;
    unsigned id_width;
    bool shuffled;
    load_random random;
    load_request *distinct; /* as the file lists them */
    size_t distinct_count;
    load_request **order; /* one rotation, weights unfolded */
    size_t count;
};

/* Fills everything but ids that the file leaves out and the order. False: `error` says why, and what was
 * filled is load_workload_free's to end. */
bool load_workload_file_read(load_workload *workload, const char *path, wire_error *error);

/* Whether a reply's id, NULL where it has none, is that of a request. */
bool load_id_is(const wire_value *value, wire_slice id);

#endif
