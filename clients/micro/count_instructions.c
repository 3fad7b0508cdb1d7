/* SPDX-License-Identifier: MIT */
/* Instructions per request. With --requests it is only what callgrind runs; without, it runs itself under callgrind at
 * n and 2n requests, so that start-up and path lengths cancel. */
#include "command.h"
#include "count.h"
#include "shape.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REQUESTS "4096" /* the whole of the workload `random` */
#define CALLGRIND_SECONDS 60

static const char help[] =
    "Usage: count-instructions [--json] [--handler library|json-c] [--vector V] [SHAPE..]\n"
    "       count-instructions --requests N [--workload FILE|--shape SHAPE] [--handler H] [--vector V]\n"
    "The first form prints instructions per request, counted by valgrind's callgrind, for each shape "
    "(default: the\n"
    "workloads, and random on json-c). The second only answers N requests, for callgrind or a profiler.\n"
    "  --json           an Array of entries as they stand in a result file\n"
    "  --vector V       best (default), scalar, sse2, avx2: which instructions the library's parser uses\n"
    "  --handler H      what answers: our library (default), or the json-c control\n"
    "  --workload FILE  the requests, in their order\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

typedef struct options {
    bool json;
    const char *handler, *vector, *workload, *shape, *requests;
    const char *const *shapes; /* NULL after the last */
} options;

static int fail(const char *what, const char *why) {
    (void)fprintf(stderr, "count-instructions: %s: %s\n", what, why);
    return 1;
}

static int run(const options *o, unsigned long requests) {
    wire_error error;
    micro_shape shape;
    bool made = o->workload ? micro_shape_read(&shape, o->workload, &error)
                            : micro_shape_init(&shape, o->shape, &error);
    micro_subject *subject = micro_subject_new(o->handler, o->vector);
    int status = 0;
    if (!made) {
        status = fail(o->workload ? o->workload : o->shape, error.text);
    } else if (!subject) {
        status = fail(o->handler, "cannot be used with these vector instructions here");
    }
    for (unsigned long i = 0, at = 0; status == 0 && i < requests; i += shape.requests) {
        if (!micro_subject_call(subject, micro_shape_document(&shape, at)))
            status = fail(o->handler, "out of memory");
        at = at + 1 < shape.documents ? at + 1 : 0;
    }
    micro_shape_fini(&shape);
    micro_subject_free(subject);
    return status;
}

/* The instructions that callgrind collected; 0: it failed. */
static unsigned long long collected(const char *program, const options *o, const char *vector,
                                    unsigned long requests) {
    char count[32];
    char text[8192];
    (void)snprintf(count, sizeof count, "%lu", requests);
    const char *const argv[] = {"valgrind",
                                "--tool=callgrind",
                                "--callgrind-out-file=/dev/null",
                                "--log-fd=1",
                                program,
                                "--requests",
                                count,
                                "--shape",
                                o->shape,
                                "--handler",
                                o->handler,
                                "--vector",
                                vector,
                                NULL};
    const char *const environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", NULL};
    const load_command command = {
        .argv = argv, .environment = environment, .seconds = CALLGRIND_SECONDS, .errors = true};
    if (load_command_run(&command, text, sizeof text) != 0) return 0;
    const char *at = strstr(text, "Collected :");
    return at ? strtoull(at + sizeof "Collected :" - 1, NULL, 10) : 0;
}

static bool count_shape(const char *program, const options *o, micro_printer *printer) {
    unsigned long requests = strtoul(REQUESTS, NULL, 10);
    micro_subject *subject = micro_subject_new(o->handler, o->vector);
    if (!subject) return fail(o->handler, "cannot be used with these vector instructions here"), false;
    /* The best path here, by its name: callgrind's processor may have another best one. */
    const char *vector = micro_subject_vector(subject) ? micro_subject_vector(subject) : o->vector;
    unsigned long long once = collected(program, o, vector, requests);
    unsigned long long twice = collected(program, o, vector, 2 * requests);
    bool good = once > 0 && twice > once;
    if (good) {
        micro_print(printer, &(micro_count){.id = micro_subject_id(subject),
                                            .shape = o->shape,
                                            .figure = "instructions_per_request",
                                            .vector = micro_subject_vector(subject),
                                            .amount = (double)(twice - once) / (double)requests});
    } else {
        (void)fail(o->shape, "callgrind could not count it; is valgrind installed?");
    }
    micro_subject_free(subject);
    return good;
}

/* The library on each workload, and the control beside it on the one that ratios are made of. */
static bool count_usual(const char *program, options o, micro_printer *printer) {
    bool good = true;
    for (size_t i = 0; i < 6; i++) {
        o.shape = micro_shape_name(i);
        good = count_shape(program, &o, printer) && good;
    }
    o.handler = "json-c";
    o.vector = "best";
    o.shape = "random";
    return count_shape(program, &o, printer) && good;
}

static int count_all(const char *program, options o) {
    micro_printer printer = {.json = o.json, .out = stdout};
    bool good = true;
    if (!*o.shapes) {
        good = count_usual(program, o, &printer);
    } else {
        for (; *o.shapes; o.shapes++) {
            o.shape = *o.shapes;
            good = count_shape(program, &o, &printer) && good;
        }
    }
    return micro_print_end(&printer) && good ? 0 : 1;
}

static int unknown(const char *option) {
    (void)fprintf(stderr, "count-instructions: unknown option, or one without its value: '%s'; see --help\n",
                  option);
    return 2;
}

static int usage(const char *wrong) {
    (void)fprintf(stderr, "count-instructions: %s; see --help\n", wrong);
    return 2;
}

static const char **option_of(options *o, const char *name) {
    if (strcmp(name, "--handler") == 0) return &o->handler;
    if (strcmp(name, "--vector") == 0) return &o->vector;
    if (strcmp(name, "--workload") == 0) return &o->workload;
    if (strcmp(name, "--shape") == 0) return &o->shape;
    if (strcmp(name, "--requests") == 0) return &o->requests;
    return NULL;
}

int main(int argc, char **argv) {
    options o = {.handler = "library", .vector = "best", .shape = "random"};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--help") == 0) return fputs(help, stdout) < 0;
        if (strcmp(argv[i], "--json") == 0) {
            o.json = true;
            continue;
        }
        const char **option = option_of(&o, argv[i]);
        if (!option || i + 1 == argc) return unknown(argv[i]);
        *option = argv[++i];
    }
    o.shapes = (const char *const *)&argv[i];
    unsigned long requests;
    if (o.requests)
        return micro_parse_count(o.requests, &requests) ? run(&o, requests)
                                                        : usage("--requests takes a number");
    if (o.workload) return usage("--workload goes with --requests");
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return fail("/proc/self/exe", "cannot be read");
    program[length] = '\0';
    return count_all(program, o);
}
