/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "message.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: charts COMMAND [OPTION..]\n"
    "\n"
    "  render [--input FILE] [--output DIR]  draw the pictures of a result file, or of "
    "data/benchmarks.json;\n"
    "                                        they go beside the file, or to charts/svg\n"
    "  update                                draw charts/svg anew and rewrite the marked parts of README.md\n"
    "  check                                 say whether those show what data/benchmarks.json holds:\n"
    "                                        exit 0 current, 1 stale, 2 bad input\n"
    "  publish [--allow-dirty] FILE..        fold result files of bench into data/benchmarks.json, then "
    "update\n"
    "\n"
    "  --root DIR    the project's folder; default: the current one\n"
    "  --help        this text\n";

enum { OPTION_INPUT = 1, OPTION_OUTPUT, OPTION_ROOT, OPTION_DIRTY, OPTION_HELP };

static const struct option options[] = {
    {"input", required_argument, NULL, OPTION_INPUT}, {"output", required_argument, NULL, OPTION_OUTPUT},
    {"root", required_argument, NULL, OPTION_ROOT},   {"allow-dirty", no_argument, NULL, OPTION_DIRTY},
    {"help", no_argument, NULL, OPTION_HELP},         {NULL, 0, NULL, 0},
};

static const struct {
    const char *name;
    int (*run)(const chart_arguments *arguments);
    bool takes_files;
    bool takes_places; /* --input and --output */
} commands[] = {
    {"render", chart_render, false, true},
    {"update", chart_update, false, false},
    {"check", chart_check, false, false},
    {"publish", chart_publish, true, false},
};

static int refuse(const char *what, const char *which) {
    chart_say("%s%s%s; charts --help shows what there is", what, which ? ": " : "", which ? which : "");
    return CHART_BAD;
}

static int run(const chart_arguments *arguments, const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0) continue;
        if (arguments->file_count && !commands[i].takes_files)
            return refuse("unexpected argument", arguments->files[0]);
        if (commands[i].takes_files && !arguments->file_count)
            return refuse("publish needs a result file", NULL);
        if (arguments->allow_dirty && !commands[i].takes_files)
            return refuse("--allow-dirty is for publish", NULL);
        if ((arguments->input || arguments->output) && !commands[i].takes_places)
            return refuse("--input and --output are for render", NULL);
        return commands[i].run(arguments);
    }
    return refuse("no such command", name);
}

/* What was said into a full disk was not said. */
static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    chart_say("the output could not be written");
    return status == CHART_OK ? CHART_FAILED : status;
}

int main(int count, char **values) {
    chart_arguments arguments = {.root = "."};
    opterr = 0;
    for (int option; (option = getopt_long(count, values, ":", options, NULL)) != -1;) {
        switch (option) {
        case OPTION_INPUT: arguments.input = optarg; break;
        case OPTION_OUTPUT: arguments.output = optarg; break;
        case OPTION_ROOT: arguments.root = optarg; break;
        case OPTION_DIRTY: arguments.allow_dirty = true; break;
        case OPTION_HELP: fputs(usage, stdout); return finish(CHART_OK);
        case ':': return refuse("an option lacks its value", values[optind - 1]);
        default: return refuse("no such option", values[optind - 1]);
        }
    }
    if (optind == count) {
        fputs(usage, stderr);
        return CHART_BAD;
    }
    arguments.files = values + optind + 1;
    arguments.file_count = (size_t)(count - optind - 1);
    return finish(run(&arguments, values[optind]));
}
