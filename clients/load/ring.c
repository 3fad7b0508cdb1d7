/* SPDX-License-Identifier: MIT */
#include "ring.h"

#include "workload_file.h"

#include "wire/encoder.h"

#include <stdlib.h>
#include <string.h>

/* A ring that no longer fits into the machine's memory, twice for requests and twice for replies, is a
 * wrong option. */
#define LARGEST_RING ((size_t)1 << 30)

static wire_slice make_slot_id(const load_ring *ring, size_t slot, char *room) {
    wire_encode_id(room, ring->id_width, slot);
    return (wire_slice){room, ring->id_width};
}

static size_t slots(const load_ring *ring) {
    return ring->documents * ring->batch;
}

/* Slot ids are all of one width and begin with the same number, so the slot is a subtraction. */
static bool find_slot_id(const load_ring *ring, const wire_value *id, size_t first, size_t count,
                         size_t *slot) {
    if (!id || id->type != WIRE_NUMBER || id->text.length != ring->id_width) return false;
    uint64_t number = 0;
    uint64_t base = 1;
    for (size_t i = 0; i < id->text.length; i++) {
        char digit = id->text.bytes[i];
        if (digit < '0' || digit > '9') return false;
        number = number * 10 + (uint64_t)(digit - '0');
        if (i) base *= 10;
    }
    if (number < base || number - base >= slots(ring)) return false;
    size_t found = (size_t)(number - base);
    size_t ahead = found >= first ? found - first : found + slots(ring) - first;
    if (ahead >= count) return false;
    *slot = found;
    return true;
}

static wire_slice make_own_id(const load_ring *ring, size_t slot, char *room) {
    (void)room;
    return load_workload_id(ring->workload, load_ring_request(ring, slot));
}

/* Ids of the workload's own may repeat, so the oldest request that has it is the one. */
static bool find_own_id(const load_ring *ring, const wire_value *id, size_t first, size_t count,
                        size_t *slot) {
    for (size_t i = 0; i < count; i++) {
        size_t candidate = (first + i) % slots(ring);
        if (!load_id_is(id, load_workload_id(ring->workload, load_ring_request(ring, candidate)))) continue;
        *slot = candidate;
        return true;
    }
    return false;
}

static const load_id_maker id_makers[] = {
    [LOAD_IDS_SLOT] = {"slot", make_slot_id, find_slot_id},
    [LOAD_IDS_AS_IS] = {"as-is", make_own_id, find_own_id},
};

size_t load_ring_request(const load_ring *ring, size_t slot) {
    return slot % load_workload_count(ring->workload);
}

wire_slice load_ring_id(const load_ring *ring, size_t slot, char *room) {
    return ring->ids->make(ring, slot, room);
}

static size_t greatest_common_divisor(size_t a, size_t b) {
    while (b) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static size_t document_count(size_t requests, size_t depth, size_t batch) {
    size_t least = (requests + batch - 1) / batch;
    if (least < depth) least = depth;
    size_t rotation = requests / greatest_common_divisor(requests, batch);
    size_t whole = (least + rotation - 1) / rotation * rotation;
    return whole <= 4 * least ? whole : least;
}

void load_ring_encode(const load_ring *ring, size_t document, wire_buffer *out) {
    char room[WIRE_ID_WIDTH_MAX + 1];
    if (ring->batch > 1) wire_buffer_append(out, "[", 1);
    for (size_t i = 0; i < ring->batch; i++) {
        size_t slot = document * ring->batch + i;
        if (i) wire_buffer_append(out, ",", 1);
        load_workload_encode(ring->workload, load_ring_request(ring, slot), load_ring_id(ring, slot, room),
                             out);
    }
    if (ring->batch > 1) wire_buffer_append(out, "]", 1);
}

static void note_end(load_messages *messages, size_t message) {
    messages->offsets[message + 1] = messages->bytes.length;
    size_t length = messages->bytes.length - messages->offsets[message];
    if (length > messages->longest) messages->longest = length;
}

static bool encode_all(load_ring *ring, load_wrap *wrap, const void *context) {
    const wire_buffer *bytes = &ring->requests.bytes;
    wire_buffer document = {0};
    bool fits = true;
    for (size_t i = 0; i < ring->documents && fits; i++) {
        document.length = 0;
        load_ring_encode(ring, i, &document);
        wrap(context, &ring->requests.bytes, document.data, document.length);
        note_end(&ring->requests, i);
        fits =
            !document.failed && !bytes->failed && bytes->length / (i + 1) <= LARGEST_RING / ring->documents;
    }
    wire_buffer_fini(&document);
    return fits;
}

/* Stores all messages a second time behind themselves. */
static bool repeat(load_messages *messages, size_t documents) {
    size_t length = messages->bytes.length;
    if (!wire_buffer_reserve(&messages->bytes, length)) return false;
    memcpy(messages->bytes.data + length, messages->bytes.data, length);
    messages->bytes.length += length;
    for (size_t i = 1; i <= documents; i++) messages->offsets[documents + i] = messages->offsets[i] + length;
    return true;
}

bool load_ring_init(load_ring *ring, const load_workload *workload, size_t depth, size_t batch,
                    load_wrap *wrap, const void *context, wire_error *error) {
    *ring = (load_ring){.workload = workload,
                        .batch = batch,
                        .ids = &id_makers[load_workload_ids(workload)],
                        .judged = load_workload_is_judged(workload)};
    ring->documents = document_count(load_workload_count(workload), depth, batch);
    ring->id_width = load_workload_id_width(workload, slots(ring));
    ring->requests.offsets = calloc(2 * ring->documents + 1, sizeof *ring->requests.offsets);
    ring->replies.offsets = calloc(2 * ring->documents + 1, sizeof *ring->replies.offsets);
    ring->masks = calloc(ring->documents, sizeof *ring->masks);
    if (ring->requests.offsets && ring->replies.offsets && ring->masks && encode_all(ring, wrap, context) &&
        repeat(&ring->requests, ring->documents))
        return true;
    wire_error_set(
        error, "the requests of %zu documents of %zu do not fit into memory; lower the depth or the batch",
        ring->documents, batch);
    load_ring_fini(ring);
    return false;
}

static void messages_fini(load_messages *messages) {
    wire_buffer_fini(&messages->bytes);
    free(messages->offsets);
    *messages = (load_messages){0};
}

void load_ring_fini(load_ring *ring) {
    messages_fini(&ring->requests);
    messages_fini(&ring->replies);
    free(ring->masks);
    ring->masks = NULL;
}

bool load_ring_learn(load_ring *ring, wire_slice reply, load_mask mask) {
    size_t document = ring->learned;
    if (document == ring->documents || !reply.length) return false;
    wire_buffer_append(&ring->replies.bytes, reply.bytes, reply.length);
    note_end(&ring->replies, document);
    ring->masks[document] = mask;
    ring->masked = ring->masked || mask.length;
    ring->learned++;
    return !ring->replies.bytes.failed && ring->replies.bytes.length <= LARGEST_RING;
}

bool load_ring_learn_gap(load_ring *ring, wire_slice bytes) {
    if (!ring->learned) return true;
    wire_buffer_append(&ring->replies.bytes, bytes.bytes, bytes.length);
    note_end(&ring->replies, ring->learned - 1);
    return !ring->replies.bytes.failed;
}

bool load_ring_learned(load_ring *ring) {
    return ring->learned == ring->documents && repeat(&ring->replies, ring->documents);
}

static bool same(const load_ring *ring, size_t from, size_t to, const char *bytes, size_t position) {
    return from >= to || !memcmp(ring->replies.bytes.data + from, bytes + (from - position), to - from);
}

static size_t later(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t earlier(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool matches_around_masks(const load_ring *ring, size_t document, size_t position, const char *bytes,
                                 size_t length) {
    size_t end = position + length;
    size_t from = position;
    for (; from < end; document++) {
        load_mask mask = ring->masks[document % ring->documents];
        size_t hidden = ring->replies.offsets[document] + mask.offset;
        size_t shown_again = hidden + mask.length;
        size_t next = earlier(ring->replies.offsets[document + 1], end);
        if (!same(ring, from, earlier(hidden, next), bytes, position)) return false;
        if (!same(ring, later(from, shown_again), next, bytes, position)) return false;
        from = next;
    }
    return true;
}

bool load_ring_matches(const load_ring *ring, size_t document, size_t position, const char *bytes,
                       size_t length) {
    if (ring->masked) return matches_around_masks(ring, document, position, bytes, length);
    return same(ring, position, position + length, bytes, position);
}
