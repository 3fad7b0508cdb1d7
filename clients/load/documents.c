/* SPDX-License-Identifier: MIT */
#include "documents.h"

#include "wire/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Mixes eight bytes at a time by a multiplication and a shift; the length takes part. It guards against accidents:
 * that a wrong reply has the checksum of the right one is as likely as guessing 64 bits. */
static uint64_t checksum(uint64_t seed, const char *bytes, size_t length) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t sum = seed ^ length;
    uint64_t word;
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum = (sum ^ word) * odd;
        sum ^= sum >> 29;
    }
    word = 0;
    if (length) memcpy(&word, bytes, length);
    sum = (sum ^ word) * odd;
    return sum ^ sum >> 32;
}

static bool pack(load_documents *d, wire_buffer *bytes) {
    for (size_t i = 0; i < d->count; i++) {
        d->offsets[i] = (uint32_t)bytes->length;
        load_workload_encode(d->workload, i, load_workload_id(d->workload, i), bytes);
        if (bytes->failed || bytes->length > UINT32_MAX) return false;
    }
    d->offsets[d->count] = (uint32_t)bytes->length;
    return true;
}

static void cut(load_documents *d) {
    for (size_t i = 0; i < d->block_count; i++) {
        load_block *block = &d->blocks[i];
        block->first = i * LOAD_BLOCK_CALLS;
        block->end = block->first + LOAD_BLOCK_CALLS < d->count ? block->first + LOAD_BLOCK_CALLS : d->count;
        block->turns = d->count < LOAD_BLOCK_CALLS ? (unsigned)(LOAD_BLOCK_CALLS / d->count) : 1;
    }
}

bool load_documents_init(load_documents *d, const load_workload *workload) {
    wire_buffer bytes = {0};
    *d = (load_documents){.workload = workload, .count = load_workload_count(workload)};
    d->block_count = (d->count + LOAD_BLOCK_CALLS - 1) / LOAD_BLOCK_CALLS;
    d->offsets = calloc(d->count + 1, sizeof *d->offsets);
    d->reply_offsets = calloc(d->count + 1, sizeof *d->reply_offsets);
    d->blocks = calloc(d->block_count + 1, sizeof *d->blocks);
    const bool packed = d->offsets && d->reply_offsets && d->blocks && d->count && pack(d, &bytes);
    d->bytes = bytes.data;
    if (packed) cut(d);
    return packed;
}

void load_documents_fini(load_documents *d) {
    free(d->bytes);
    free(d->offsets);
    free(d->replies);
    free(d->reply_offsets);
    free(d->blocks);
    *d = (load_documents){0};
}

static wire_slice document(const load_documents *d, size_t i) {
    return (wire_slice){d->bytes + d->offsets[i], d->offsets[i + 1] - d->offsets[i]};
}

static wire_slice learned(const load_documents *d, size_t i) {
    return (wire_slice){d->replies + d->reply_offsets[i], d->reply_offsets[i + 1] - d->reply_offsets[i]};
}

static bool is_first_of_method(const load_documents *d, size_t i) {
    const wire_slice method = load_workload_method(d->workload, i);
    for (size_t k = 0; k < i; k++)
        if (wire_slice_equal(method, load_workload_method(d->workload, k))) return false;
    return true;
}

static bool judge(const load_documents *d, const load_callee *callee, size_t i, wire_slice reply, char *fault,
                  size_t size) {
    wire_document read = {0};
    wire_error error = {"it is no JSON"};
    if (!callee->answers) return true;
    const bool right = wire_read(&read, reply.bytes, reply.length) &&
                       load_workload_judge(d->workload, i, load_workload_id(d->workload, i), read.root,
                                           &error, NULL) == LOAD_REPLY_RIGHT;
    wire_document_fini(&read);
    if (right) return true;
    const wire_slice request = document(d, i);
    snprintf(fault, size, "request %zu, %.*s, was answered %.*s: %s", i + 1, (int)request.length,
             request.bytes, (int)reply.length, reply.bytes, error.text);
    return false;
}

static bool learn_one(load_documents *d, const load_callee *callee, void *state, size_t i,
                      wire_buffer *replies, char *fault, size_t size) {
    const wire_slice request = document(d, i);
    callee->reset(state);
    if (!callee->call(state, request.bytes, request.length))
        return snprintf(fault, size, "out of memory"), false;
    const wire_slice reply = callee->replies(state);
    if (!judge(d, callee, i, reply, fault, size)) return false;
    wire_buffer_append(replies, reply.bytes, reply.length);
    d->reply_offsets[i + 1] = (uint32_t)replies->length;
    if (!replies->failed && replies->length <= UINT32_MAX) return true;
    return snprintf(fault, size, "out of memory"), false;
}

/* The replies of a block, put together by its turns, have the checksum of the turns one after another. */
static void seal(const load_documents *d, load_block *block) {
    const char *bytes = d->replies + d->reply_offsets[block->first];
    const size_t length = d->reply_offsets[block->end] - d->reply_offsets[block->first];
    block->checksum = 0;
    for (unsigned turn = 0; turn < block->turns; turn++)
        block->checksum = checksum(block->checksum, bytes, length);
}

bool load_documents_learn(load_documents *d, const load_callee *callee, void *state, load_show *show,
                          void *context, char *fault, size_t size) {
    wire_buffer replies = {0};
    bool good = true;
    for (size_t i = 0; good && i < d->count; i++) {
        good = learn_one(d, callee, state, i, &replies, fault, size);
        if (!good || !show || !is_first_of_method(d, i)) continue;
        const wire_slice request = document(d, i);
        const wire_slice reply = callee->replies(state);
        show(context, request.bytes, request.length, reply.bytes, reply.length);
    }
    callee->reset(state);
    free(d->replies);
    d->replies = replies.data;
    for (size_t i = 0; good && i < d->block_count; i++) seal(d, &d->blocks[i]);
    return good;
}

uint64_t load_block_calls(const load_block *block) {
    return (uint64_t)(block->end - block->first) * block->turns;
}

bool load_block_check(const load_documents *d, const load_block *block, wire_slice replies) {
    const size_t length = d->reply_offsets[block->end] - d->reply_offsets[block->first];
    uint64_t sum = 0;
    if (replies.length != length * block->turns) return false;
    for (unsigned turn = 0; turn < block->turns; turn++)
        sum = checksum(sum, replies.bytes + turn * length, length);
    return sum == block->checksum;
}

uint64_t load_block_explain(const load_documents *d, const load_block *block, wire_slice replies, char *fault,
                            size_t size) {
    uint64_t right = 0;
    for (unsigned turn = 0; turn < block->turns; turn++) {
        for (size_t i = block->first; i < block->end; i++, right++) {
            const wire_slice expected = learned(d, i);
            const wire_slice got = {replies.bytes,
                                    replies.length < expected.length ? replies.length : expected.length};
            if (!wire_slice_equal(expected, got)) {
                const wire_slice request = document(d, i);
                snprintf(fault, size, "request %zu, %.*s, was answered %.*s at first and %.*s later", i + 1,
                         (int)request.length, request.bytes, (int)expected.length, expected.bytes,
                         (int)got.length, got.bytes);
                return load_block_calls(block) - right;
            }
            replies.bytes += got.length;
            replies.length -= got.length;
        }
    }
    snprintf(fault, size, "%zu bytes more were answered than asked for", replies.length);
    return 1;
}
