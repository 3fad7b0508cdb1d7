/* SPDX-License-Identifier: MIT */
#ifndef MICRO_SHAPE_H
#define MICRO_SHAPE_H

#include "wire/buffer.h"
#include "wire/error.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Documents of one kind, packed back to back: a workload of data/workloads, or what no workload has: batches,
 * notifications, and one error of each kind. */
typedef struct micro_shape {
    wire_buffer bytes;
    size_t *offsets; /* of `documents` documents, and the end */
    size_t documents;
    size_t requests; /* in each document, junk and notifications too: what figures are divided by */
} micro_shape;

/* The n-th shape's name; NULL from the last one on. Constant. The first six are workloads. */
const char *micro_shape_name(size_t n);

/* Makes the documents of a shape. False: `error` says why not: no such shape, no such file, no memory. Call
 * micro_shape_fini either way. */
bool micro_shape_init(micro_shape *shape, const char *name, wire_error *error);

/* The same from a workload file of the user's. */
bool micro_shape_read(micro_shape *shape, const char *path, wire_error *error);

void micro_shape_fini(micro_shape *shape);

wire_slice micro_shape_document(const micro_shape *shape, size_t index);

#ifdef __cplusplus
}
#endif

#endif
