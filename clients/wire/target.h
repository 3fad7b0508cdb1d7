/* SPDX-License-Identifier: MIT */
#ifndef WIRE_TARGET_H
#define WIRE_TARGET_H

#include "server.h"

/* A server that can be measured and tested: what its target.json says (data/schema/target.schema.json).
 * Constant once loaded; any thread may read it. */
typedef struct wire_target wire_target;

/* Reads a target.json. NULL: `error` names the file, the member and what it should be. */
wire_target *wire_target_load(const char *path, wire_error *error);
void wire_target_free(wire_target *target); /* NULL is fine */

/* Texts of the file; "" where it has none. Valid as long as the target. */
const char *wire_target_name(const wire_target *target);
const char *wire_target_version(const wire_target *target);
const char *wire_target_licence(const wire_target *target);
const char *wire_target_language(const wire_target *target);
const char *wire_target_build(const wire_target *target);
const char *wire_target_path(const wire_target *target);

/* The n-th package it needs; NULL from the last one on. */
const char *wire_target_package(const wire_target *target, size_t n);

/* Whether it has such a transport, framing, service, feature. */
bool wire_target_has_transport(const wire_target *target, wire_transport transport);
bool wire_target_has_framing(const wire_target *target, wire_framing framing);
bool wire_target_has_service(const wire_target *target, const char *service);
bool wire_target_has_feature(const wire_target *target, const char *feature);

/* How a target is to be launched. Zero means the default of each. */
typedef struct wire_launch {
    wire_transport transport;
    wire_framing framing;
    const char *service; /* {service}; NULL means "benchmark" */
    unsigned workers;    /* {workers}; 0 means 1 */
    const char *bin;     /* {bin}: the folder of our programs; NULL: the folder of this program */
    const int *cpus;     /* CPUs it may run on; NULL: any */
    size_t cpu_count;
    double ready_seconds;         /* 0 means 10 */
    const char *const *arguments; /* more arguments at the end, NULL-terminated; NULL: none */
} wire_launch;

/* Launches a target for one transport: {port} becomes 0 where its address is told by a line and a free port
 * where it only accepts, {socket} a path in a new private folder, {framing} the framing's name. NULL: `error`
 * names the target, the program and what to do (build it, install its packages). */
wire_server *wire_target_start(const wire_target *target, const wire_launch *launch, wire_error *error);

/* Whether it can be launched for that transport here: false when it has no launch line for it, or its program
 * or something else that it requires is not there; `error` says which, and what to install or build. */
bool wire_target_available(const wire_target *target, const wire_launch *launch, wire_error *error);

#endif
