/* SPDX-License-Identifier: MIT */
#ifndef LOAD_OPTIONS_H
#define LOAD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The command line of bench. */

enum { LOAD_LIST_MAX = 16 };

typedef enum load_mode {
    LOAD_MODE_NONE, /* the menu, or the help */
    LOAD_MODE_SYNC,
    LOAD_MODE_TCP,
    LOAD_MODE_UNIX,
    LOAD_MODE_HTTP,
    LOAD_MODE_HTTP_BATCH,
    LOAD_MODE_HOST,
    LOAD_MODE_SWEEP,
    LOAD_MODE_LIMITS,
    LOAD_MODE_CONNECT,
    LOAD_MODE_MACHINE,
    LOAD_MODE_LIST,
    LOAD_MODE_DIFF,
    LOAD_MODE_HELP,
    LOAD_MODE_VERSION
} load_mode;

/* Names that a comma separated. */
typedef struct load_names {
    const char *names[LOAD_LIST_MAX];
    size_t count; /* 0: left open */
    char *text;   /* what `names` point into */
} load_names;

bool load_names_hold(const load_names *names, const char *name);

/* What was asked for. Strings point into argv. What was left open is 0, negative or NULL, as said here: the plan
 * fills it in for each series. */
typedef struct load_options {
    const char *address;  /* --connect */
    const char *framing;  /* --framing; NULL: concatenated */
    const char *workload; /* a name or a file; NULL: the five shapes */
    const char *json;     /* NULL: build/results/DATE/result.json for a sweep, no file else */
    char *const *files;   /* diff: two, or with --paired any even number */
    size_t file_count;
    load_names targets; /* --targets, names or paths of target.json */
    load_names series;  /* --series, ids; none: all of the mode */
    double duration;    /* -d or the mode's [s], seconds; negative: left open */
    double warm_up;     /* negative: left open */
    double timeout;     /* negative: left open */
    uint64_t count;     /* -n; 0: duration decides */
    size_t connection_count;
    unsigned connections[LOAD_LIST_MAX]; /* -c; none: left open */
    unsigned threads;                    /* -t; 0: left open, as all that follow */
    unsigned depth;                      /* --depth or the mode's [depth] */
    unsigned batch;                      /* the mode's [n] */
    unsigned workers;                    /* --workers */
    unsigned runs;                       /* --runs */
    load_mode mode;
    bool pin;
    bool csv;
    bool quick;
    bool paired; /* diff --paired */
    bool counts; /* diff --counts */
} load_options;

/* Reads a command line. False for one that is wrong: `fault` (of `size` bytes) names the argument, what is wrong with
 * it and what it should be. Looks at nothing outside argv. Call load_options_fini either way. */
bool load_options_parse(int argc, char **argv, load_options *options, char *fault, size_t size);
void load_options_fini(load_options *options);

/* What --help prints. Constant. */
const char *load_options_help(void);

/* "--tcp" for LOAD_MODE_TCP. Constant; "" for LOAD_MODE_NONE. */
const char *load_mode_flag(load_mode mode);

#endif
