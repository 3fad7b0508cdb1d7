/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "quantity.h"

#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { count_maximum = 1000000, runs_maximum = 1000 };

/* Values of long options that have no letter; the modes come first, at mode_base + load_mode. */
enum {
    mode_base = 1000,
    flag_base = 2000,
    flag_depth = flag_base,
    flag_warm_up,
    flag_runs,
    flag_timeout,
    flag_pin,
    flag_no_pin,
    flag_workload,
    flag_workers,
    flag_framing,
    flag_json,
    flag_csv,
    flag_targets,
    flag_series,
    flag_paired,
    flag_counts,
    flag_quick
};

static const struct option long_options[] = {
    {"sync", no_argument, NULL, mode_base + LOAD_MODE_SYNC},
    {"tcp", no_argument, NULL, mode_base + LOAD_MODE_TCP},
    {"unix", no_argument, NULL, mode_base + LOAD_MODE_UNIX},
    {"http", no_argument, NULL, mode_base + LOAD_MODE_HTTP},
    {"http-batch", no_argument, NULL, mode_base + LOAD_MODE_HTTP_BATCH},
    {"host", no_argument, NULL, mode_base + LOAD_MODE_HOST},
    {"sweep", no_argument, NULL, mode_base + LOAD_MODE_SWEEP},
    {"limits", no_argument, NULL, mode_base + LOAD_MODE_LIMITS},
    {"connect", required_argument, NULL, mode_base + LOAD_MODE_CONNECT},
    {"machine", no_argument, NULL, mode_base + LOAD_MODE_MACHINE},
    {"list", no_argument, NULL, mode_base + LOAD_MODE_LIST},
    {"help", no_argument, NULL, mode_base + LOAD_MODE_HELP},
    {"version", no_argument, NULL, mode_base + LOAD_MODE_VERSION},
    {"connections", required_argument, NULL, 'c'},
    {"threads", required_argument, NULL, 't'},
    {"duration", required_argument, NULL, 'd'},
    {"count", required_argument, NULL, 'n'},
    {"depth", required_argument, NULL, flag_depth},
    {"warm-up", required_argument, NULL, flag_warm_up},
    {"runs", required_argument, NULL, flag_runs},
    {"timeout", required_argument, NULL, flag_timeout},
    {"pin", no_argument, NULL, flag_pin},
    {"no-pin", no_argument, NULL, flag_no_pin},
    {"workload", required_argument, NULL, flag_workload},
    {"workers", required_argument, NULL, flag_workers},
    {"framing", required_argument, NULL, flag_framing},
    {"json", required_argument, NULL, flag_json},
    {"csv", no_argument, NULL, flag_csv},
    {"targets", required_argument, NULL, flag_targets},
    {"series", required_argument, NULL, flag_series},
    {"paired", no_argument, NULL, flag_paired},
    {"counts", no_argument, NULL, flag_counts},
    {"quick", no_argument, NULL, flag_quick},
    {0},
};

const char *load_options_help(void) {
    return "usage: bench MODE [options]\n"
           "       bench diff A.json B.json\n"
           "\n"
           "Modes; [s] is the measured time of a run, as 500ms, 2s or 1m:\n"
           "  --sync [s] [threads]     the library in process, on 1, 2, .. threads\n"
           "  --tcp [s] [depth]        the reference server over TCP, depth in flight (256)\n"
           "  --unix [s] [depth]       over a Unix socket\n"
           "  --http [s]               over HTTP/1.1, one request a POST\n"
           "  --http-batch [s] [n]     over HTTP/1.1, n requests a POST (100)\n"
           "  --host [s]               all of these, with the rows in process\n"
           "  --sweep [s]              every series at 1, 2, 4, 8 and 16 connections, with\n"
           "                           their limits; writes a result file and its charts\n"
           "  --limits [s]             what this machine can do at most\n"
           "  --connect ADDRESS        any server: tcp://host:port, unix:///path,\n"
           "                           http://host:port/path, http+unix:///path, https://..\n"
           "  --machine                what machine this is\n"
           "  --list                   what can be run here\n"
           "  diff A.json B.json       two result files: a verdict for each row\n"
           "  diff --paired A B A B .. rounds that were measured in pairs\n"
           "  diff --counts A B        what count-allocations --json and the like printed\n"
           "\n"
           "Options:\n"
           "  -c, --connections LIST   numbers of connections, as 1,4,16\n"
           "  -t, --threads N          client threads (1); in process, the threads that call\n"
           "  -d, --duration TIME      the measured time of a run\n"
           "  -n, --count N            measure N requests instead, as 100k\n"
           "      --depth N            documents in flight on each connection\n"
           "      --warm-up TIME       before each run (2s; in process 200ms)\n"
           "      --runs N             repetitions, interleaved over the series (3)\n"
           "      --timeout TIME       a run without progress for so long fails (5s)\n"
           "      --workers N          worker threads of the server (1)\n"
           "      --pin, --no-pin      server on CPU 0 and client on CPU 1, or wherever\n"
           "      --workload NAME|FILE what is sent: five, random, add, .. or a file\n"
           "      --framing NAME       of raw streams: concatenated, line, content-length\n"
           "      --targets LIST       names or target.json files, or all\n"
           "      --series LIST        only these of its series; see --list\n"
           "      --json FILE          write the results there\n"
           "      --csv                print the runs as comma-separated values at the end\n"
           "      --quick              everything shortened, to try it out; never to publish\n"
           "      --help, --version\n"
           "\n"
           "Exit status: 0 done; 1 a run failed or was interrupted; 2 the command line or\n"
           "an input is wrong. diff: 0 no row is worse, 1 one is, 2 they cannot be compared.\n";
}

const char *load_mode_flag(load_mode mode) {
    if (mode == LOAD_MODE_DIFF) return "diff";
    for (const struct option *option = long_options; option->name; option++)
        if (option->val == mode_base + (int)mode) return option->name;
    return "";
}

typedef struct reader {
    load_options *options;
    char *fault;
    size_t size;
} reader;

__attribute__((format(printf, 2, 3))) static bool refuse(reader *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->fault, r->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_seconds(reader *r, const char *what, const char *text, double *seconds) {
    if (load_seconds_parse(text, seconds)) return true;
    return refuse(r, "%s: '%s' is not a duration; write it as 500ms, 2s or 1m", what, text);
}

static bool read_positive_seconds(reader *r, const char *what, const char *text, double *seconds) {
    if (!read_seconds(r, what, text, seconds)) return false;
    return *seconds > 0 || refuse(r, "%s: must be longer than 0", what);
}

static bool read_number(reader *r, const char *what, const char *text, uint64_t maximum, unsigned *number) {
    uint64_t value;
    if (!load_count_parse(text, maximum, &value) || value == 0)
        return refuse(r, "%s: '%s' is not a number from 1 to %ju", what, text, (uintmax_t)maximum);
    *number = (unsigned)value;
    return true;
}

static bool read_count(reader *r, const char *text) {
    if (load_count_parse(text, UINT64_MAX / 2, &r->options->count) && r->options->count) return true;
    return refuse(r, "--count: '%s' is not a number of requests; write it as 5000, 100k or 2M", text);
}

static bool read_connections(reader *r, const char *text) {
    load_options *o = r->options;
    o->connection_count = load_counts_parse(text, count_maximum, o->connections, LOAD_LIST_MAX);
    if (o->connection_count) return true;
    return refuse(r, "--connections: '%s' is not a list of up to %d numbers from 1 to %d, as 1,4,16", text,
                  LOAD_LIST_MAX, count_maximum);
}

static bool read_framing(reader *r, const char *text) {
    static const char *names[] = {"concatenated", "line", "content-length"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) return r->options->framing = names[i], true;
    return refuse(r, "--framing: '%s' is none of concatenated, line, content-length", text);
}

static bool read_names(reader *r, const char *what, const char *text, load_names *names) {
    free(names->text);
    *names = (load_names){.text = strdup(text)};
    if (!names->text) return refuse(r, "out of memory");
    char *rest = NULL;
    for (char *name = strtok_r(names->text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (names->count == LOAD_LIST_MAX) return refuse(r, "%s: more than %d of them", what, LOAD_LIST_MAX);
        names->names[names->count++] = name;
    }
    return names->count > 0 || refuse(r, "%s: names none; see bench --list", what);
}

static bool set_mode(reader *r, load_mode mode) {
    load_options *o = r->options;
    if (o->mode != LOAD_MODE_NONE && o->mode != mode)
        return refuse(r, "--%s: a mode was given already, --%s; one at a time", load_mode_flag(mode),
                      load_mode_flag(o->mode));
    o->mode = mode;
    if (mode == LOAD_MODE_CONNECT) o->address = optarg;
    return true;
}

static bool read_flag(reader *r, int flag) {
    load_options *o = r->options;
    switch (flag) {
    case 'c': return read_connections(r, optarg);
    case 't': return read_number(r, "--threads", optarg, 1024, &o->threads);
    case 'd': return read_positive_seconds(r, "--duration", optarg, &o->duration);
    case 'n': return read_count(r, optarg);
    case flag_depth: return read_number(r, "--depth", optarg, count_maximum, &o->depth);
    case flag_warm_up: return read_seconds(r, "--warm-up", optarg, &o->warm_up);
    case flag_runs: return read_number(r, "--runs", optarg, runs_maximum, &o->runs);
    case flag_timeout: return read_positive_seconds(r, "--timeout", optarg, &o->timeout);
    case flag_pin: return o->pin = true, true;
    case flag_no_pin: return o->pin = false, true;
    case flag_workload: return o->workload = optarg, true;
    case flag_workers: return read_number(r, "--workers", optarg, 1024, &o->workers);
    case flag_framing: return read_framing(r, optarg);
    case flag_json: o->json = optarg; return *optarg || refuse(r, "--json: the name of the file is empty");
    case flag_csv: return o->csv = true, true;
    case flag_targets: return read_names(r, "--targets", optarg, &o->targets);
    case flag_series: return read_names(r, "--series", optarg, &o->series);
    case flag_paired: return o->paired = true, true;
    case flag_counts: return o->counts = true, true;
    case flag_quick: return o->quick = true, true;
    default: return set_mode(r, (load_mode)(flag - mode_base));
    }
}

static bool read_flags(reader *r, int argc, char **argv) {
    int flag;
    optind = 0; /* so that a second command line of one process is read from its start */
    opterr = 0;
    while ((flag = getopt_long(argc, argv, ":c:t:d:n:", long_options, NULL)) != -1) {
        const char *word = argv[optind - 1];
        if (flag == ':') return refuse(r, "%s: needs a value; see bench --help", word);
        if (flag == '?' && optopt >= mode_base)
            return refuse(r, "%s: takes no value; see bench --help", word);
        if (flag == '?' && optopt) return refuse(r, "-%c: there is no such option; see bench --help", optopt);
        if (flag == '?') return refuse(r, "%s: there is no such option; see bench --help", word);
        if (!read_flag(r, flag)) return false;
    }
    return true;
}

/* The words after a mode: how long, and how deep or how many. */
static bool read_mode_words(reader *r, int count, char **words) {
    load_options *o = r->options;
    const bool timed = o->mode >= LOAD_MODE_SYNC && o->mode <= LOAD_MODE_CONNECT;
    const bool deep = o->mode == LOAD_MODE_TCP || o->mode == LOAD_MODE_UNIX;
    const bool second = deep || o->mode == LOAD_MODE_SYNC || o->mode == LOAD_MODE_HTTP_BATCH;
    const int most = second ? 2 : timed ? 1 : 0;
    if (count > most) return refuse(r, "'%s': nothing was expected there; see bench --help", words[most]);
    if (count > 0 && !read_positive_seconds(r, "the measured time", words[0], &o->duration)) return false;
    if (count < 2) return true;
    if (deep) return read_number(r, "depth", words[1], count_maximum, &o->depth);
    if (o->mode == LOAD_MODE_SYNC) return read_number(r, "threads", words[1], 1024, &o->threads);
    return read_number(r, "requests a POST", words[1], count_maximum, &o->batch);
}

static bool read_words(reader *r, int count, char **words) {
    load_options *o = r->options;
    if (o->mode != LOAD_MODE_NONE || count == 0) return read_mode_words(r, count, words);
    if (strcmp(words[0], "diff") != 0)
        return refuse(r, "'%s': no such mode; modes begin with --, see bench --help", words[0]);
    o->mode = LOAD_MODE_DIFF;
    o->files = words + 1;
    o->file_count = (size_t)count - 1;
    if (o->paired ? o->file_count >= 2 && o->file_count % 2 == 0 : o->file_count == 2) return true;
    return refuse(r, o->paired
                         ? "diff --paired: takes result files in pairs, as A1.json B1.json A2.json B2.json"
                         : "diff: takes two result files, as bench diff A.json B.json");
}

/* Options that say nothing together. */
static bool check_whole(reader *r) {
    const load_options *o = r->options;
    if (o->count && o->duration >= 0)
        return refuse(r, "--count and a measured time: one of them decides, not both");
    if (o->mode == LOAD_MODE_CONNECT && o->targets.count)
        return refuse(r, "--targets: with --connect the server is the one at the address");
    if (o->mode == LOAD_MODE_SYNC && o->connection_count)
        return refuse(r, "--connections: in process there are none; --threads sets the threads that call");
    return true;
}

bool load_options_parse(int argc, char **argv, load_options *options, char *fault, size_t size) {
    *options = (load_options){.duration = -1, .warm_up = -1, .timeout = -1, .pin = true};
    reader r = {.options = options, .fault = fault, .size = size};
    if (!read_flags(&r, argc, argv)) return false;
    if (options->mode == LOAD_MODE_HELP || options->mode == LOAD_MODE_VERSION) return true;
    return read_words(&r, argc - optind, argv + optind) && check_whole(&r);
}

void load_options_fini(load_options *options) {
    free(options->targets.text);
    free(options->series.text);
    options->targets = options->series = (load_names){0};
}

bool load_names_hold(const load_names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0) return true;
    return false;
}
