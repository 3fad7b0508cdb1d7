/* SPDX-License-Identifier: MIT */
#include "recorder.h"

#include <string.h>

void load_recorder_init(load_recorder *recorder, uint64_t begins, uint64_t duration, uint64_t quota) {
    memset(recorder, 0, sizeof *recorder);
    recorder->begins = begins;
    recorder->ends = duration ? begins + duration : UINT64_MAX;
    recorder->quota = duration ? UINT64_MAX : quota;
}

static bool counts_requests(const load_recorder *recorder) {
    return recorder->ends == UINT64_MAX;
}

static bool in_window(const load_recorder *recorder, uint64_t now) {
    return now >= recorder->begins && now < recorder->ends;
}

bool load_recorder_is_open(const load_recorder *recorder, uint64_t now) {
    return now < recorder->ends && recorder->quota;
}

uint64_t load_recorder_allowance(const load_recorder *recorder, uint64_t now, uint64_t wanted) {
    if (!load_recorder_is_open(recorder, now)) return 0;
    return now < recorder->begins || wanted < recorder->quota ? wanted : recorder->quota;
}

load_start load_recorder_sent(load_recorder *recorder, uint64_t intended, uint64_t now, uint64_t requests,
                              uint64_t bytes) {
    load_start start = {intended, now, in_window(recorder, now)};
    if (!start.measured) return start;
    recorder->counts.started += requests;
    recorder->bytes_sent += bytes;
    if (counts_requests(recorder)) recorder->quota -= requests < recorder->quota ? requests : recorder->quota;
    return start;
}

void load_recorder_received(load_recorder *recorder, uint64_t now, uint64_t bytes) {
    if (in_window(recorder, now)) recorder->bytes_received += bytes;
}

/* A timed window counts every reply that falls into it, whenever its request left. A counted one has its
 * own requests' replies to count. */
static void replied(load_recorder *recorder, load_start start, uint64_t now, uint64_t requests) {
    if (counts_requests(recorder) ? start.measured : in_window(recorder, now)) recorder->replies += requests;
    if (start.measured) recorder->last_answer = now;
}

void load_recorder_answered(load_recorder *recorder, load_start start, uint64_t now, uint64_t requests) {
    replied(recorder, start, now, requests);
    if (!start.measured) return;
    recorder->counts.succeeded += requests;
    load_histogram_record(&recorder->intended, now - start.intended, requests);
    load_histogram_record(&recorder->actual, now - start.actual, requests);
}

void load_recorder_rejected(load_recorder *recorder, load_start start, uint64_t now, uint64_t requests,
                            load_error error) {
    recorder->errors[error] += requests;
    if (!start.measured) return;
    recorder->counts.rejected += requests;
    recorder->last_answer = now;
}

static void add_code(load_code *codes, int64_t code, uint64_t count) {
    for (size_t i = 0; i < LOAD_CODES; i++) {
        if (codes[i].count && codes[i].code != code) continue;
        codes[i].code = code;
        codes[i].count += count;
        return;
    }
}

void load_recorder_code(load_recorder *recorder, int64_t code, uint64_t requests) {
    add_code(recorder->codes, code, requests);
}

void load_recorder_lost(load_recorder *recorder, load_start start, uint64_t requests, load_fate fate) {
    if (!start.measured) return;
    switch (fate) {
    case LOAD_ERRORED: recorder->counts.errored += requests; break;
    case LOAD_TIMED_OUT: recorder->counts.timed_out += requests; break;
    case LOAD_UNFINISHED: recorder->counts.unfinished += requests; break;
    }
}

void load_recorder_merge(load_outcome *outcome, const load_recorder *recorder) {
    const load_counts *from = &recorder->counts;
    load_counts *into = &outcome->counts;
    into->started += from->started;
    into->succeeded += from->succeeded;
    into->rejected += from->rejected;
    into->errored += from->errored;
    into->timed_out += from->timed_out;
    into->unfinished += from->unfinished;
    for (size_t i = 0; i < LOAD_ERROR_KINDS; i++) outcome->errors[i] += recorder->errors[i];
    for (size_t i = 0; i < LOAD_CODES; i++)
        if (recorder->codes[i].count)
            add_code(outcome->codes, recorder->codes[i].code, recorder->codes[i].count);
    outcome->replies += recorder->replies;
    outcome->bytes_sent += recorder->bytes_sent;
    outcome->bytes_received += recorder->bytes_received;
    load_histogram_merge(&outcome->intended, &recorder->intended);
    load_histogram_merge(&outcome->actual, &recorder->actual);
}
