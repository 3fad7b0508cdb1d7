/* SPDX-License-Identifier: MIT */
#include "in_process.h"

#include "documents.h"
#include "probe.h"
#include "wire/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* One thread that calls. What it writes while timing is on lines of its own. */
typedef struct caller {
    _Alignas(128) struct session *session;
    unsigned number;
    pthread_t thread;
    void *state;
    uint64_t calls;        /* in the measured window, all answered right */
    wire_time nanoseconds; /* spent in them */
    double on_cpu;         /* share of the window in which this thread ran */
    uint64_t rejected;     /* of the block that showed the first wrong reply */
    char fault[512];       /* "" while nothing is wrong */
} caller;

/* What the threads of a row share. */
typedef struct session {
    const load_row *row;
    const load_callee *callee;
    const load_documents *documents;
    load_stop *stop;
    void *shared;
    pthread_mutex_t gate;    /* held until all threads are there */
    pthread_barrier_t start; /* before and after the measured window */
    atomic_bool failed;      /* by any thread: the others end early */
    atomic_bool done;        /* tells the neighbour */
    atomic_bool unpinned;    /* the neighbour is not where it should be */
} session;

static bool is_over(const session *s) {
    return atomic_load_explicit(&s->failed, memory_order_relaxed) ||
           (s->stop && atomic_load_explicit(&s->stop->requested, memory_order_relaxed));
}

/* Pins this thread to the n-th CPU it may use, counted around. */
static bool pin_to(unsigned n) {
    cpu_set_t allowed;
    cpu_set_t one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return false;
    unsigned skip = n % (unsigned)CPU_COUNT(&allowed);
    size_t cpu = 0;
    while (!CPU_ISSET(cpu, &allowed) || skip-- != 0) cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
}

/* Calls every document of a block. The one loop that is timed. */
static bool call_block(const load_callee *callee, void *state, const load_documents *documents,
                       const load_block *block) {
    const uint32_t *const offsets = documents->offsets;
    for (unsigned turn = 0; turn < block->turns; turn++)
        for (size_t i = block->first; i < block->end; i++)
            if (!callee->call(state, documents->bytes + offsets[i], offsets[i + 1] - offsets[i]))
                return false;
    return true;
}

static bool fail(caller *c, const char *fault) {
    if (fault != c->fault) snprintf(c->fault, sizeof c->fault, "%s", fault);
    atomic_store(&c->session->failed, true);
    return false;
}

/* Runs one block and checks what came of it with the clock stopped. */
static bool run_block(caller *c, const load_block *block) {
    const session *s = c->session;
    const wire_time began = wire_now();
    const bool called = call_block(s->callee, c->state, s->documents, block);
    const wire_time ended = wire_now();
    if (!called) return fail(c, "a call failed for want of memory");
    const wire_slice replies = s->callee->replies(c->state);
    if (!load_block_check(s->documents, block, replies)) {
        c->rejected = load_block_explain(s->documents, block, replies, c->fault, sizeof c->fault);
        c->calls += load_block_calls(block) - c->rejected;
        return fail(c, c->fault);
    }
    s->callee->reset(c->state);
    c->nanoseconds += ended - began;
    c->calls += load_block_calls(block);
    return true;
}

/* Whole rotations, each block in turn, until the time is up or the calls are made, whichever is set. */
static bool run_for(caller *c, double seconds, uint64_t calls) {
    const session *s = c->session;
    const wire_time deadline = wire_after(calls ? -1 : seconds);
    c->calls = 0;
    c->nanoseconds = 0;
    for (size_t i = 0;; i = (i + 1) % s->documents->block_count) {
        if (!run_block(c, &s->documents->blocks[i])) return false;
        if (calls ? c->calls >= calls : wire_now() >= deadline) return true;
        if (is_over(s)) return true;
    }
}

static double cpu_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The measured window, and how much of it the thread had its CPU. */
static void run_measured(caller *c) {
    const load_row *row = c->session->row;
    const double cpu = cpu_time();
    const wire_time began = wire_now();
    run_for(c, row->duration, row->count ? 1 + (row->count - 1) / row->threads : 0);
    const double share = (cpu_time() - cpu) / (double)(wire_now() - began);
    c->on_cpu = share < 1 ? share : 1;
}

static void *call_in_loop(void *argument) {
    caller *c = argument;
    session *s = c->session;
    const load_row *row = s->row;
    pthread_mutex_lock(&s->gate);
    pthread_mutex_unlock(&s->gate);
    if (row->pin && !pin_to(c->number + 1)) fail(c, "a thread cannot be pinned to its CPU; try --no-pin");
    c->state = s->callee->open(s->shared);
    if (!c->state)
        fail(c, "out of memory");
    else
        run_for(c, row->warm_up, 0);
    pthread_barrier_wait(&s->start);
    if (!c->fault[0]) c->calls = 0;
    if (!is_over(s)) run_measured(c);
    pthread_barrier_wait(&s->start);
    if (c->state) s->callee->close(c->state);
    return NULL;
}

static void *keep_busy(void *argument) {
    session *s = argument;
    if (s->row->pin && !pin_to(0)) atomic_store(&s->unpinned, true);
    while (!atomic_load_explicit(&s->done, memory_order_relaxed)) {
    }
    return NULL;
}

/* User and system time of this process, and its context switches. */
static double used(uint64_t *switches) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *switches = (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void observe(session *s, load_outcome *outcome) {
    uint64_t before;
    uint64_t after;
    pthread_barrier_wait(&s->start);
    const double began = used(&before);
    const load_ticks ticks = load_ticks_now();
    pthread_barrier_wait(&s->start);
    outcome->client_cpu = used(&after) - began;
    outcome->steal = load_steal(ticks, load_ticks_now());
    outcome->context_switches = after - before;
}

__attribute__((format(printf, 2, 3))) static bool fail_outcome(load_outcome *outcome, const char *format,
                                                               ...) {
    va_list arguments;
    va_start(arguments, format);
    outcome->verdict = LOAD_FAILED;
    vsnprintf(outcome->reason, sizeof outcome->reason, format, arguments);
    va_end(arguments);
    return false;
}

static void collect(const caller *callers, const load_row *row, load_outcome *outcome, load_cost *cost) {
    double rate = 0;
    double in_calls = 0;
    double on_cpu = 0;
    for (unsigned i = 0; i < row->threads; i++) {
        const caller *c = &callers[i];
        outcome->counts.succeeded += c->calls;
        outcome->counts.rejected += c->rejected;
        in_calls += (double)c->nanoseconds;
        on_cpu += (double)c->nanoseconds * c->on_cpu;
        if (c->nanoseconds > 0) rate += (double)c->calls * 1e9 / (double)c->nanoseconds;
        if (c->fault[0] && outcome->verdict == LOAD_OK) fail_outcome(outcome, "%s", c->fault);
    }
    outcome->counts.started = outcome->counts.succeeded + outcome->counts.rejected;
    outcome->errors[LOAD_ERROR_WRONG] = outcome->counts.rejected;
    outcome->replies = outcome->counts.succeeded;
    if (rate > 0) outcome->window = (double)outcome->replies / rate;
    if (!outcome->replies || !(in_calls > 0)) return;
    cost->nanoseconds = in_calls / (double)outcome->replies;
    cost->cpu_nanoseconds = on_cpu / (double)outcome->replies;
}

/* Starts the threads and lets them go together once it is known how many there are to wait for. Returns that number. */
static unsigned start_callers(session *s, caller *callers) {
    unsigned started = 0;
    pthread_mutex_lock(&s->gate);
    while (started < s->row->threads) {
        caller *c = &callers[started];
        c->session = s;
        c->number = started;
        if (pthread_create(&c->thread, NULL, call_in_loop, c) != 0) break;
        started++;
    }
    pthread_barrier_init(&s->start, NULL, started + 1);
    if (started < s->row->threads) atomic_store(&s->failed, true);
    pthread_mutex_unlock(&s->gate);
    return started;
}

static void run_callers(session *s, caller *callers, bool neighbour, load_outcome *outcome) {
    pthread_t busy;
    const bool has_neighbour = neighbour && pthread_create(&busy, NULL, keep_busy, s) == 0;
    const unsigned started = start_callers(s, callers);
    observe(s, outcome);
    for (unsigned i = 0; i < started; i++) pthread_join(callers[i].thread, NULL);
    atomic_store(&s->done, true);
    if (has_neighbour) pthread_join(busy, NULL);
    pthread_barrier_destroy(&s->start);
    if (started < s->row->threads)
        fail_outcome(outcome, "only %u of %u threads could be started; lower --threads", started,
                     s->row->threads);
    else if (neighbour && !has_neighbour)
        fail_outcome(outcome, "the neighbour's thread could not be started");
    else if (atomic_load(&s->unpinned))
        fail_outcome(outcome, "the neighbour cannot be pinned to its CPU; try --no-pin");
}

static void measure(session *s, bool neighbour, load_outcome *outcome, load_cost *cost) {
    const size_t size = s->row->threads * sizeof(caller);
    caller *callers = aligned_alloc(_Alignof(caller), size);
    if (!callers) {
        fail_outcome(outcome, "out of memory");
        return;
    }
    memset(callers, 0, size);
    pthread_mutex_init(&s->gate, NULL);
    outcome->probe_before = load_probe_contention();
    run_callers(s, callers, neighbour, outcome);
    outcome->probe_after = load_probe_contention();
    pthread_mutex_destroy(&s->gate);
    collect(callers, s->row, outcome, cost);
    free(callers);
    if (outcome->verdict == LOAD_OK && s->stop && atomic_load(&s->stop->requested)) {
        outcome->verdict = LOAD_INTERRUPTED;
        snprintf(outcome->reason, sizeof outcome->reason, "interrupted");
    }
}

/* Opens the callee on this thread and learns what it answers. */
static bool learn(const load_callee *callee, void *shared, load_documents *documents, load_show *show,
                  void *context, load_outcome *outcome) {
    char fault[sizeof outcome->reason];
    void *state = callee->open(shared);
    if (!state) return fail_outcome(outcome, "out of memory");
    const bool good = load_documents_learn(documents, callee, state, show, context, fault, sizeof fault);
    callee->close(state);
    return good || fail_outcome(outcome, "%s", fault);
}

void load_in_process(const load_row *row, const load_callee *callee, bool neighbour, load_stop *stop,
                     load_outcome *outcome, load_cost *cost) {
    load_documents documents;
    session s = {.row = row, .callee = callee, .documents = &documents, .stop = stop};
    load_outcome_init(outcome);
    outcome->bound = LOAD_BOUND_SERVER;
    outcome->server_cpu = -1;
    outcome->steal = -1;
    *cost = (load_cost){.nanoseconds = -1, .cpu_nanoseconds = -1};
    s.shared = callee->share ? callee->share() : NULL;
    if (!load_documents_init(&documents, row->workload) || (callee->share && !s.shared))
        fail_outcome(outcome, "out of memory");
    else if (learn(callee, s.shared, &documents, NULL, NULL, outcome))
        measure(&s, neighbour, outcome, cost);
    if (s.shared) callee->unshare(s.shared);
    load_documents_fini(&documents);
}

void load_in_process_rehearse(const load_row *row, const load_callee *callee, load_show *show, void *context,
                              load_outcome *outcome) {
    load_documents documents;
    void *shared = callee->share ? callee->share() : NULL;
    load_outcome_init(outcome);
    if (!load_documents_init(&documents, row->workload) || (callee->share && !shared))
        fail_outcome(outcome, "out of memory");
    else
        learn(callee, shared, &documents, show, context, outcome);
    if (shared) callee->unshare(shared);
    load_documents_fini(&documents);
}
