/* SPDX-License-Identifier: MIT */
#ifndef LOAD_DOCUMENTS_H
#define LOAD_DOCUMENTS_H

#include "callee.h"
#include "engine.h"
#include "workload.h"

#include <stdint.h>

/* The documents of a workload packed back to back in its order, with what a callee answers to each: learned once and
 * judged, then only compared. In process alone; transports have their ring. */

/* Documents that are called one after another before their replies are looked at: few enough for the replies to stay
 * in the first-level cache, enough for the two clock readings around them not to show. */
#define LOAD_BLOCK_CALLS 256

typedef struct load_block {
    size_t first; /* documents first .. end - 1, `turns` times over */
    size_t end;
    unsigned turns;
    uint64_t checksum; /* of their replies in a row */
} load_block;

/* Immutable once learned: any thread may read it. */
typedef struct load_documents {
    const load_workload *workload;
    char *bytes;
    uint32_t *offsets; /* of `count` documents, and the end */
    size_t count;
    char *replies;           /* as learned; only looked at again to say what went wrong */
    uint32_t *reply_offsets; /* likewise count + 1 */
    load_block *blocks;
    size_t block_count;
} load_documents;

/* Packs the documents and cuts them into blocks. False: out of memory, or above 4 GiB. Call load_documents_fini either
 * way. */
bool load_documents_init(load_documents *documents, const load_workload *workload);
void load_documents_fini(load_documents *documents);

/* Calls every document once, judges what comes back, and learns it; shows the first of each method (`show` may be
 * NULL). False: `fault` (of `size` bytes) names the request, what was expected and what came. */
bool load_documents_learn(load_documents *documents, const load_callee *callee, void *state, load_show *show,
                          void *context, char *fault, size_t size);

/* How many calls a block is. */
uint64_t load_block_calls(const load_block *block);

/* Whether these are the replies of the block, by their checksum. */
bool load_block_check(const load_documents *documents, const load_block *block, wire_slice replies);

/* Of replies that are not: puts the first wrong one into `fault`, and returns how many calls of the block cannot be
 * called right, which are all from that one on. */
uint64_t load_block_explain(const load_documents *documents, const load_block *block, wire_slice replies,
                            char *fault, size_t size);

#endif
