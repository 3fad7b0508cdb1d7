/* SPDX-License-Identifier: MIT */
#include "session.h"

#include "callee.h"
#include "command.h"
#include "counting.h"
#include "json.h"
#include "machine.h"
#include "plan.h"
#include "quantity.h"
#include "result.h"
#include "runner.h"
#include "show.h"
#include "table.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { path_size = 4096, fault_size = 8192 };

/* What a session holds from its beginning to its end. */
typedef struct session {
    const load_options *options;
    load_catalogue *catalogue;
    load_plan plan;
    load_result *result;
    char path[path_size]; /* of the result file; "": none */
} session;

/* A signal handler has nothing but globals to reach the run by. */
static load_stop stop;

static void request_stop(int signal_number) {
    (void)signal_number;
    atomic_store(&stop.requested, true);
}

/* The first signal ends the run and keeps what was measured; a second one has its usual effect. Servers die with us:
 * the kernel sees to that. */
static void take_signals(void) {
    struct sigaction action = {.sa_handler = request_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int usage(const char *fault) {
    fprintf(stderr, "bench: %s\n", fault);
    return LOAD_EXIT_USAGE;
}

/* Where the result goes: where --json says; a sweep without it gets a folder of its own in the build tree. */
static void choose_path(session *s) {
    const time_t now = time(NULL);
    struct tm utc;
    if (s->options->json) {
        snprintf(s->path, sizeof s->path, "%s", s->options->json);
    } else if (s->options->mode == LOAD_MODE_SWEEP && gmtime_r(&now, &utc)) {
        char date[32];
        strftime(date, sizeof date, "%Y-%m-%dT%H-%M-%SZ", &utc);
        snprintf(s->path, sizeof s->path, "%s/results/%s/result.json", LOAD_BUILD_DIR, date);
    }
}

/* Counting is for whole sessions: it is the same from run to run. */
static bool counts(const load_options *o) {
    const load_mode mode = o->mode;
    return !o->series.count && (mode == LOAD_MODE_SYNC || mode == LOAD_MODE_SWEEP || mode == LOAD_MODE_HOST);
}

static void say_plan(const session *s) {
    char span[32];
    const bool counted = counts(s->options) && !s->options->quick;
    const double seconds = load_plan_seconds(&s->plan, 0) + (counted ? LOAD_COUNTING_SECONDS : 0);
    size_t series = 0;
    for (size_t i = 0; i < s->plan.prepared_count; i++) series += !s->plan.prepared[i].missing[0];
    printf("%zu series, %zu run%s in %u repetition%s: about %s.\n", series, s->plan.count,
           s->plan.count == 1 ? "" : "s", s->plan.runs, s->plan.runs == 1 ? "" : "s",
           load_span_format(span, sizeof span, seconds));
    for (size_t i = 0; i < s->plan.prepared_count; i++) {
        const load_prepared *p = &s->plan.prepared[i];
        if (p->missing[0]) printf("%s is skipped: %s\n", p->series->id, p->missing);
    }
    printf("\n");
    fflush(stdout);
}

/* Draws the charts of a sweep beside its file. Charts that cannot be drawn are no reason to lose the run. */
static bool draw(const session *s) {
    char folder[path_size];
    const char *slash = strrchr(s->path, '/');
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", slash == s->path ? 1 : (int)(slash - s->path), s->path);
    else
        snprintf(folder, sizeof folder, ".");
    static const char program[] = LOAD_BIN_DIR "/charts";
    const char *const argv[] = {program, "render", "--input", s->path, "--output", folder, NULL};
    const load_command command = {.argv = argv, .seconds = 120, .errors = true};
    if (!load_command_exists(argv[0])) {
        fprintf(stderr, "bench: the charts were not drawn: build/bin/charts is missing; build it\n");
        return false;
    }
    if (load_command_run(&command, NULL, 0) != 0) {
        fprintf(stderr, "bench: the charts were not drawn; draw them with charts render --input %s\n",
                s->path);
        return false;
    }
    printf("\nThe charts are in %s\n", folder);
    return true;
}

static bool run(session *s) {
    const load_options *o = s->options;
    load_runner runner = {.plan = &s->plan,
                          .result = s->result,
                          .stop = &stop,
                          .path = s->path[0] ? s->path : NULL,
                          .out = stdout,
                          .live = isatty(STDOUT_FILENO) == 1};
    say_plan(s);
    load_show_plan(&s->plan, &stop, stdout);
    printf("\n");
    if (counts(o)) load_counting(s->result, o->quick, &stop, stdout);
    return load_runner_run(&runner);
}

static bool print(const session *s) {
    json_object *root = load_result_json(s->result);
    printf("\n");
    load_table_print(root, stdout);
    load_ratios_print(root, stdout);
    load_counting_print(root, stdout);
    load_bars_print(root, stdout);
    if (s->options->csv) {
        printf("\n");
        load_result_csv(root, stdout);
    }
    if (s->path[0] && access(s->path, F_OK) == 0) printf("\nThe results are in %s\n", s->path);
    fflush(stdout);
    const bool any = json_object_array_length(load_json_get(root, "points")) > 0;
    const bool stopped = atomic_load(&stop.requested);
    return s->options->mode != LOAD_MODE_SWEEP || !any || stopped || draw(s);
}

static int measure(session *s, int argc, char **argv) {
    char fault[fault_size];
    if (s->path[0] && !load_json_writable(s->path, fault, sizeof fault)) return usage(fault);
    json_object *context = load_machine_context(argc - 1, argv + 1, load_callee_vector_path(),
                                                s->options->pin && load_machine_cpus() > 1);
    s->result = load_result_new(context, s->options->quick);
    if (!s->result) return fprintf(stderr, "bench: out of memory\n"), LOAD_EXIT_FAILED;
    take_signals();
    const bool good = run(s);
    const bool drawn = print(s);
    return good && drawn ? LOAD_EXIT_DONE : LOAD_EXIT_FAILED;
}

int load_session(const load_options *options, int argc, char **argv) {
    session s = {.options = options, .catalogue = load_catalogue_new()};
    wire_error error;
    int status = LOAD_EXIT_FAILED;
    choose_path(&s);
    if (!s.catalogue)
        fprintf(stderr, "bench: out of memory\n");
    else if (!load_plan_make(&s.plan, options, s.catalogue, load_machine_cpus(), &error))
        status = usage(error.text);
    else
        status = measure(&s, argc, argv);
    load_result_free(s.result);
    load_plan_fini(&s.plan);
    load_catalogue_free(s.catalogue);
    return status;
}

/* A name and what it is, in lines of at most 80 columns that end between words. */
static void list_item(const char *name, const char *about) {
    enum { width = 60 };
    while (strlen(about) > width) {
        size_t end = width;
        while (end > 0 && about[end] != ' ') end--;
        if (end == 0) break;
        printf("  %-16s %.*s\n", name, (int)end, about);
        about += end + 1;
        name = "";
    }
    printf("  %-16s %s\n", name, about);
}

static void list_series(void) {
    printf("Series\n");
    for (size_t i = 0; load_series_at(i); i++) list_item(load_series_at(i)->id, load_series_at(i)->label);
}

/* What a target offers, or what is missing. */
static void list_target(load_catalogue *catalogue, const char *name) {
    wire_error error;
    const wire_target *target = load_catalogue_target(catalogue, name, &error);
    if (!target) {
        printf("  %-16s cannot be read: %s\n", name, error.text);
        return;
    }
    printf("  %-16s %s %s, %s:", name, wire_target_name(target), wire_target_version(target),
           wire_target_language(target));
    for (int transport = 0; transport < WIRE_TRANSPORTS; transport++)
        if (wire_target_has_transport(target, (wire_transport)transport))
            printf(" %s", wire_transport_name((wire_transport)transport));
    printf("\n");
    for (int transport = 0; transport < WIRE_TRANSPORTS; transport++) {
        const wire_launch launch = {.transport = (wire_transport)transport};
        if (!wire_target_has_transport(target, launch.transport)) continue;
        if (!wire_target_available(target, &launch, &error))
            printf("  %-16s   missing: %s\n", "", error.text);
        return;
    }
}

int load_session_list(const load_options *options) {
    wire_error error;
    load_catalogue *catalogue = load_catalogue_new();
    if (!catalogue) return fprintf(stderr, "bench: out of memory\n"), LOAD_EXIT_FAILED;
    list_series();
    printf("\nTargets\n");
    for (size_t i = 0; load_catalogue_target_name(i); i++)
        list_target(catalogue, load_catalogue_target_name(i));
    for (size_t i = 0; i < options->targets.count; i++) list_target(catalogue, options->targets.names[i]);
    printf("\nWorkloads\n");
    for (size_t i = 0;; i++) {
        const char *name = load_catalogue_workload_name(catalogue, i);
        if (!name) break;
        const load_workload *workload = load_catalogue_workload(catalogue, name, &error);
        list_item(name, workload ? load_workload_about(workload) : error.text);
    }
    load_catalogue_free(catalogue);
    return LOAD_EXIT_DONE;
}
