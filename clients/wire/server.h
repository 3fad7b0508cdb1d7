/* SPDX-License-Identifier: MIT */
#ifndef WIRE_SERVER_H
#define WIRE_SERVER_H

#include "address.h"
#include "clock.h"
#include "error.h"
#include "transport.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A server process: launched, watched, measured, stopped. It runs in a process group of its own, and is
 * killed when the thread that launched it ends, so launch from a thread that lives as long as the run. One
 * server is one thread's; different servers may be different threads'. */
typedef struct wire_server wire_server;

typedef enum wire_ready {
    WIRE_READY_LINE,   /* a line on its standard output begins with `line`, and the rest is its address */
    WIRE_READY_ACCEPTS /* `address` takes connections */
} wire_ready;

/* How to launch one. Plain data, used during wire_server_start only. */
typedef struct wire_command {
    const char *const *argv; /* NULL-terminated; argv[0] is looked up along PATH unless it holds a slash */
    wire_ready ready;
    const char *line;            /* WIRE_READY_LINE; NULL means "listening on " */
    const char *address;         /* WIRE_READY_ACCEPTS */
    unsigned listeners;          /* WIRE_READY_LINE: how many such lines to wait for, at most 64; 0 means 1 */
    const wire_framing *framing; /* what its addresses are to say; NULL: what they say themselves */
    bool stdio;                  /* it speaks over its standard input and output: ready as soon as it runs */
    const int *cpus;             /* CPUs it may run on; NULL: any */
    size_t cpu_count;
    double ready_seconds; /* how long it may take to be ready; 0 means 10 */
    const char *folder;   /* private temporary folder, removed when it stops or fails to start; NULL: none */
} wire_command;

/* Starts the process and waits until it is ready. NULL: `error` names the program, what happened (not
 * found, ended with .., not ready within ..) and the end of what it wrote to standard error; no process is
 * left. */
wire_server *wire_server_start(const wire_command *command, wire_error *error);

/* Asks it to end (SIGTERM), waits up to `seconds` (0 means 5), kills its process group then, and reaps it
 * in any case; frees everything. True when it ended by itself with status 0. NULL does nothing and returns
 * true. */
bool wire_server_stop(wire_server *server, double seconds, wire_error *error);

/* The n-th address it listens on, in the order it said so; NULL from the last one on. Valid as long as the
 * server. */
const wire_address *wire_server_address(const wire_server *server, size_t n);

/* Its standard input and output, for `stdio`; the caller closes it or leaves that to wire_server_stop. */
wire_connection *wire_server_stdio(wire_server *server);

pid_t wire_server_pid(const wire_server *server);

/* Whether it still runs. False: `error` says how it ended ("exited with status 3", "killed by signal 11
 * (Segmentation fault)") and ends with what it wrote last to standard error. */
bool wire_server_alive(wire_server *server, wire_error *error);

/* The end of what it has written to standard error so far, at most 4 KiB, terminated. Valid until the next
 * call. */
const char *wire_server_stderr(wire_server *server);

/* What the process has used so far. */
typedef struct wire_usage {
    double cpu_seconds; /* user and system, all its threads */
    uint64_t voluntary; /* context switches, all its threads */
    uint64_t involuntary;
    uint64_t peak_memory_bytes; /* resident, at its highest */
} wire_usage;

/* Reads it from the process's CPU clock and /proc. False: it has gone, or there is no /proc. */
bool wire_process_usage(pid_t pid, wire_usage *usage);

/* The same for a server. */
bool wire_server_usage(const wire_server *server, wire_usage *usage);

#endif
