/* SPDX-License-Identifier: MIT */
/* How many blocks a request allocates once everything is warm: in this whole process, by an allocator that counts. */
#include "count.h"
#include "counting_malloc.h"
#include "shape.h"
#include "subject.h"

#include <stdio.h>
#include <string.h>

#define WARM_UP_ROUNDS 3
#define COUNTED_ROUNDS 5

static const char help[] =
    "Usage: count-allocations [--json] [--handler library|json-c] [--most N] [SHAPE..]\n"
    "Prints allocations per request, after a warm-up, for each shape (default: all).\n"
    "  --json       an Array of entries as they stand in a result file\n"
    "  --handler H  what answers: our library (default), or the json-c control\n"
    "  --most N     fail if any shape allocates more than N blocks per request\n"
    "Exit status: 0 counted, 1 failed or more than N, 2 wrong usage, 77 this build cannot count.\n";

typedef struct options {
    bool json;
    const char *handler;
    const char *most;
    const char *const *shapes; /* NULL after the last */
} options;

static bool run_rounds(micro_subject *subject, const micro_shape *shape, int rounds) {
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < shape->documents; i++) {
            if (!micro_subject_call(subject, micro_shape_document(shape, i))) return false;
        }
    }
    return true;
}

/* Negative: it failed. */
static double count_shape(micro_subject *subject, const micro_shape *shape) {
    if (!run_rounds(subject, shape, WARM_UP_ROUNDS)) return -1;
    uint64_t before = counting_allocations();
    if (!run_rounds(subject, shape, COUNTED_ROUNDS)) return -1;
    uint64_t allocations = counting_allocations() - before;
    return (double)allocations /
           ((double)COUNTED_ROUNDS * (double)shape->documents * (double)shape->requests);
}

static bool count_named(const char *name, const options *o, micro_printer *printer, double *amount) {
    wire_error error;
    micro_shape shape;
    micro_subject *subject = micro_subject_new(o->handler, "best");
    bool made = micro_shape_init(&shape, name, &error);
    *amount = made && subject ? count_shape(subject, &shape) : -1;
    if (*amount >= 0) {
        micro_print(printer, &(micro_count){.id = micro_subject_id(subject),
                                            .shape = name,
                                            .figure = "allocations_per_request",
                                            .vector = micro_subject_vector(subject),
                                            .amount = *amount});
    } else {
        (void)fprintf(stderr, "count-allocations: %s: %s\n", name, made ? "out of memory" : error.text);
    }
    micro_shape_fini(&shape);
    micro_subject_free(subject);
    return *amount >= 0;
}

static bool acceptable(const char *name, const options *o, double amount, double most) {
    if (!o->most || amount <= most) return true;
    (void)fprintf(stderr, "count-allocations: %s: %.2f allocations per request, %s are allowed\n", name,
                  amount, o->most);
    return false;
}

static int count_all(const options *o, double most) {
    micro_printer printer = {.json = o->json, .out = stdout};
    bool good = true;
    for (size_t i = 0;; i++) {
        const char *name = *o->shapes ? o->shapes[i] : micro_shape_name(i);
        if (!name) break;
        double amount;
        if (!count_named(name, o, &printer, &amount) || !acceptable(name, o, amount, most)) good = false;
    }
    return micro_print_end(&printer) && good ? 0 : 1;
}

static int unknown(const char *option) {
    (void)fprintf(stderr, "count-allocations: unknown option, or one without its value: '%s'; see --help\n",
                  option);
    return 2;
}

static int usage(const char *wrong) {
    (void)fprintf(stderr, "count-allocations: %s; see --help\n", wrong);
    return 2;
}

int main(int argc, char **argv) {
    options o = {.handler = "library"};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--help") == 0) return fputs(help, stdout) < 0;
        if (strcmp(argv[i], "--json") == 0) {
            o.json = true;
        } else if (strcmp(argv[i], "--handler") == 0 && i + 1 < argc) {
            o.handler = argv[++i];
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            o.most = argv[++i];
        } else {
            return unknown(argv[i]);
        }
    }
    unsigned long most = 0;
    if (o.most && strcmp(o.most, "0") != 0 && !micro_parse_count(o.most, &most))
        return usage("--most takes a number");
    if (strcmp(o.handler, "library") != 0 && strcmp(o.handler, "json-c") != 0) {
        return usage("--handler is library or json-c");
    }
    if (!counting_is_on()) {
        (void)fputs("count-allocations: a build with sanitizers has their allocator and cannot count\n",
                    stdout);
        return 77;
    }
    o.shapes = (const char *const *)&argv[i];
    return count_all(&o, (double)most);
}
