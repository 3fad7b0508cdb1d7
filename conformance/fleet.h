/* SPDX-License-Identifier: MIT */
#ifndef CONF_FLEET_H
#define CONF_FLEET_H

#include "run.h"

#include "wire/target.h"

/* The servers that cases run on: one for most of them, a less patient one for those that fall silent, and
 * on stdio a new one for each. A server that died is started again, so that one case cannot fail the rest. */
typedef struct conf_fleet {
    const wire_target *target;
    wire_launch launch;           /* `arguments` are those of all servers */
    const char *const *impatient; /* all arguments of the less patient one; NULL: there is none */
    bool strict, exact;
    double seconds;
    wire_server *servers[2]; /* private */
} conf_fleet;

/* Runs one case and fills the result. False: no server could be started, `error` says why; result is not
 * set. */
bool conf_fleet_run(conf_fleet *fleet, const conf_case *one, conf_result *result, wire_error *error);

/* Stops all servers. False: one did not end as told, or not with status 0; `error` says which way. */
bool conf_fleet_stop(conf_fleet *fleet, wire_error *error);

#endif
