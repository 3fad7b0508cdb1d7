/* SPDX-License-Identifier: MIT */
#include "endpoint.h"

#include "in_process.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

struct conf_endpoint {
    const conf_reach *reach;
    wire_server *servers[2]; /* one for most cases, a less patient one for those that fall silent */
    conf_library *library;
};

conf_endpoint *conf_endpoint_new(const conf_reach *reach) {
    conf_endpoint *endpoint = calloc(1, sizeof *endpoint);
    if (!endpoint) return NULL;
    endpoint->reach = reach;
    if (reach->kind == CONF_REACH_LIBRARY && !(endpoint->library = conf_library_new(reach->place.strict))) {
        free(endpoint);
        return NULL;
    }
    return endpoint;
}

/* ---- launching ---- */

static bool on_stdio(const conf_reach *reach) {
    if (reach->kind == CONF_REACH_COMMAND) return !reach->address;
    return reach->kind == CONF_REACH_TARGET && reach->launch.transport == WIRE_STDIO;
}

static wire_server *start_command(const conf_reach *reach, wire_error *error) {
    /* The shell makes way for the command, so that signals reach it. */
    const char *const argv[] = {"/bin/sh", "-c", "eval \"exec $1\"", "sh", reach->command, NULL};
    wire_command command = {.argv = argv,
                            .ready = WIRE_READY_ACCEPTS,
                            .address = reach->address,
                            .framing = &reach->place.address.framing,
                            .stdio = !reach->address};
    wire_error why = {""};
    wire_server *server = wire_server_start(&command, &why);
    if (!server) wire_error_set(error, "%s: %s", reach->command, why.text);
    return server;
}

static wire_server *start(const conf_reach *reach, bool patient, wire_error *error) {
    wire_launch launch = reach->launch;
    if (reach->kind == CONF_REACH_COMMAND) return start_command(reach, error);
    if (!patient && reach->impatient) launch.arguments = reach->impatient;
    return wire_target_start(reach->target, &launch, error);
}

/* ---- running ---- */

/* A case that no server need be asked for is told beforehand. */
static bool skips(const conf_reach *reach, const conf_case *one, conf_result *result) {
    wire_connection none = WIRE_CONNECTION_NONE;
    conf_place place = reach->place;
    if (reach->kind == CONF_REACH_LIBRARY) place.call = conf_library_call;
    if (on_stdio(reach)) place.stdio = &none;
    *result = (conf_result){.verdict = CONF_SKIP};
    return !conf_fits(one, &place, &result->why);
}

/* Whether the process has ended. Where nothing came back it is given a moment: the kernel closes the connections of a
 * process before its parent can see that it has ended. */
static bool has_died(wire_server *server, const conf_result *result, wire_error *why) {
    bool suspect = result->verdict == CONF_FAIL && result->got.length == 0;
    for (int i = 0; i < 20 && suspect; i++) {
        if (!wire_server_alive(server, why)) return true;
        poll(NULL, 0, 2);
    }
    return !wire_server_alive(server, why);
}

/* A process of its own. Ours has to end well when its input does; of others only a crash is held against the case. */
static bool run_stdio(const conf_reach *reach, const conf_case *one, conf_result *result, wire_error *error) {
    wire_server *server = start(reach, true, error);
    if (!server) return false;
    wire_error why = {""};
    conf_place place = reach->place;
    place.stdio = wire_server_stdio(server);
    conf_run(one, &place, result);
    if (!wire_server_alive(server, &why) && strstr(why.text, "killed by signal"))
        conf_fail(result, "%s", why.text);
    if (!wire_server_stop(server, place.exact ? place.seconds : 0.5, &why) && place.exact)
        conf_fail(result, "%s", why.text);
    return true;
}

static bool run_launched(conf_endpoint *endpoint, const conf_case *one, conf_result *result,
                         wire_error *error) {
    const conf_reach *reach = endpoint->reach;
    bool patient = one->writes != CONF_THEN_WAIT || !reach->impatient;
    wire_server **server = &endpoint->servers[patient ? 0 : 1];
    wire_error why = {""};
    if (*server && !wire_server_alive(*server, &why)) {
        wire_server_stop(*server, 0, NULL);
        *server = NULL;
    }
    if (!*server) *server = start(reach, patient, error);
    if (!*server) return false;
    conf_place place = reach->place;
    place.address = *wire_server_address(*server, 0);
    conf_run(one, &place, result);
    if (!has_died(*server, result, &why)) return true;
    result->verdict = CONF_FAIL;
    result->why = why;
    wire_server_stop(*server, 0, NULL);
    *server = NULL;
    return true;
}

bool conf_endpoint_run(conf_endpoint *endpoint, const conf_case *one, conf_result *result,
                       wire_error *error) {
    const conf_reach *reach = endpoint->reach;
    conf_place place = reach->place;
    if (skips(reach, one, result)) return true;
    if (on_stdio(reach)) return run_stdio(reach, one, result, error);
    if (reach->kind == CONF_REACH_COMMAND || reach->kind == CONF_REACH_TARGET)
        return run_launched(endpoint, one, result, error);
    if (reach->kind == CONF_REACH_LIBRARY) {
        place.call = conf_library_call;
        place.context = endpoint->library;
    }
    conf_run(one, &place, result);
    return true;
}

bool conf_endpoint_free(conf_endpoint *endpoint, wire_error *error) {
    bool good = true;
    if (!endpoint) return true;
    for (size_t i = 0; i < sizeof endpoint->servers / sizeof endpoint->servers[0]; i++)
        good = wire_server_stop(endpoint->servers[i], endpoint->reach->place.exact ? 0 : 0.5, error) && good;
    if (!endpoint->reach->place.exact) good = true;
    conf_library_free(endpoint->library);
    free(endpoint);
    return good;
}
