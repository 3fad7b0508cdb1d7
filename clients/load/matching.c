/* SPDX-License-Identifier: MIT */
#include "matching.h"

#include <string.h>

#define SHOWN_BYTES 200 /* of a reply, in a message for people */

static const load_ring *ring_of(const load_connection *connection) {
    return &connection->exchange->thread->job->ring;
}

static load_recorder *recorder_of(load_connection *connection) {
    return &connection->exchange->thread->recorder;
}

/* In order: documents that left together are recorded together. */
static void record_in_order(load_connection *connection, size_t documents, uint64_t now) {
    size_t batch = ring_of(connection)->batch;
    load_start start;
    while (documents) {
        size_t taken = load_window_take(&connection->window, documents, &start);
        if (!taken) return;
        load_recorder_answered(recorder_of(connection), start, now, taken * batch);
        documents -= taken;
    }
}

static void move_on(load_connection *connection, size_t document, size_t position) {
    const load_ring *ring = ring_of(connection);
    bool around = document >= ring->documents;
    connection->document = around ? document - ring->documents : document;
    connection->position = around ? position - ring->replies.offsets[ring->documents] : position;
}

/* The short way: the bytes are those that were learned. False: they are not, and nothing was changed. */
static bool take_as_learned(load_connection *connection, const char *bytes, size_t length, uint64_t now) {
    const load_ring *ring = ring_of(connection);
    const size_t *offsets = ring->replies.offsets;
    size_t first = connection->document;
    size_t past_last = first + connection->window.unanswered;
    size_t position = connection->position + length;
    if (position > offsets[past_last] || !load_ring_matches(ring, first, connection->position, bytes, length))
        return false;
    size_t document = first;
    while (document < past_last && offsets[document + 1] <= position) document++;
    move_on(connection, document, position);
    record_in_order(connection, document - first, now);
    return true;
}

static int shown_length(wire_slice slice) {
    return slice.length < SHOWN_BYTES ? (int)slice.length : SHOWN_BYTES;
}

static bool fail_unmatched(load_connection *connection, wire_slice reply, const char *why) {
    return load_connection_fail(connection, LOAD_ERROR_WRONG, LOAD_UNFINISHED, "%s: %.*s", why,
                                shown_length(reply), reply.bytes);
}

/* The request in flight that a reply's id names. Ids that repeat name the oldest. */
static bool find_request(const load_connection *connection, const wire_value *id, size_t *slot,
                         uint64_t *document) {
    const load_ring *ring = ring_of(connection);
    const load_window *window = &connection->window;
    size_t oldest = (size_t)(window->low % ring->documents);
    size_t slots = ring->documents * ring->batch;
    size_t from = oldest * ring->batch;
    size_t left = (size_t)(window->sent - window->low) * ring->batch;
    while (ring->ids->find(ring, id, from, left, slot)) {
        size_t ahead = (*slot + slots - from) % slots;
        *document = window->low + (*slot / ring->batch + ring->documents - oldest) % ring->documents;
        if (load_window_awaits(window, *document)) return true;
        left -= ahead + 1;
        from = (*slot + 1) % slots;
    }
    return false;
}

/* Judges the reply to `requests` requests from `slot` on. */
static load_judgement judge_at(load_connection *connection, size_t slot, const wire_value *reply,
                               size_t requests) {
    const load_ring *ring = ring_of(connection);
    char room[24];
    wire_error error = {""};
    int64_t code = 0;
    load_judgement judgement = load_workload_judge(ring->workload, load_ring_request(ring, slot),
                                                   load_ring_id(ring, slot, room), reply, &error, &code);
    if (judgement == LOAD_REPLY_ERROR) load_recorder_code(recorder_of(connection), code, requests);
    if (judgement != LOAD_REPLY_RIGHT) load_job_blame(connection->exchange->thread->job, error.text);
    return judgement;
}

/* What the requests of one document were answered. */
struct tally {
    size_t right, wrong, errors;
};

static void count_judgement(struct tally *tally, load_judgement judgement) {
    if (judgement == LOAD_REPLY_RIGHT)
        tally->right++;
    else if (judgement == LOAD_REPLY_WRONG)
        tally->wrong++;
    else
        tally->errors++;
}

static void record_document(load_connection *connection, uint64_t document, struct tally tally,
                            uint64_t now) {
    load_recorder *recorder = recorder_of(connection);
    load_start start = load_window_take_one(&connection->window, document);
    if (tally.right) load_recorder_answered(recorder, start, now, tally.right);
    if (tally.wrong) load_recorder_rejected(recorder, start, now, tally.wrong, LOAD_ERROR_WRONG);
    if (tally.errors) load_recorder_rejected(recorder, start, now, tally.errors, LOAD_ERROR_RPC);
}

/* An error about a document that the server could not read has no id to match by: it is the answer to the
 * oldest. */
static bool take_anonymous_error(load_connection *connection, const wire_value *reply, uint64_t now) {
    const wire_value *id = wire_member(reply, "id");
    if (!id || id->type != WIRE_NULL || !wire_member(reply, "error"))
        return fail_unmatched(connection, reply->raw, "a reply that answers nothing in flight");
    const load_ring *ring = ring_of(connection);
    size_t oldest = (size_t)(connection->window.low % ring->documents) * ring->batch;
    struct tally tally = {0};
    load_judgement judgement = judge_at(connection, oldest, reply, ring->batch);
    for (size_t i = 0; i < ring->batch; i++) count_judgement(&tally, judgement);
    record_document(connection, connection->window.low, tally, now);
    return true;
}

static bool take_single(load_connection *connection, const wire_value *reply, uint64_t now) {
    size_t slot = 0;
    uint64_t document = 0;
    struct tally tally = {0};
    if (!find_request(connection, wire_member(reply, "id"), &slot, &document))
        return take_anonymous_error(connection, reply, now);
    count_judgement(&tally, judge_at(connection, slot, reply, 1));
    record_document(connection, document, tally, now);
    return true;
}

/* Elements of an Array may stand in any order; each answers one request of the document, and none twice. */
static struct tally judge_elements(load_connection *connection, size_t first_slot,
                                   const wire_value *replies) {
    const load_ring *ring = ring_of(connection);
    unsigned char *answered = connection->exchange->answered;
    struct tally tally = {0};
    size_t extra = 0;
    memset(answered, 0, ring->batch);
    for (const wire_value *reply = replies->first; reply; reply = reply->next) {
        size_t slot = 0;
        size_t from = first_slot;
        size_t end = first_slot + ring->batch;
        const wire_value *id = wire_member(reply, "id");
        bool found;
        while ((found = ring->ids->find(ring, id, from, end - from, &slot)) && answered[slot - first_slot])
            from = slot + 1;
        if (!found) {
            extra++;
            continue;
        }
        answered[slot - first_slot] = 1;
        count_judgement(&tally, judge_at(connection, slot, reply, 1));
    }
    size_t missing = ring->batch - (tally.right + tally.wrong + tally.errors);
    if (missing || extra) {
        load_job_blame(connection->exchange->thread->job,
                       "the reply to a batch leaves requests out, or answers what was not asked");
        tally.wrong += missing;
    }
    return tally;
}

static bool take_batch(load_connection *connection, const wire_value *replies, uint64_t now) {
    size_t slot = 0;
    uint64_t document = 0;
    if (replies->type != WIRE_ARRAY) return take_anonymous_error(connection, replies, now);
    const wire_value *reply = replies->first;
    while (reply && !find_request(connection, wire_member(reply, "id"), &slot, &document))
        reply = reply->next;
    if (!reply)
        return fail_unmatched(connection, replies->raw, "a batch of replies that answers nothing in flight");
    size_t batch = ring_of(connection)->batch;
    record_document(connection, document, judge_elements(connection, slot / batch * batch, replies), now);
    return true;
}

bool load_match_document(load_connection *connection, wire_slice document, uint64_t now) {
    wire_document *parsed = &connection->exchange->document;
    if (!ring_of(connection)->judged) {
        record_in_order(connection, 1, now);
        return true;
    }
    if (!wire_read(parsed, document.bytes, document.length))
        return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                    "a reply is not JSON (%s at byte %zu): %.*s", parsed->message,
                                    parsed->offset, shown_length(document), document.bytes);
    if (ring_of(connection)->batch > 1) return take_batch(connection, parsed->root, now);
    return take_single(connection, parsed->root, now);
}

static bool take_message(load_connection *connection, const load_message *message, uint64_t now) {
    if (!connection->window.unanswered)
        return fail_unmatched(connection, message->document, "a reply to nothing that was sent");
    if (!load_match_document(connection, message->document, now)) return false;
    if (!message->closes) return true;
    return load_connection_fail(connection, LOAD_ERROR_CLOSED, LOAD_ERRORED, "%s", LOAD_CLOSING);
}

/* Takes whole messages off the pending bytes. */
static bool parse_pending(load_connection *connection, uint64_t now) {
    wire_buffer *pending = &connection->pending;
    const load_framing *framing = connection->exchange->framing;
    size_t done = 0;
    load_next next = LOAD_NEXT_MESSAGE;
    while (next == LOAD_NEXT_MESSAGE && done < pending->length) {
        load_message message = {0};
        wire_error error = {""};
        wire_slice rest = {pending->data + done, pending->length - done};
        next = framing->next(connection->reader, rest, &message, &error);
        if (next == LOAD_NEXT_BAD)
            return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED, "%s", error.text);
        if (next == LOAD_NEXT_MESSAGE && !take_message(connection, &message, now)) return false;
        done += message.length;
    }
    wire_buffer_drop(pending, done);
    return true;
}

/* The short way again, once the connection stands at the beginning of the oldest reply that is owed. */
static void resume_short_way(load_connection *connection) {
    const load_ring *ring = ring_of(connection);
    if (connection->pending.length || !load_window_in_order(&connection->window)) return;
    connection->parsing = false;
    connection->document = (size_t)(connection->window.low % ring->documents);
    connection->position = ring->replies.offsets[connection->document];
}

/* What has come of the present reply so far was as learned, so that is where it can be had from again. */
static void begin_parsing(load_connection *connection) {
    const load_messages *replies = &ring_of(connection)->replies;
    size_t begin = replies->offsets[connection->document];
    wire_buffer_append(&connection->pending, replies->bytes.data + begin, connection->position - begin);
    connection->parsing = true;
}

bool load_match_judged(load_connection *connection, const char *bytes, size_t length, uint64_t now) {
    if (!connection->parsing) {
        if (take_as_learned(connection, bytes, length, now)) return true;
        begin_parsing(connection);
    }
    wire_buffer_append(&connection->pending, bytes, length);
    if (connection->pending.failed || connection->pending.length > LOAD_LARGEST_PENDING)
        return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                    "a reply does not fit into memory");
    if (!parse_pending(connection, now)) return false;
    resume_short_way(connection);
    return true;
}

bool load_match_learned(load_connection *connection, const char *bytes, size_t length, uint64_t now) {
    if (take_as_learned(connection, bytes, length, now)) return true;
    return fail_unmatched(connection, (wire_slice){bytes, length},
                          "not the bytes that were learned, in a workload that cannot judge others");
}
