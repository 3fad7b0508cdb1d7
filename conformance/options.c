/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: conformance --connect ADDRESS [--framing F] [options]\n"
    "       conformance --launch \"COMMAND\" [--connect ADDRESS] [--framing F] [options]\n"
    "       conformance --target FILE [--transport T] [--framing F] [options] [-- ARGUMENT..]\n"
    "       conformance --in-process [options]\n"
    "       conformance --list [--markdown FILE]\n"
    "\n"
    "Tells what a JSON-RPC 2.0 server gets wrong: each case on a connection of its own, each failure with "
    "the\n"
    "requirement, what was sent, what was expected and what came back.\n"
    "\n"
    "The server\n"
    "  --connect ADDRESS    tcp://host:port, unix:///path, http://host:port/path, http+unix:///path\n"
    "  --launch COMMAND     starts it, for each case over its standard input and output, or with --connect "
    "once\n"
    "  --target FILE        starts it as a target.json says; over all its transports and framings unless "
    "named\n"
    "  --in-process         this project's own library\n"
    "  --transport T        of a target: tcp, unix, http, http+unix or stdio\n"
    "  --framing F          of a raw stream: line, content-length or concatenated (line for --launch)\n"
    "  --bin DIR            folder of a target's program (this program's)\n"
    "\n"
    "What it can do\n"
    "  --method NAME --params JSON --result JSON\n"
    "                       one harmless method, for a server without the conformance service; no --result: "
    "any\n"
    "  --map OURS=THEIRS,.. methods of the conformance service that it has under other names\n"
    "  --without F,..       what it does not claim: batch, notifications, by-position, by-name, pipelining\n"
    "  --tier T             any: no conformance service; service: it is there; abuse: huge, deep, many and "
    "slow\n"
    "                       too (default: found out by calling pair, abuse where the server was launched "
    "here)\n"
    "  --lenient-version    it need not insist on the member jsonrpc\n"
    "\n"
    "The cases\n"
    "  --section TEXT       only sections that begin so: 6, 4.1, json, http\n"
    "  --name TEXT          only cases whose name holds TEXT\n"
    "  --random N           random cases of each property (64; 0: none)\n"
    "  --seed N             of the random cases (1)\n"
    "  --json-suite DIR     a checkout of nst/JSONTestSuite instead of the cases\n"
    "  --cases DIR          another folder of cases\n"
    "  --list               prints the cases and runs none\n"
    "\n"
    "Running, reporting\n"
    "  --strict             what should be so, must\n"
    "  --exact              choices must be as expected, too, and connections end well: this project's own "
    "rule\n"
    "  --timeout S          time limit of a case in seconds (5)\n"
    "  --jobs N             cases at a time (1)\n"
    "  --impatient ARG      one more argument of a target for cases that fall silent; may be repeated\n"
    "  --json FILE, --junit FILE, --markdown FILE\n"
    "                       reports besides; - is standard output, instead of the usual one\n"
    "  --data FILE          folds which cases pass into a file of many runs, as data/conformance.json is\n"
    "  --verbose            every case, with skips and choices\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 every must passes, 1 not, 2 wrong usage or no server.\n";

enum {
    CONNECT = 256,
    LAUNCH,
    TARGET,
    IN_PROCESS,
    TRANSPORT,
    FRAMING,
    BIN,
    METHOD,
    PARAMS,
    RESULT,
    MAP,
    WITHOUT,
    TIER,
    LENIENT_VERSION,
    SECTION,
    NAME,
    RANDOM,
    SEED,
    JSON_SUITE,
    CASES,
    LIST,
    STRICT,
    EXACT,
    TIMEOUT,
    JOBS,
    IMPATIENT,
    JSON,
    JUNIT,
    MARKDOWN,
    DATA,
    VERBOSE,
    HELP,
    VERSION
};

static const struct option names[] = {
    {"connect", required_argument, NULL, CONNECT},
    {"launch", required_argument, NULL, LAUNCH},
    {"target", required_argument, NULL, TARGET},
    {"in-process", no_argument, NULL, IN_PROCESS},
    {"transport", required_argument, NULL, TRANSPORT},
    {"framing", required_argument, NULL, FRAMING},
    {"bin", required_argument, NULL, BIN},
    {"method", required_argument, NULL, METHOD},
    {"params", required_argument, NULL, PARAMS},
    {"result", required_argument, NULL, RESULT},
    {"map", required_argument, NULL, MAP},
    {"without", required_argument, NULL, WITHOUT},
    {"tier", required_argument, NULL, TIER},
    {"lenient-version", no_argument, NULL, LENIENT_VERSION},
    {"section", required_argument, NULL, SECTION},
    {"name", required_argument, NULL, NAME},
    {"random", required_argument, NULL, RANDOM},
    {"seed", required_argument, NULL, SEED},
    {"json-suite", required_argument, NULL, JSON_SUITE},
    {"cases", required_argument, NULL, CASES},
    {"list", no_argument, NULL, LIST},
    {"strict", no_argument, NULL, STRICT},
    {"exact", no_argument, NULL, EXACT},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"jobs", required_argument, NULL, JOBS},
    {"impatient", required_argument, NULL, IMPATIENT},
    {"json", required_argument, NULL, JSON},
    {"junit", required_argument, NULL, JUNIT},
    {"markdown", required_argument, NULL, MARKDOWN},
    {"data", required_argument, NULL, DATA},
    {"verbose", no_argument, NULL, VERBOSE},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0},
};

static bool refuse(const char *what, const char *value) {
    fprintf(stderr, "conformance: %s '%s'; see --help\n", what, value);
    return false;
}

/* ---- values ---- */

static bool take_number(const char *option, const char *text, unsigned long long most,
                        unsigned long long *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *number <= most) return true;
    fprintf(stderr, "conformance: %s takes a number up to %llu, not '%s'\n", option, most, text);
    return false;
}

static bool take_unsigned(const char *option, const char *text, unsigned least, unsigned most, unsigned *to) {
    unsigned long long number;
    if (!take_number(option, text, most, &number)) return false;
    *to = (unsigned)number;
    return number >= least || refuse(option, text);
}

static bool take_seconds(conf_options *options, const char *text) {
    char *end;
    options->seconds = strtod(text, &end);
    return (*end == '\0' && options->seconds > 0 && options->seconds <= 3600) ||
           refuse("--timeout: not a number of seconds up to 3600:", text);
}

static bool take_tier(conf_options *options, const char *text) {
    options->tier_named = true;
    for (int tier = CONF_TIER_ANY; tier <= CONF_TIER_ABUSE; tier++) {
        options->tier = (conf_tier)tier;
        if (strcmp(conf_tier_name(options->tier), text) == 0) return true;
    }
    return refuse("--tier: any, service or abuse, not", text);
}

/* add=sum,minus=subtract; cut in place. */
static bool take_map(conf_options *options, char *text) {
    for (char *rest = NULL, *pair = strtok_r(text, ",", &rest); pair; pair = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(pair, '=');
        if (!equals || equals == pair || !equals[1]) return refuse("--map takes OURS=THEIRS,.., not", pair);
        if (options->names.map_count == sizeof options->map / sizeof options->map[0])
            return refuse("--map: too many names, at", pair);
        *equals = '\0';
        options->map[options->names.map_count++] = (conf_name){pair, equals + 1};
    }
    return true;
}

static bool take_without(conf_options *options, char *text) {
    for (char *rest = NULL, *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        unsigned bit = conf_feature_of(wire_slice_of(name));
        if (!bit) return refuse("--without: there is no feature", name);
        options->features &= ~bit;
    }
    return true;
}

static bool add_argument(const char **list, size_t *count, size_t most, const char *argument) {
    if (*count == most) return refuse("too many arguments, at", argument);
    list[(*count)++] = argument;
    return true;
}

/* ---- options ---- */

static bool take_text(conf_options *options, int option, const char *value) {
    switch (option) {
    case CONNECT: options->connect = value; return true;
    case LAUNCH: options->launch = value; return true;
    case TARGET: options->target = value; return true;
    case BIN: options->bin = value; return true;
    case METHOD: options->names.method = value; return true;
    case PARAMS: options->names.params = value; return true;
    case RESULT: options->names.result = value; return true;
    case SECTION: options->section = value; return true;
    case NAME: options->name = value; return true;
    case JSON_SUITE: options->json_suite = value; return true;
    case CASES: options->cases = value; return true;
    case JSON: options->json = value; return true;
    case JUNIT: options->junit = value; return true;
    case MARKDOWN: options->markdown = value; return true;
    case DATA: options->data = value; return true;
    default: return false;
    }
}

static bool take_flag(conf_options *options, int option) {
    switch (option) {
    case IN_PROCESS: options->in_process = true; return true;
    case LENIENT_VERSION: options->lenient_version = true; return true;
    case LIST: options->list = true; return true;
    case STRICT: options->strict = true; return true;
    case EXACT: options->exact = true; return true;
    case VERBOSE: options->verbose = true; return true;
    default: return false;
    }
}

static bool take_value(conf_options *options, int option, char *value) {
    switch (option) {
    case TRANSPORT:
        return wire_transport_parse(value, &options->transport) || refuse("--transport: there is no", value);
    case FRAMING:
        return wire_framing_parse(value, &options->framing) || refuse("--framing: there is no", value);
    case MAP: return take_map(options, value);
    case WITHOUT: return take_without(options, value);
    case TIER: return take_tier(options, value);
    case RANDOM: return take_unsigned("--random", value, 0, 100000, &options->random);
    case SEED: return take_number("--seed", value, UINT64_MAX, &options->seed);
    case TIMEOUT: return take_seconds(options, value);
    case JOBS: return take_unsigned("--jobs", value, 1, 64, &options->jobs);
    case IMPATIENT:
        return add_argument(options->impatient, &options->impatient_count, CONF_ARGUMENTS_MAX, value);
    default: return refuse("try", "--help");
    }
}

static void print_and_end(int option) {
    if (option == HELP) fputs(usage, stdout);
    if (option == VERSION) puts("conformance " JRPC_VERSION);
    if (option == HELP || option == VERSION) exit(0);
}

static bool take_rest(conf_options *options, int argc, char **argv) {
    for (; optind < argc; optind++)
        if (!add_argument(options->arguments, &options->argument_count, CONF_ARGUMENTS_MAX, argv[optind]))
            return false;
    /* The less patient server takes the others' arguments too. */
    for (size_t i = 0; i < options->argument_count && options->impatient_count; i++)
        options->impatient[options->impatient_count++] = options->arguments[i];
    return true;
}

static bool check(const conf_options *options) {
    int servers = !!options->target + options->in_process + (options->launch || options->connect);
    if (options->list) return true;
    if (servers != 1) {
        fputs("conformance: name one server: --connect, --launch, --target or --in-process; see --help\n",
              stderr);
        return false;
    }
    if (!options->names.method && (options->names.params || options->names.result)) {
        fputs("conformance: --params and --result are of the method that --method names\n", stderr);
        return false;
    }
    if (!options->target && (options->argument_count || options->impatient_count))
        return refuse("only a target takes more arguments, not",
                      options->argument_count ? options->arguments[0] : options->impatient[0]);
    return true;
}

bool conf_options_read(conf_options *options, int argc, char **argv) {
    *options = (conf_options){.transport = WIRE_TRANSPORTS,
                              .framing = WIRE_FRAMINGS,
                              .features = CONF_ALL_FEATURES,
                              .cases = CONF_CASES,
                              .seconds = 5,
                              .jobs = 1,
                              .seed = 1,
                              .random = 64};
    options->names.map = options->map;
    for (int option = getopt_long(argc, argv, "", names, NULL); option != -1;
         option = getopt_long(argc, argv, "", names, NULL)) {
        print_and_end(option);
        if (!take_text(options, option, optarg) && !take_flag(options, option) &&
            !take_value(options, option, optarg))
            return false;
    }
    return take_rest(options, argc, argv) && check(options);
}
