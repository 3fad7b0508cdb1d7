/* SPDX-License-Identifier: MIT */
#include "pacing.h"

#include <math.h>

void load_schedule_init(load_schedule *schedule, load_arrivals arrivals, double rate, uint64_t start,
                        uint64_t seed) {
    *schedule =
        (load_schedule){.arrivals = arrivals, .interval = 1e9 / rate, .start = start, .random = {seed}};
}

uint64_t load_schedule_peek(const load_schedule *schedule) {
    return schedule->start + (uint64_t)schedule->next;
}

static double interval(load_schedule *schedule) {
    if (schedule->arrivals == LOAD_ARRIVALS_CONSTANT) return schedule->interval;
    /* 53 random bits and a half: never 0, whose logarithm has no value. */
    double even = ((double)(load_random_next(&schedule->random) >> 11) + 0.5) / 9007199254740992.0;
    return -log(even) * schedule->interval;
}

uint64_t load_schedule_take(load_schedule *schedule) {
    uint64_t taken = load_schedule_peek(schedule);
    schedule->next += interval(schedule);
    return taken;
}

struct load_pacing_kind {
    size_t (*due)(const load_pacing *pacing, size_t room, uint64_t now);
    uint64_t (*intended)(load_pacing *pacing, uint64_t now);
    size_t (*group)(size_t due);
};

static size_t closed_due(const load_pacing *pacing, size_t room, uint64_t now) {
    (void)now;
    return room >= pacing->chunk ? pacing->chunk : 0;
}

static uint64_t closed_intended(load_pacing *pacing, uint64_t now) {
    (void)pacing;
    return now;
}

static size_t closed_group(size_t due) {
    return due;
}

/* Everything overdue leaves at once: putting it off would hide the server's delay (coordinated omission). */
static size_t open_due(const load_pacing *pacing, size_t room, uint64_t now) {
    load_schedule ahead = pacing->schedule;
    size_t due = 0;
    while (due < room && load_schedule_peek(&ahead) <= now) {
        load_schedule_take(&ahead);
        due++;
    }
    return due;
}

static uint64_t open_intended(load_pacing *pacing, uint64_t now) {
    (void)now;
    return load_schedule_take(&pacing->schedule);
}

static size_t open_group(size_t due) {
    return due ? 1 : 0;
}

static const struct load_pacing_kind closed = {closed_due, closed_intended, closed_group};
static const struct load_pacing_kind open_loop = {open_due, open_intended, open_group};

load_pacing load_pacing_closed(size_t depth) {
    return (load_pacing){.kind = &closed, .chunk = depth >= 8 ? depth / 4 : 1};
}

load_pacing load_pacing_open(load_schedule schedule) {
    return (load_pacing){.kind = &open_loop, .schedule = schedule};
}

size_t load_pacing_due(const load_pacing *pacing, size_t room, uint64_t now) {
    return pacing->kind->due(pacing, room, now);
}

uint64_t load_pacing_intended(load_pacing *pacing, uint64_t now) {
    return pacing->kind->intended(pacing, now);
}

size_t load_pacing_group(const load_pacing *pacing, size_t due) {
    return pacing->kind->group(due);
}
