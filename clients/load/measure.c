/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "probe.h"

#include "wire/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CLIENT_CPU 1u
#define SLICE_NS INT64_C(50000000) /* so soon a stop is noticed */

/* The machine at one end of the window. */
struct reading {
    load_ticks ticks;
    wire_usage usage;
    bool observed; /* the server's usage */
};

static struct reading read_machine(const wire_server *server) {
    struct reading reading = {.ticks = load_ticks_now()};
    reading.observed = server && wire_server_usage(server, &reading.usage);
    return reading;
}

/* Waits until something changes in the job, or `deadline`, or a moment has passed. The lock is held. */
static void wait_for_change(load_job *job, wire_time deadline) {
    wire_time until = wire_now() + SLICE_NS;
    if (deadline < until) until = deadline;
    struct timespec moment = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
    pthread_cond_timedwait(&job->changed, &job->lock, &moment);
}

/* Says that the thread's connections stand, or never will, and waits for the start. False: there is none. */
static bool await_start(load_job *job) {
    pthread_mutex_lock(&job->lock);
    job->opened++;
    pthread_cond_broadcast(&job->changed);
    while (!job->started && !load_job_is_over(job)) wait_for_change(job, WIRE_NEVER);
    bool started = job->started;
    pthread_mutex_unlock(&job->lock);
    return started;
}

static void drive(load_thread *thread) {
    const load_job *job = thread->job;
    load_recorder_init(&thread->recorder, job->begins, (uint64_t)(job->row->duration * 1e9), thread->quota);
    job->driver->drive(thread);
    load_thread_tick(thread, (uint64_t)wire_now());
}

static void *run_thread(void *context) {
    load_thread *thread = context;
    load_job *job = thread->job;
    if (job->row->pin && !load_pin_thread(CLIENT_CPU))
        load_job_fail(job, "the client cannot be pinned to CPU %u; try --no-pin", CLIENT_CPU);
    bool opened = !load_job_is_over(job) && job->driver->open(thread);
    if (await_start(job) && opened) drive(thread);
    job->driver->close(thread);
    pthread_mutex_lock(&job->lock);
    job->ended++;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

/* Shares `all` out so that the first threads get what does not divide. */
static uint64_t share(uint64_t all, unsigned threads, unsigned index) {
    return all / threads + (index < all % threads ? 1 : 0);
}

static unsigned start_threads(load_job *job, load_thread *threads, pthread_t *ids, unsigned count) {
    unsigned made = 0;
    for (; made < count; made++) {
        load_thread *thread = &threads[made];
        thread->job = job;
        thread->connections = (unsigned)share(job->row->connections, count, made);
        thread->quota = share(job->row->count, count, made);
        load_recorder_init(&thread->recorder, UINT64_MAX, 0, 0);
        int failure = pthread_create(&ids[made], NULL, run_thread, thread);
        if (!failure) continue;
        load_job_fail(job, "a client thread could not be started: %s", strerror(failure));
        break;
    }
    return made;
}

static void await_opened(load_job *job, unsigned threads) {
    pthread_mutex_lock(&job->lock);
    while (job->opened < threads && !load_job_is_over(job)) wait_for_change(job, WIRE_NEVER);
    job->begins = (uint64_t)wire_after(job->row->warm_up);
    job->started = !load_job_is_over(job);
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

/* Until `moment`, or all threads have ended. */
static void await(load_job *job, unsigned threads, wire_time moment) {
    pthread_mutex_lock(&job->lock);
    while (job->ended < threads && wire_now() < moment) wait_for_change(job, moment);
    pthread_mutex_unlock(&job->lock);
}

static uint64_t last_answer(const load_thread *threads, unsigned count) {
    uint64_t last = 0;
    for (unsigned i = 0; i < count; i++)
        if (threads[i].recorder.last_answer > last) last = threads[i].recorder.last_answer;
    return last;
}

/* When the window really ended: as planned, with the last reply of a count, or when the run was cut off. */
static uint64_t end_of_window(load_job *job, const load_thread *threads, unsigned count) {
    uint64_t duration = (uint64_t)(job->row->duration * 1e9);
    uint64_t end = duration ? job->begins + duration : last_answer(threads, count);
    uint64_t cut_at = atomic_load(&job->cut_at);
    if (cut_at && (!end || cut_at < end)) end = cut_at;
    return end;
}

static void merge_threads(load_job *job, const load_thread *threads, unsigned count, load_outcome *outcome) {
    for (unsigned i = 0; i < count; i++) {
        load_recorder_merge(outcome, &threads[i].recorder);
        if (!threads[i].measured) continue;
        outcome->client_cpu += threads[i].cpu;
        outcome->context_switches += threads[i].switches;
    }
    uint64_t end = end_of_window(job, threads, count);
    uint64_t last = last_answer(threads, count);
    outcome->window = job->started && end > job->begins ? (double)(end - job->begins) / 1e9 : 0;
    job->drain = last > end ? (double)(last - end) / 1e9 : 0;
}

static void compare_readings(const struct reading *before, const struct reading *after,
                             load_outcome *outcome) {
    outcome->steal = load_steal(before->ticks, after->ticks);
    outcome->server_cpu = -1;
    if (!before->observed || !after->observed) return;
    outcome->server_cpu = after->usage.cpu_seconds - before->usage.cpu_seconds;
    outcome->context_switches += after->usage.voluntary + after->usage.involuntary - before->usage.voluntary -
                                 before->usage.involuntary;
}

static void observe(load_job *job, const wire_server *server, unsigned threads, load_outcome *outcome) {
    wire_time ends = WIRE_NEVER;
    if (job->row->duration > 0) ends = (wire_time)job->begins + (wire_time)(job->row->duration * 1e9);
    await(job, threads, (wire_time)job->begins);
    struct reading before = read_machine(server);
    await(job, threads, ends);
    struct reading after = read_machine(server);
    compare_readings(&before, &after, outcome);
}

void load_measure(load_job *job, const wire_server *server, load_outcome *outcome) {
    unsigned wanted = job->row->threads < job->row->connections ? job->row->threads : job->row->connections;
    load_thread *threads = calloc(wanted, sizeof *threads);
    pthread_t *ids = calloc(wanted, sizeof *ids);
    if (threads && ids) {
        unsigned made = start_threads(job, threads, ids, wanted);
        await_opened(job, made);
        observe(job, server, made, outcome);
        for (unsigned i = 0; i < made; i++) pthread_join(ids[i], NULL);
        merge_threads(job, threads, made, outcome);
    } else {
        load_job_fail(job, "out of memory for %u client threads", wanted);
    }
    free(threads);
    free(ids);
}
