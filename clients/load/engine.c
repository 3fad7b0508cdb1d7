/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include "job.h"
#include "measure.h"
#include "probe.h"

#include "wire/clock.h"
#include "wire/target.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SERVER_CPU 0
#define BUSY 0.9           /* of the window: from here on a side is what decides */
#define LITTLE_SAMPLES 100 /* times what is in flight; with fewer the window's edges weigh too much */
#define LITTLE_ABOVE 1.05
#define LITTLE_BELOW 0.5   /* a window that refills by quarters is three quarters full at least */
#define LITTLE_SECONDS 1.0 /* shorter windows are judged from above alone */
#define LAST_WORDS_MS 200  /* how long after its connections a dying process may take to be gone */

/* One run from launch to verdict. */
struct run {
    const load_row *row;
    load_job job;
    load_outcome *outcome;
    wire_address address;
    wire_server *server; /* NULL where the row has an address */
};

void load_outcome_init(load_outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    load_histogram_init(&outcome->intended);
    load_histogram_init(&outcome->actual);
    outcome->bound = LOAD_BOUND_UNKNOWN;
    outcome->server_cpu = -1;
    outcome->steal = -1;
}

static bool refuse(struct run *run, load_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The verdict before anything was measured. */
static bool refuse(struct run *run, load_verdict verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->outcome->reason, sizeof run->outcome->reason, format, arguments);
    va_end(arguments);
    run->outcome->verdict = verdict;
    return false;
}

static const load_driver_table *driver_of(load_driver driver) {
    switch (driver) {
    case LOAD_DRIVER_STREAM: return &load_stream_driver;
    case LOAD_DRIVER_HTTP: return &load_http_driver;
    case LOAD_DRIVER_CURL: return &load_curl_driver;
    case LOAD_DRIVER_IN_PROCESS: break;
    }
    return NULL;
}

static bool check_row(struct run *run) {
    const load_row *row = run->row;
    run->job.driver = driver_of(row->driver);
    if (!run->job.driver) return refuse(run, LOAD_FAILED, "an in-process row has no transport to run on");
    if (!row->target == !row->address)
        return refuse(run, LOAD_FAILED, "either a target or an address is needed");
    if (!row->workload || !row->connections || !row->depth || !row->batch || !row->threads)
        return refuse(run, LOAD_FAILED, "workload, connections, depth, batch and threads must be given");
    if (!(row->duration > 0) && !row->count)
        return refuse(run, LOAD_FAILED, "a duration or a count must be given");
    if (!(row->timeout > 0) || !(row->warm_up >= 0))
        return refuse(run, LOAD_FAILED, "the timeout must be above 0 and the warm-up not below");
    return true;
}

static bool launch(struct run *run) {
    const load_row *row = run->row;
    static const int cpus[] = {SERVER_CPU};
    wire_launch launch = {
        .bin = row->bin, .service = row->service, .workers = row->workers, .arguments = row->arguments};
    wire_error error = {""};
    if (row->pin) {
        launch.cpus = cpus;
        launch.cpu_count = 1;
    }
    if (!row->transport || !wire_transport_parse(row->transport, &launch.transport))
        return refuse(run, LOAD_FAILED, "there is no transport '%s'", row->transport ? row->transport : "");
    if (row->framing && !wire_framing_parse(row->framing, &launch.framing))
        return refuse(run, LOAD_FAILED, "there is no framing '%s'", row->framing);
    if (!wire_target_available(row->target, &launch, &error))
        return refuse(run, LOAD_SKIPPED, "%s", error.text);
    run->server = wire_target_start(row->target, &launch, &error);
    if (!run->server) return refuse(run, LOAD_FAILED, "%s", error.text);
    run->address = *wire_server_address(run->server, 0);
    if (row->framing) run->address.framing = launch.framing;
    return true;
}

static bool reach(struct run *run) {
    wire_error error = {""};
    if (run->row->target) return launch(run);
    if (run->row->driver == LOAD_DRIVER_CURL && !strncmp(run->row->address, "https://", 8)) {
        run->address.transport = WIRE_HTTP; /* libcurl reads the rest itself */
        return true;
    }
    if (!wire_address_parse(&run->address, run->row->address, &error))
        return refuse(run, LOAD_FAILED, "%s", error.text);
    wire_framing framing;
    if (run->row->framing && wire_framing_parse(run->row->framing, &framing)) run->address.framing = framing;
    return true;
}

/* curl takes any URL; our own drivers take what they are made for. */
static bool check_transport(struct run *run) {
    wire_transport transport = run->address.transport;
    bool fits = transport != WIRE_STDIO &&
                (run->row->driver != LOAD_DRIVER_STREAM) == wire_transport_is_http(transport);
    return fits || refuse(run, LOAD_FAILED, "the %s driver does not drive %s", run->job.driver->name,
                          wire_transport_name(transport));
}

static bool fill_ring(struct run *run) {
    wire_error error = {""};
    run->job.address = &run->address;
    return load_ring_init(&run->job.ring, run->row->workload, run->row->depth, run->row->batch,
                          run->job.driver->framing->wrap, &run->address, &error) ||
           refuse(run, LOAD_FAILED, "%s", error.text);
}

static bool prepare(struct run *run) {
    return check_row(run) && reach(run) && check_transport(run) && fill_ring(run) &&
           run->job.driver->learn(&run->job, run->outcome);
}

/* By Little's law rate x mean latency is what was in flight on average. It cannot pass what was allowed,
 * and the window is kept full: anything else means that replies were counted wrongly. Requests of the
 * window go on after it, until the last is answered, and a stall at its beginning hides in the ramp; short
 * windows are given room for both. */
static bool little_holds(const load_outcome *outcome, double window_and_drain) {
    double expected = outcome->in_flight_expected;
    double observed = outcome->in_flight_observed;
    if (observed > LITTLE_ABOVE * expected * window_and_drain / outcome->window) return false;
    return outcome->window < LITTLE_SECONDS || observed >= LITTLE_BELOW * expected;
}

static void check_little(struct run *run) {
    load_outcome *outcome = run->outcome;
    const load_row *row = run->row;
    double expected = (double)row->connections * row->depth * row->batch;
    outcome->in_flight_expected = expected;
    if (!(outcome->window > 0) || (double)outcome->actual.samples < LITTLE_SAMPLES * expected) return;
    double mean = load_histogram_mean(&outcome->actual) / 1e9;
    outcome->in_flight_observed = (double)outcome->replies / outcome->window * mean;
    if (little_holds(outcome, outcome->window + run->job.drain)) return;
    load_job_fail(&run->job,
                  "rate x mean latency comes to %.1f in flight, and %.0f were; the row is not to be used",
                  outcome->in_flight_observed, expected);
}

static load_bound bound_of(const load_row *row, const load_outcome *outcome) {
    unsigned threads = row->threads < row->connections ? row->threads : row->connections;
    unsigned workers = row->workers ? row->workers : 1;
    if (outcome->client_cpu >= BUSY * outcome->window * threads) return LOAD_BOUND_GENERATOR;
    if (outcome->server_cpu < 0) return LOAD_BOUND_UNKNOWN;
    return outcome->server_cpu >= BUSY * outcome->window * workers ? LOAD_BOUND_SERVER : LOAD_BOUND_LATENCY;
}

static void measure(struct run *run) {
    load_outcome *outcome = run->outcome;
    load_measure(&run->job, run->server, outcome);
    if (outcome->window > 0) outcome->bound = bound_of(run->row, outcome);
    if (load_job_is_over(&run->job) || run->job.failed) return;
    check_little(run);
    if (!outcome->replies) load_job_fail(&run->job, "no reply came within the measured window");
}

static bool lost_connection(const load_outcome *outcome) {
    return outcome->errors[LOAD_ERROR_CLOSED] || outcome->errors[LOAD_ERROR_RESET] ||
           outcome->errors[LOAD_ERROR_REFUSED];
}

/* A server that dies is seen first by its connections; what it died of comes a little later. */
static void add_last_words(struct run *run) {
    wire_error error = {""};
    if (!run->server || !lost_connection(run->outcome)) return;
    for (int i = 0; i < LAST_WORDS_MS / 10 && wire_server_alive(run->server, &error); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (!error.text[0]) return;
    size_t length = strlen(run->outcome->reason);
    snprintf(run->outcome->reason + length, sizeof run->outcome->reason - length, "; the server %s",
             error.text);
}

static void conclude(struct run *run) {
    load_outcome *outcome = run->outcome;
    if (run->job.failed) {
        outcome->verdict = LOAD_FAILED;
        snprintf(outcome->reason, sizeof outcome->reason, "%s", run->job.reason);
        add_last_words(run);
    } else if (outcome->verdict == LOAD_OK && load_job_is_over(&run->job)) {
        outcome->verdict = LOAD_INTERRUPTED;
        snprintf(outcome->reason, sizeof outcome->reason, "stopped after %.3g s of the measured window",
                 outcome->window);
    }
}

static bool job_init(load_job *job, const load_row *row, load_stop *stop) {
    pthread_condattr_t monotonic;
    *job = (load_job){.row = row, .stop = stop};
    if (pthread_condattr_init(&monotonic)) return false;
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool made = !pthread_mutex_init(&job->lock, NULL) && !pthread_cond_init(&job->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return made;
}

static void run_fini(struct run *run) {
    wire_server_stop(run->server, 0, NULL);
    load_ring_fini(&run->job.ring);
    pthread_cond_destroy(&run->job.changed);
    pthread_mutex_destroy(&run->job.lock);
}

void load_run(const load_row *row, load_stop *stop, load_outcome *outcome) {
    struct run run = {.row = row, .outcome = outcome};
    load_outcome_init(outcome);
    if (!job_init(&run.job, row, stop)) {
        refuse(&run, LOAD_FAILED, "out of memory");
        return;
    }
    outcome->probe_before = load_probe_contention();
    if (prepare(&run)) measure(&run);
    conclude(&run);
    run_fini(&run);
    outcome->probe_after = load_probe_contention();
}

void load_rehearse(const load_row *row, load_stop *stop, load_show *show, void *context,
                   load_outcome *outcome) {
    struct run run = {.row = row, .outcome = outcome};
    load_outcome_init(outcome);
    if (!job_init(&run.job, row, stop)) {
        refuse(&run, LOAD_FAILED, "out of memory");
        return;
    }
    run.job.show = show;
    run.job.show_context = context;
    prepare(&run);
    conclude(&run);
    run_fini(&run);
}

const char *load_bound_str(load_bound bound) {
    static const char *const names[] = {[LOAD_BOUND_SERVER] = "server",
                                        [LOAD_BOUND_GENERATOR] = "generator",
                                        [LOAD_BOUND_LATENCY] = "latency",
                                        [LOAD_BOUND_UNKNOWN] = "unknown"};
    return names[bound];
}

const char *load_error_str(load_error error) {
    static const char *const names[LOAD_ERROR_KINDS] = {
        [LOAD_ERROR_REFUSED] = "refused", [LOAD_ERROR_RESET] = "reset",     [LOAD_ERROR_CLOSED] = "closed",
        [LOAD_ERROR_TIMEOUT] = "timeout", [LOAD_ERROR_FRAMING] = "framing", [LOAD_ERROR_WRONG] = "wrong",
        [LOAD_ERROR_RPC] = "rpc"};
    return names[error];
}

const char *load_verdict_str(load_verdict verdict) {
    static const char *const names[] = {[LOAD_OK] = "ok",
                                        [LOAD_FAILED] = "failed",
                                        [LOAD_INTERRUPTED] = "interrupted",
                                        [LOAD_SKIPPED] = "skipped"};
    return names[verdict];
}
