/* SPDX-License-Identifier: MIT */
#include "fleet.h"

static bool is_patient_case(const conf_case *one) {
    return one->writes != CONF_THEN_WAIT;
}

static wire_server *start(const conf_fleet *fleet, bool patient, wire_error *error) {
    wire_launch launch = fleet->launch;
    if (!patient && fleet->impatient) launch.arguments = fleet->impatient;
    return wire_target_start(fleet->target, &launch, error);
}

/* The place of a server, without its pipes. */
static conf_place place_of(const conf_fleet *fleet, const wire_server *server) {
    return (conf_place){.address = *wire_server_address(server, 0),
                        .strict = fleet->strict,
                        .exact = fleet->exact,
                        .seconds = fleet->seconds};
}

/* A case that no server need be started for is told beforehand. */
static bool skips(const conf_fleet *fleet, const conf_case *one, conf_result *result) {
    wire_connection none = WIRE_CONNECTION_NONE;
    conf_place place = {.address = {.transport = fleet->launch.transport, .framing = fleet->launch.framing},
                        .stdio = fleet->launch.transport == WIRE_STDIO ? &none : NULL,
                        .strict = fleet->strict};
    *result = (conf_result){.verdict = CONF_SKIP};
    return !conf_fits(one, &place, &result->why);
}

/* A process of its own, which has to end well when its input does. */
static bool run_stdio(const conf_fleet *fleet, const conf_case *one, conf_result *result, wire_error *error) {
    wire_server *server = start(fleet, true, error);
    if (!server) return false;
    wire_error why = {""};
    conf_place place = place_of(fleet, server);
    place.stdio = wire_server_stdio(server);
    conf_run(one, &place, result);
    if (!wire_server_stop(server, fleet->seconds, &why)) conf_fail(result, "%s", why.text);
    return true;
}

static bool run_socket(conf_fleet *fleet, const conf_case *one, conf_result *result, wire_error *error) {
    bool patient = is_patient_case(one) || !fleet->impatient;
    wire_server **server = &fleet->servers[patient ? 0 : 1];
    wire_error why = {""};
    if (!*server) *server = start(fleet, patient, error);
    if (!*server) return false;
    conf_place place = place_of(fleet, *server);
    conf_run(one, &place, result);
    if (wire_server_alive(*server, &why)) return true;
    result->verdict = CONF_FAIL;
    result->why = why;
    wire_server_stop(*server, 0, NULL);
    *server = NULL;
    return true;
}

bool conf_fleet_run(conf_fleet *fleet, const conf_case *one, conf_result *result, wire_error *error) {
    if (skips(fleet, one, result)) return true;
    if (fleet->launch.transport == WIRE_STDIO) return run_stdio(fleet, one, result, error);
    return run_socket(fleet, one, result, error);
}

bool conf_fleet_stop(conf_fleet *fleet, wire_error *error) {
    bool good = true;
    for (size_t i = 0; i < sizeof fleet->servers / sizeof fleet->servers[0]; i++) {
        good = wire_server_stop(fleet->servers[i], 0, error) && good;
        fleet->servers[i] = NULL;
    }
    return good;
}
