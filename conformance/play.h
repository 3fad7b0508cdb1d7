/* SPDX-License-Identifier: MIT */
#ifndef CONF_PLAY_H
#define CONF_PLAY_H

#include "endpoint.h"

/* All cases of a suite on one server: several at a time, in no order that a case could depend on. */
typedef struct conf_play {
    char where[320]; /* for people: "tcp, line" */
    const conf_suite *suite;
    conf_result *results; /* one for each case of the suite */
    double seconds;       /* how long all took */
} conf_play;

/* Runs them with `jobs` threads, each with an endpoint of its own, so that what is launched is launched `jobs` times.
 * False: the server cannot be started, or ours did not end well; `error` says why. In either case to be ended. */
bool conf_play_all(conf_play *play, const conf_suite *suite, const conf_reach *reach, unsigned jobs,
                   wire_error *error);
void conf_play_fini(conf_play *play);

/* How many cases of these classes (bits, 1 << conf_class) ended so. */
#define CONF_ANY_CLASS 7u
size_t conf_play_count(const conf_play *play, conf_verdict verdict, unsigned classes);

#endif
