/* SPDX-License-Identifier: MIT */
#ifndef CONF_NAMES_H
#define CONF_NAMES_H

#include "case.h"

/* Other names for the methods that cases call, so that they can be tried on a server without the conformance service. */
typedef struct conf_name {
    const char *ours, *theirs;
} conf_name;

typedef struct conf_names {
    conf_name *map; /* methods that the server has under another name */
    size_t map_count;
    const char
        *method; /* one harmless method of the server, which stands in for pair, tick and note; NULL: none */
    const char *params; /* JSON: what it is called with; NULL: no params */
    const char *result; /* JSON: what it answers; NULL: whatever it answers is fine */
} conf_names;

/* Rewrites the calls of all cases, and what they expect. A case that called nothing but the stand-ins without params no
 * longer needs the conformance service. False: `error` says which name, params or result is wrong. */
bool conf_suite_rename(conf_suite *suite, const conf_names *names, wire_error *error);

#endif
