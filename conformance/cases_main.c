/* SPDX-License-Identifier: MIT */

/* conformance-cases: runs the cases on a target of ours, where only the expected answer passes. */

#include "fleet.h"
#include "report.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char usage[] =
    "usage: conformance-cases --cases DIR --target FILE --transport T [options] [-- ARGUMENT..]\n"
    "\n"
    "Runs the conformance cases on a server that it launches, a fresh connection each.\n"
    "\n"
    "  --cases DIR         folder of the case files (conformance/cases)\n"
    "  --target FILE       target.json of the server\n"
    "  --bin DIR           folder of its program, {bin} in the target (default: this program's)\n"
    "  --transport T       tcp, unix, http, http+unix or stdio\n"
    "  --framing F         concatenated, line or content-length (default: each in turn)\n"
    "  --strict            the server is launched with the version policy strict\n"
    "  --lenient-answers   the other good answers of a case pass too\n"
    "  --impatient ARG     one more argument of the server for cases that fall silent; may be repeated\n"
    "  --name TEXT         only cases whose name holds TEXT\n"
    "  --seconds S         time limit of a case (default 30)\n"
    "  --skips             print skipped cases and why\n"
    "  --help              this text\n"
    "\n"
    "Arguments behind -- go to the server. Exit status: 0 all passed, 1 some did not, 2 wrong usage.\n";

#define ARGUMENTS_MAX 32u

struct options {
    const char *cases, *target, *name;
    wire_launch launch;
    bool one_framing, strict, exact, skips;
    double seconds;
    const char *arguments[ARGUMENTS_MAX + 1], *impatient[2 * ARGUMENTS_MAX + 1];
    size_t argument_count, impatient_count;
};

static const struct option names[] = {
    {"cases", required_argument, NULL, 'c'},
    {"target", required_argument, NULL, 't'},
    {"bin", required_argument, NULL, 'b'},
    {"transport", required_argument, NULL, 'T'},
    {"framing", required_argument, NULL, 'f'},
    {"strict", no_argument, NULL, 's'},
    {"lenient-answers", no_argument, NULL, 'l'},
    {"impatient", required_argument, NULL, 'i'},
    {"name", required_argument, NULL, 'n'},
    {"seconds", required_argument, NULL, 'S'},
    {"skips", no_argument, NULL, 'k'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool refuse(const char *what, const char *value) {
    fprintf(stderr, "conformance-cases: %s '%s'; see --help\n", what, value);
    return false;
}

static bool take_seconds(struct options *options, const char *text) {
    char *end;
    options->seconds = strtod(text, &end);
    return (*end == '\0' && options->seconds > 0) || refuse("--seconds: not a number of seconds:", text);
}

static bool take_option(struct options *options, int option, const char *value) {
    switch (option) {
    case 'c': options->cases = value; return true;
    case 't': options->target = value; return true;
    case 'b': options->launch.bin = value; return true;
    case 'n': options->name = value; return true;
    case 's': options->strict = true; return true;
    case 'l': options->exact = false; return true;
    case 'k': options->skips = true; return true;
    case 'S': return take_seconds(options, value);
    case 'T':
        return wire_transport_parse(value, &options->launch.transport) ||
               refuse("--transport: there is no", value);
    case 'f':
        options->one_framing = true;
        return wire_framing_parse(value, &options->launch.framing) || refuse("--framing: there is no", value);
    case 'i':
        if (options->impatient_count == ARGUMENTS_MAX) return refuse("too many arguments, at", value);
        options->impatient[options->impatient_count++] = value;
        return true;
    default: return refuse("try", "--help");
    }
}

static bool parse(int argc, char **argv, struct options *options) {
    *options = (struct options){.exact = true, .seconds = 30};
    options->launch.transport = WIRE_TRANSPORTS;
    for (int option = getopt_long(argc, argv, "", names, NULL); option != -1;
         option = getopt_long(argc, argv, "", names, NULL)) {
        if (option == 'h') {
            fputs(usage, stdout);
            exit(0);
        }
        if (!take_option(options, option, optarg)) return false;
    }
    for (; optind < argc; optind++) {
        if (options->argument_count == ARGUMENTS_MAX) return refuse("too many arguments, at", argv[optind]);
        options->arguments[options->argument_count++] = argv[optind];
    }
    /* The less patient server takes the others' arguments too. */
    for (size_t i = 0; i < options->argument_count && options->impatient_count; i++)
        options->impatient[options->impatient_count++] = options->arguments[i];
    if (!options->cases || !options->target || options->launch.transport == WIRE_TRANSPORTS)
        return refuse("--cases, --target and --transport are needed; try", "--help");
    return true;
}

/* Cases with many connections need as many descriptors, here and in the server, which inherits the limit. */
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool run_framing(const struct options *options, const conf_suite *suite, conf_fleet *fleet,
                        conf_report *report) {
    wire_error error = {""};
    char where[128];
    bool http = wire_transport_is_http(fleet->launch.transport);
    snprintf(where, sizeof where, "%s%s%s, %s", wire_transport_name(fleet->launch.transport), http ? "" : " ",
             http ? "" : wire_framing_name(fleet->launch.framing), fleet->strict ? "strict" : "lenient");
    bool started = true;
    for (size_t i = 0; i < suite->count && started; i++) {
        conf_result result = {0};
        if (options->name && !strstr(suite->cases[i].name, options->name)) continue;
        started = conf_fleet_run(fleet, &suite->cases[i], &result, &error);
        if (started) conf_report_case(report, where, &suite->cases[i], &result);
        conf_result_fini(&result);
    }
    bool ended = conf_fleet_stop(fleet, &error);
    if (!started || !ended) fprintf(stderr, "conformance-cases: %s: %s\n", where, error.text);
    return started && ended;
}

static int run(const struct options *options, const wire_target *target, const conf_suite *suite) {
    conf_report report = {.skips = options->skips};
    conf_fleet fleet = {
        .target = target, .launch = options->launch, .strict = options->strict, .exact = options->exact};
    fleet.seconds = options->seconds;
    fleet.launch.service = "conformance";
    fleet.launch.arguments = options->arguments;
    if (options->impatient_count) fleet.impatient = options->impatient;
    bool one = options->one_framing || wire_transport_is_http(fleet.launch.transport), good = true;
    for (int framing = 0; framing < (one ? 1 : WIRE_FRAMINGS); framing++) {
        if (!one) fleet.launch.framing = (wire_framing)framing;
        good = run_framing(options, suite, &fleet, &report) && good;
    }
    int status = conf_report_end(&report);
    return good ? status : 1;
}

int main(int argc, char **argv) {
    struct options options;
    conf_suite suite = {0};
    wire_error error = {""};
    if (!parse(argc, argv, &options)) return 2;
    signal(SIGPIPE, SIG_IGN); /* a server on pipes may end first */
    raise_descriptor_limit();
    wire_target *target = wire_target_load(options.target, &error);
    int status = 2;
    if (target && conf_suite_load(&suite, options.cases, &error))
        status = run(&options, target, &suite);
    else
        fprintf(stderr, "conformance-cases: %s\n", error.text);
    conf_suite_fini(&suite);
    wire_target_free(target);
    return status;
}
