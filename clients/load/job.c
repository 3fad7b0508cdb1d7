/* SPDX-License-Identifier: MIT */
#include "job.h"

#include "usage.h"

#include "wire/clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#define LONGEST_WAIT_MS 50u /* so soon a stop, or a failure in another thread, is noticed */

static void cut(load_job *job) {
    uint_fast64_t never = 0;
    atomic_compare_exchange_strong(&job->cut_at, &never, (uint_fast64_t)wire_now());
    atomic_store(&job->cut, true);
}

void load_job_blame(load_job *job, const char *reason) {
    pthread_mutex_lock(&job->lock);
    if (!job->failed) snprintf(job->reason, sizeof job->reason, "%s", reason);
    job->failed = true;
    pthread_mutex_unlock(&job->lock);
}

void load_job_fail(load_job *job, const char *format, ...) {
    char reason[sizeof job->reason];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    load_job_blame(job, reason);
    cut(job);
}

bool load_job_is_over(load_job *job) {
    if (atomic_load_explicit(&job->cut, memory_order_relaxed)) return true;
    if (!job->stop || !atomic_load_explicit(&job->stop->requested, memory_order_relaxed)) return false;
    cut(job);
    return true;
}

static void note_usage(load_thread *thread, double sign) {
    load_usage usage = load_usage_of_thread();
    thread->cpu += sign * usage.cpu;
    thread->switches = usage.switches - thread->switches;
}

bool load_thread_tick(load_thread *thread, uint64_t now) {
    bool over = load_job_is_over(thread->job);
    if (!thread->measuring && now >= thread->recorder.begins) {
        thread->measuring = true;
        note_usage(thread, -1);
    }
    if (thread->measuring && !thread->measured && (over || !load_recorder_is_open(&thread->recorder, now))) {
        thread->measured = true;
        note_usage(thread, 1);
    }
    return !over;
}

int load_thread_patience(const load_thread *thread, uint64_t now) {
    uint64_t next = now < thread->recorder.begins ? thread->recorder.begins : thread->recorder.ends;
    uint64_t left = next > now ? (next - now + 999999) / 1000000 : LONGEST_WAIT_MS;
    return (int)(left < LONGEST_WAIT_MS ? left : LONGEST_WAIT_MS);
}

load_error load_error_of_errno(int number) {
    switch (number) {
    case ECONNREFUSED:
    case ENOENT: /* a Unix socket that is not there */ return LOAD_ERROR_REFUSED;
    case ECONNRESET:
    case EPIPE: return LOAD_ERROR_RESET;
    case ETIMEDOUT: return LOAD_ERROR_TIMEOUT;
    default: return LOAD_ERROR_CLOSED;
    }
}
