/* SPDX-License-Identifier: MIT */
#ifndef LOAD_ROW_H
#define LOAD_ROW_H

#include "histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A row: one series at one setting. What is measured, how, and what came of it. Plans make rows, the
 * engine runs them, the result file stores them; nothing else crosses between those three. */

struct load_workload; /* workload.h: what is sent */
struct wire_target;   /* wire/target.h: what it is sent to */

typedef enum load_driver {
    LOAD_DRIVER_IN_PROCESS, /* the library (or a comparison) called in a loop */
    LOAD_DRIVER_STREAM,     /* our own, raw TCP or Unix socket */
    LOAD_DRIVER_HTTP,       /* our own HTTP/1.1 keep-alive over epoll */
    LOAD_DRIVER_CURL        /* libcurl multi: any URL */
} load_driver;

/* Everything that decides what a row measures. Times in seconds. */
typedef struct load_row {
    const char *id;    /* the series: "tcp", "unix", "http", "http-batch", "sync", "json-c-tcp", .. */
    const char *label; /* for people */
    const char *limit; /* the id of the row that is this one's ceiling in the same session; NULL: none */
    load_driver driver;
    const struct wire_target *target; /* launched anew for each run; NULL in process and with `address` */
    const char *address;              /* a running server (--connect); NULL where the target is launched */
    const char *transport;            /* "tcp", "unix", "http", "http+unix"; NULL in process */
    const char *framing;              /* as in wire/framing.h; NULL on HTTP and in process */
    const struct load_workload *workload;
    unsigned connections; /* sockets; 0 in process */
    unsigned depth;       /* documents in flight on each connection */
    unsigned batch;       /* requests in one document; 1: no batch */
    unsigned threads;     /* client threads; in process, the threads that call */
    unsigned workers;     /* the server's worker threads */
    double warm_up;
    double duration;              /* the measured window; 0: `count` decides */
    uint64_t count;               /* requests to measure; 0: `duration` decides */
    double timeout;               /* without any progress for so long, the row fails */
    bool pin;                     /* server on CPU 0, client on CPU 1 */
    const char *const *arguments; /* more for the launch line, NULL-terminated; NULL: none */
    const char *service;          /* the service that is asked of the target; NULL: "benchmark" */
    const char *bin;              /* the folder of our programs, for {bin}; NULL: that of this program */
} load_row;

/* started = succeeded + rejected + errored + timed_out + unfinished. All count requests, not documents. */
typedef struct load_counts {
    uint64_t started;    /* sent in the measured window */
    uint64_t succeeded;  /* answered, with the right bytes */
    uint64_t rejected;   /* answered with a JSON-RPC error, or with a wrong value */
    uint64_t errored;    /* lost to a refused, reset or closed connection, or to bad framing */
    uint64_t timed_out;  /* no answer within the time limit */
    uint64_t unfinished; /* in flight when a failed or interrupted row was cut off */
} load_counts;

typedef enum load_error {
    LOAD_ERROR_REFUSED,
    LOAD_ERROR_RESET,
    LOAD_ERROR_CLOSED,
    LOAD_ERROR_TIMEOUT,
    LOAD_ERROR_FRAMING, /* not a document, not an HTTP response, an HTTP status that is not 200 */
    LOAD_ERROR_WRONG,   /* a reply that is not the one expected */
    LOAD_ERROR_RPC,     /* a JSON-RPC error object; the reason shows the first */
    LOAD_ERROR_KINDS
} load_error;

/* How often error objects of one code came; those beyond so many codes are in the kind alone. */
#define LOAD_CODES 8u
typedef struct load_code {
    int64_t code;
    uint64_t count; /* 0: the entry and all behind it are free */
} load_code;

typedef enum load_bound {
    LOAD_BOUND_SERVER,
    LOAD_BOUND_GENERATOR, /* the client was busy 90 % of the window or more */
    LOAD_BOUND_LATENCY,   /* neither side was busy: depth and round trip decide */
    LOAD_BOUND_UNKNOWN    /* the server's CPU could not be observed and the client was not busy */
} load_bound;

typedef enum load_verdict {
    LOAD_OK,
    LOAD_FAILED,      /* `reason` says why; what was measured is kept */
    LOAD_INTERRUPTED, /* stopped from outside */
    LOAD_SKIPPED      /* could not run here; `reason` says what is missing */
} load_verdict;

/* What one run of a row came to. Emptied with load_outcome_init; plain data of about 70 KB, which may be
 * copied. */
typedef struct load_outcome {
    load_verdict verdict;
    char reason[512]; /* "" when verdict is LOAD_OK */
    load_counts counts;
    uint64_t errors[LOAD_ERROR_KINDS];
    load_code codes[LOAD_CODES]; /* of LOAD_ERROR_RPC */
    uint64_t replies;            /* requests answered inside the window: what the rate is made of */
    double window;               /* seconds the window really lasted */
    uint64_t bytes_sent;         /* in the window, framing and HTTP heads included */
    uint64_t bytes_received;
    load_histogram intended;   /* ns from the intended send time, of requests started in the window */
    load_histogram actual;     /* ns from the actual send; equal to `intended` in a closed loop */
    double in_flight_expected; /* connections x depth x batch */
    double in_flight_observed; /* rate x mean latency: by Little's law the same; 0: too few samples to tell */
    double client_cpu;         /* CPU seconds in the window */
    double server_cpu;         /* CPU seconds in the window; negative: not observed */
    load_bound bound;
    uint64_t context_switches; /* of both sides, in the window */
    double steal;              /* share of the window that the hypervisor took, 0..1; negative: not told */
    double probe_before;       /* the contention probe: ns a step of a fixed loop takes on all CPUs at once */
    double probe_after;
} load_outcome;

#endif
