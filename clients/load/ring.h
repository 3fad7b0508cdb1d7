/* SPDX-License-Identifier: MIT */
#ifndef LOAD_RING_H
#define LOAD_RING_H

#include "workload.h"

#include "wire/reader.h"

/* What is sent and what must come back, as bytes made beforehand. A ring of `documents` messages is stored
 * twice in a row, so that any window of up to that many is one slice, and so are its replies once they
 * have been learned. The n-th document a connection sends is the ring's document n modulo `documents`.
 * Once learned it is constant, and all connections of all threads share it. */

struct load_ring;

/* How a ring's requests get their ids, and how a reply's id tells the request. */
typedef struct load_id_maker {
    const char *name;
    /* The JSON text of request `slot`'s id: in `room` (20 bytes), or elsewhere. */
    wire_slice (*make)(const struct load_ring *ring, size_t slot, char *room);
    /* The first request of those from slot `first` on, `count` of them around the ring, that has this id. */
    bool (*find)(const struct load_ring *ring, const wire_value *id, size_t first, size_t count,
                 size_t *slot);
} load_id_maker;

/* Bytes of a reply that a server may change from one to the next, the Date field of HTTP. length 0: none. */
typedef struct load_mask {
    size_t offset; /* in the reply */
    size_t length;
} load_mask;

/* One side's messages, back to back. */
typedef struct load_messages {
    wire_buffer bytes; /* every message, and once more */
    size_t *offsets;   /* 2 * documents + 1 of them: where each begins, and the end */
    size_t longest;    /* bytes of the longest message */
} load_messages;

typedef struct load_ring {
    const load_workload *workload;
    const load_id_maker *ids;
    bool judged; /* load_workload_is_judged */
    size_t documents;
    size_t batch; /* requests in a document */
    unsigned id_width;
    load_messages requests;
    load_messages replies;
    size_t learned;   /* replies so far */
    load_mask *masks; /* `documents` of them */
    bool masked;      /* whether there is any */
} load_ring;

/* Puts one document into its frame. */
typedef void load_wrap(const void *context, wire_buffer *out, const char *document, size_t length);

/* Encodes the requests: as many documents as are needed for `depth` in flight and for each request of the
 * workload once, in whole rotations where that does not take a multiple of the memory. False: `error` says
 * why. */
bool load_ring_init(load_ring *ring, const load_workload *workload, size_t depth, size_t batch,
                    load_wrap *wrap, const void *context, wire_error *error);
void load_ring_fini(load_ring *ring);

/* Appends a document of the ring without its frame. */
void load_ring_encode(const load_ring *ring, size_t document, wire_buffer *out);

/* Which request of the workload stands at a slot: batch * document + its place in the document. */
size_t load_ring_request(const load_ring *ring, size_t slot);

/* The JSON text of the id at a slot; `room` has 20 bytes and may be what is returned. */
wire_slice load_ring_id(const load_ring *ring, size_t slot, char *room);

/* Learning: appends the reply to the next document, `mask` the part of it that may vary. False: out of memory, or
 * all are learned. */
bool load_ring_learn(load_ring *ring, wire_slice reply, load_mask mask);

/* Moves the end of the last reply learned by `bytes`: what follows it on the wire and belongs to no
 * document, as the line ends that some servers write, comes back with it each time. */
bool load_ring_learn_gap(load_ring *ring, wire_slice bytes);

/* After the last: copies the replies once more. False: out of memory, or not all were learned. */
bool load_ring_learned(load_ring *ring);

/* Whether `length` bytes are what was learned from byte `position` on, which lies in document `document`
 * (below `documents`); position + length may reach into the copy. */
bool load_ring_matches(const load_ring *ring, size_t document, size_t position, const char *bytes,
                       size_t length);

#endif
