/* SPDX-License-Identifier: MIT */
#include "runner.h"

#include "in_process.h"
#include "json.h"
#include "quantity.h"
#include "spread.h"
#include "wire/clock.h"

#include <stdlib.h>
#include <string.h>

enum { cell = 32, reason_size = 640, burn_samples = 64 };

/* What goes on while a plan is run. */
typedef struct progress {
    load_runner *runner;
    load_outcome *outcome; /* large: kept from run to run */
    wire_time began;
    double burns[burn_samples]; /* CPU time a request of `sync-five` on one thread, each repetition */
    size_t burn_count;
    char incomplete[reason_size]; /* the first reason; "" */
} progress;

static void put_setting(char *text, const load_row *row) {
    if (row->driver == LOAD_DRIVER_IN_PROCESS)
        snprintf(text, cell, "%u thr", row->threads);
    else
        snprintf(text, cell, "%u c", row->connections);
}

/* What is left takes as long as planned, times how much slower than planned it went so far. */
static void put_left(char *text, const progress *p, size_t next) {
    const load_plan *plan = p->runner->plan;
    const double planned = load_plan_seconds(plan, 0) - load_plan_seconds(plan, next);
    const double taken = (double)(wire_now() - p->began) * 1e-9;
    const double pace = planned > 1 ? taken / planned : 1;
    load_span_format(text, cell, load_plan_seconds(plan, next) * pace);
}

static void announce(const progress *p, size_t n) {
    const load_entry *entry = &p->runner->plan->entries[n];
    char at[cell];
    char left[cell];
    if (!p->runner->live) return;
    put_setting(at, &entry->row);
    put_left(left, p, n);
    fprintf(p->runner->out, "[%3zu/%zu] %-16.16s%6s  running, %s left", n + 1, p->runner->plan->count,
            entry->row.id, at, left);
    fflush(p->runner->out);
}

static void put_time(char *text, json_object *run) {
    const double p99 = load_json_get_number(load_json_get(run, "latency"), "p99", -1);
    const double value = load_json_get_number(run, "nanoseconds_per_request", p99);
    char time[cell];
    if (value < 0)
        text[0] = '\0';
    else
        snprintf(text, cell + 4, load_json_get(run, "transport") ? "p99 %s" : "%s",
                 load_time_format(time, sizeof time, value));
}

static void report(const progress *p, size_t n) {
    const load_entry *entry = &p->runner->plan->entries[n];
    json_object *run = load_result_last_run(p->runner->result);
    char at[cell];
    char rate[cell];
    char time[cell + 4];
    char left[cell];
    put_setting(at, &entry->row);
    put_left(left, p, n + 1);
    if (p->runner->live) fputs("\r\033[K", p->runner->out);
    fprintf(p->runner->out, "[%3zu/%zu] %-16.16s%6s #%u ", n + 1, p->runner->plan->count, entry->row.id, at,
            entry->repetition + 1);
    if (p->outcome->verdict == LOAD_OK) {
        put_time(time, run);
        load_rate_format(rate, sizeof rate, load_json_get_number(run, "rate_per_second", 0));
        fprintf(p->runner->out, "%9s %14s%s  %s left\n", rate, time,
                load_json_get_flag(run, "drifted") ? " ~" : "", left);
    } else {
        fprintf(p->runner->out, "%s: %.*s\n", load_verdict_str(p->outcome->verdict),
                (int)strcspn(p->outcome->reason, "\n"), p->outcome->reason);
    }
    fflush(p->runner->out);
}

static void note_incomplete(progress *p, const load_entry *entry) {
    char at[cell];
    const load_verdict verdict = p->outcome->verdict;
    if (p->incomplete[0] || verdict != LOAD_FAILED) return;
    put_setting(at, &entry->row);
    snprintf(p->incomplete, sizeof p->incomplete, "%s at %s failed, repetition %u: %s", entry->row.id, at,
             entry->repetition + 1, p->outcome->reason);
}

static void skip(load_outcome *outcome, const char *why) {
    load_outcome_init(outcome);
    outcome->verdict = LOAD_SKIPPED;
    snprintf(outcome->reason, sizeof outcome->reason, "%.*s", (int)sizeof outcome->reason - 1, why);
}

static void run_in_process(progress *p, const load_entry *entry, load_extra *extra) {
    const load_series *series = entry->series;
    load_cost cost;
    load_in_process(&entry->row, series->callee, series->neighbour, p->runner->stop, p->outcome, &cost);
    extra->nanoseconds_per_request = cost.nanoseconds;
    if (p->outcome->verdict == LOAD_OK && strcmp(series->id, "sync-five") == 0 && entry->row.threads == 1 &&
        p->burn_count < burn_samples)
        p->burns[p->burn_count++] = cost.cpu_nanoseconds;
}

/* An echo that burns gets what the library was measured to take, in this session, as its argument: the time on the CPU,
 * for whoever else had it meanwhile would have us burn more, and make the ceiling low. */
static void run_burning(progress *p, const load_entry *entry, load_extra *extra) {
    char nanoseconds[cell];
    const char *const arguments[] = {"--burn", nanoseconds, NULL};
    load_row row = entry->row;
    if (p->burn_count == 0) {
        skip(p->outcome, "what the library takes for a request was not measured in this session");
        return;
    }
    extra->burned_nanoseconds = load_spread_of(p->burns, p->burn_count).median;
    snprintf(nanoseconds, sizeof nanoseconds, "%.2f", extra->burned_nanoseconds);
    row.arguments = arguments;
    load_run(&row, p->runner->stop, p->outcome);
}

static void run_entry(progress *p, const load_entry *entry) {
    load_extra extra = {.repetition = entry->repetition,
                        .nanoseconds_per_request = -1,
                        .burned_nanoseconds = -1,
                        .doubled = entry->doubled};
    if (entry->series->driver == LOAD_DRIVER_IN_PROCESS)
        run_in_process(p, entry, &extra);
    else if (entry->series->burns)
        run_burning(p, entry, &extra);
    else
        load_run(&entry->row, p->runner->stop, p->outcome);
    note_incomplete(p, entry);
    load_result_add(p->runner->result, &entry->row, p->outcome, &extra);
}

/* What cannot be run here is in the file once, with the reason; what the session was about has failed with it. */
static void record_missing(progress *p) {
    const load_plan *plan = p->runner->plan;
    const load_extra extra = {.nanoseconds_per_request = -1, .burned_nanoseconds = -1};
    for (size_t i = 0; i < plan->prepared_count; i++) {
        load_row row = plan->prepared[i].row;
        const load_prepared *missing = &plan->prepared[i];
        if (!missing->missing[0]) continue;
        row.connections = missing->numbers.values[0];
        skip(p->outcome, missing->missing);
        if (missing->required) p->outcome->verdict = LOAD_FAILED;
        if (missing->required && !p->incomplete[0])
            snprintf(p->incomplete, sizeof p->incomplete, "%s could not be run: %s", row.id,
                     p->outcome->reason);
        load_result_add(p->runner->result, &row, p->outcome, &extra);
    }
}

static bool is_stopped(const load_runner *runner) {
    return runner->stop && atomic_load(&runner->stop->requested);
}

/* Why the result is not whole after so many runs; NULL: it is. */
static const char *incomplete_reason(const progress *p, size_t made, char *reason, size_t size) {
    const size_t planned = p->runner->plan->count;
    const bool stopped = is_stopped(p->runner);
    if (p->incomplete[0]) return p->incomplete;
    if (made == planned && !stopped) return NULL;
    snprintf(reason, size, "%s after %zu of %zu runs", stopped ? "interrupted" : "ended", made, planned);
    return reason;
}

/* The file says why it is incomplete at every moment, so that a kill leaves the truth behind. */
static bool keep(progress *p, size_t made) {
    char reason[2 * cell];
    char fault[reason_size];
    load_result_settle(p->runner->result, incomplete_reason(p, made, reason, sizeof reason));
    if (!p->runner->path ||
        load_json_write(load_result_json(p->runner->result), p->runner->path, fault, sizeof fault))
        return true;
    fprintf(stderr, "bench: %s\n", fault);
    return false;
}

static bool run_all(progress *p) {
    const load_plan *plan = p->runner->plan;
    bool kept = true;
    size_t made = 0;
    while (made < plan->count && kept && !is_stopped(p->runner)) {
        announce(p, made);
        run_entry(p, &plan->entries[made]);
        report(p, made++);
        kept = keep(p, made);
    }
    if (made == 0) keep(p, 0);
    return kept && made == plan->count && !p->incomplete[0] && !is_stopped(p->runner);
}

bool load_runner_run(load_runner *runner) {
    progress p = {.runner = runner, .outcome = malloc(sizeof *p.outcome), .began = wire_now()};
    if (!p.outcome) {
        fprintf(stderr, "bench: out of memory\n");
        return false;
    }
    record_missing(&p);
    const bool good = run_all(&p);
    free(p.outcome);
    return good;
}
