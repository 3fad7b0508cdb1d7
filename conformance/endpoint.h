/* SPDX-License-Identifier: MIT */
#ifndef CONF_ENDPOINT_H
#define CONF_ENDPOINT_H

#include "run.h"

#include "wire/target.h"

/* The server under test as one thread uses it. */

typedef enum conf_reach_kind {
    CONF_REACH_ADDRESS, /* it runs already */
    CONF_REACH_COMMAND, /* a command line starts it; it speaks over stdio, or listens on `place.address` */
    CONF_REACH_TARGET,  /* a target.json says how */
    CONF_REACH_LIBRARY  /* our own, in this process */
} conf_reach_kind;

/* How the server is reached. Constant while it is used; any number of threads may. */
typedef struct conf_reach {
    conf_reach_kind kind;
    conf_place place; /* of all cases; what only a running server knows is filled in for each */
    const char
        *address; /* text of place.address, for CONF_REACH_ADDRESS and a command that listens; NULL: stdio */
    const char *command; /* for the shell */
    const wire_target *target;
    wire_launch launch;           /* of the target */
    const char *const *impatient; /* launch.arguments for cases that fall silent; NULL: the same */
} conf_reach;

typedef struct conf_endpoint conf_endpoint;

/* Launches nothing yet. NULL: out of memory. The thread that runs the first case has to run all and free it. */
conf_endpoint *conf_endpoint_new(const conf_reach *reach);

/* Runs a case and fills the result; what died is started again first. False: the server cannot be started or connected
 * to, `error` says why and what to do; the result is not set. */
bool conf_endpoint_run(conf_endpoint *endpoint, const conf_case *one, conf_result *result, wire_error *error);

/* Stops what was launched. False: our own server did not end as told; `error` says how. NULL is fine. */
bool conf_endpoint_free(conf_endpoint *endpoint, wire_error *error);

#endif
