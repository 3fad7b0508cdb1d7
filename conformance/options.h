/* SPDX-License-Identifier: MIT */
#ifndef CONF_OPTIONS_H
#define CONF_OPTIONS_H

#include "endpoint.h"
#include "names.h"

/* The command line of `conformance`. Plain data; texts are argv's. */

#define CONF_ARGUMENTS_MAX 32u

typedef struct conf_options {
    const char *connect, *target, *launch;
    bool in_process;
    const char *bin, *cases;
    wire_transport transport; /* of a target; WIRE_TRANSPORTS: all that it has */
    wire_framing framing;     /* WIRE_FRAMINGS: not named */
    conf_names names;
    conf_name map[16];
    const char *section, *name;
    bool tier_named;
    conf_tier tier; /* once it is known whether the server is ours to abuse */
    unsigned features;
    bool strict, exact, lenient_version, list, verbose;
    double seconds;
    unsigned jobs;
    unsigned long long seed;
    unsigned random; /* random cases of each property */
    const char *json_suite;
    const char *json, *junit, *markdown, *data;
    const char *arguments[CONF_ARGUMENTS_MAX + 1], *impatient[2 * CONF_ARGUMENTS_MAX + 1];
    size_t argument_count, impatient_count;
} conf_options;

/* Reads it; --help and --version print and end the process. False: it is wrong, and standard error says how. */
bool conf_options_read(conf_options *options, int argc, char **argv);

#endif
