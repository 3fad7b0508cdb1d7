/* SPDX-License-Identifier: MIT */
#ifndef LOAD_WORKLOAD_H
#define LOAD_WORKLOAD_H

#include "wire/buffer.h"
#include "wire/error.h"
#include "wire/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A workload: what is sent and what must come back. A fixed sequence of requests, sent in rotation; no
 * address, no rate, no depth. Read from a file (data/schema/workload.schema.json), immutable from then on,
 * so that any thread may use it. Requests without an expected result or error are not judged: the first
 * reply to each is learned, and later ones must equal it. That is what a ceiling is measured with. */

typedef struct load_workload load_workload;

/* How the ids that go on a transport are made. */
typedef enum load_ids {
    LOAD_IDS_SLOT, /* the request's number in the ring, as a Number of fixed width (wire_encode_id) */
    LOAD_IDS_AS_IS /* the request's own id */
} load_ids;

/* Reads a workload file. NULL: `error` names the file, the member and what it should be. */
load_workload *load_workload_read(const char *path, wire_error *error);

/* NULL is allowed. */
void load_workload_free(load_workload *workload);

/* Valid as long as the workload, as every slice below. */
const char *load_workload_name(const load_workload *workload);
const char *load_workload_about(const load_workload *workload);

/* The requests of one rotation, weights unfolded: 5 for `five`, 4,096 for `random`. */
size_t load_workload_count(const load_workload *workload);

/* Whether every request has an expected result or error. */
bool load_workload_is_judged(const load_workload *workload);

load_ids load_workload_ids(const load_workload *workload);

/* How many digits slot ids have in a ring of `slots` requests: what the file says, more where that is too
 * few. */
unsigned load_workload_id_width(const load_workload *workload, size_t slots);

/* The request's method, as characters, and the JSON text of the id it has of its own: the file's, else its
 * number from 1; for generated requests one of the seed's. index is below load_workload_count here and in
 * what follows. */
wire_slice load_workload_method(const load_workload *workload, size_t index);
wire_slice load_workload_id(const load_workload *workload, size_t index);

/* Appends the request with `id`, a JSON text. No line end. */
void load_workload_encode(const load_workload *workload, size_t index, wire_slice id, wire_buffer *out);

/* What a reply was found to be. */
typedef enum load_judgement {
    LOAD_REPLY_RIGHT,
    LOAD_REPLY_WRONG, /* no Response object, another id, another value, a result in place of an error */
    LOAD_REPLY_ERROR  /* an error object where none, or one of another code, was expected */
} load_judgement;

/* Judges one reply, read by the harness's own strict reader: a Response object with jsonrpc "2.0", `id`,
 * and the result or the error's code that is expected, numbers compared by value. Of a request that is not
 * judged everything is right. `error` says what is wrong; *code gets the code of an error object and is
 * otherwise left alone; both may be NULL. Any thread. */
load_judgement load_workload_judge(const load_workload *workload, size_t index, wire_slice id,
                                   const wire_value *reply, wire_error *error, int64_t *code);

#endif
