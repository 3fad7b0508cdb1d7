/* SPDX-License-Identifier: MIT */
#ifndef LOAD_JOB_H
#define LOAD_JOB_H

#include "engine.h"
#include "framing.h"
#include "recorder.h"
#include "ring.h"

#include "wire/address.h"
#include "wire/error.h"

#include <pthread.h>

/* One run of a row on a transport: what its threads share, and each thread's own. For the engine and its
 * drivers. */

struct load_driver_table;

typedef struct load_job {
    const load_row *row;
    const wire_address *address;
    const struct load_driver_table *driver;
    load_ring ring;
    load_stop *stop; /* NULL: never */
    double drain;    /* seconds from the end of the window to the last reply; set when all is over */
    uint64_t begins; /* of the measured window, nanoseconds; set before any thread drives */
    atomic_bool cut; /* something failed: everybody lets go */
    atomic_uint_fast64_t cut_at;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t changed;
    unsigned opened; /* threads whose connections stand */
    unsigned ended;  /* threads that have ended */
    bool started;    /* they may drive */
    bool failed;
    char reason[sizeof((load_outcome *)0)->reason];
    load_show *show; /* the first request of each method, once learned; NULL: nothing is shown */
    void *show_context;
} load_job;

typedef struct load_thread {
    load_job *job;
    unsigned connections;
    load_recorder recorder;
    uint64_t quota; /* requests to measure, where a count decides */
    bool measuring, measured;
    double cpu; /* seconds, in the window */
    uint64_t switches;
    void *state; /* the driver's */
} load_thread;

/* How load is issued. A driver is put together of four parts: its framing; the matching policy, which follows
 * from the workload (matching.h); the ring's id maker (ring.h); and the connections' pacing (pacing.h). What it
 * adds is the way bytes go. `learn` runs in the engine's thread before any other; `open`, `drive` and `close` in
 * a client thread each. */
typedef struct load_driver_table {
    const char *name;
    const load_framing *framing;
    /* Sends every document of the ring once over a connection of its own, judges what comes back, and
     * learns it. False: the failure has been reported by load_job_fail. */
    bool (*learn)(load_job *job, load_outcome *outcome);
    /* Connects. False: reported likewise. */
    bool (*open)(load_thread *thread);
    /* Ramp, window, drain. */
    void (*drive)(load_thread *thread);
    /* Ends what `open` made, whole or half made; what is in flight is counted as lost. */
    void (*close)(load_thread *thread);
} load_driver_table;

extern const load_driver_table load_stream_driver; /* stream_driver.c */
extern const load_driver_table load_http_driver;   /* http_driver.c */
extern const load_driver_table load_curl_driver;   /* curl_driver.c */

/* Fails the run, the first reason stands, and makes everybody let go. Any thread. */
void load_job_fail(load_job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails the run, the first reason stands, and lets it go on: a wrong reply on a connection that is in
 * step. Any thread. */
void load_job_blame(load_job *job, const char *reason);

/* Whether to let go at once: the run has failed or was stopped. Any thread. */
bool load_job_is_over(load_job *job);

/* To be called with each clock reading that may lie in another phase: notes the thread's own use of the
 * machine at both ends of the window. False: let go at once. */
bool load_thread_tick(load_thread *thread, uint64_t now);

/* How long a thread may wait for events and still notice the next phase, a failure elsewhere or a stop:
 * milliseconds. */
int load_thread_patience(const load_thread *thread, uint64_t now);

/* The kind of a connection's end by errno: LOAD_ERROR_REFUSED, _RESET, _TIMEOUT or _CLOSED. */
load_error load_error_of_errno(int number);

#endif
