/* SPDX-License-Identifier: MIT */
#include "diff.h"
#include "machine.h"
#include "menu.h"
#include "options.h"
#include "session.h"

#include "callee.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int show_machine(const load_options *options, int argc, char **argv) {
    json_object *context = load_machine_context(argc - 1, argv + 1, load_callee_vector_path(), options->pin);
    load_machine_print(context, stdout);
    json_object_put(context);
    return LOAD_EXIT_DONE;
}

static int compare(const load_options *options) {
    if (options->counts) return (int)load_diff_counts(options->files[0], options->files[1], stdout, stderr);
    return (int)(options->paired ? load_diff_paired(options->files, options->file_count, stdout, stderr)
                                 : load_diff(options->files[0], options->files[1], stdout, stderr));
}

static int run_mode(const load_options *options, int argc, char **argv) {
    switch (options->mode) {
    case LOAD_MODE_NONE:
    case LOAD_MODE_HELP: fputs(load_options_help(), stdout); return LOAD_EXIT_DONE;
    case LOAD_MODE_VERSION: puts("bench " LOAD_PROJECT_VERSION); return LOAD_EXIT_DONE;
    case LOAD_MODE_MACHINE: return show_machine(options, argc, argv);
    case LOAD_MODE_LIST: return load_session_list(options);
    case LOAD_MODE_DIFF: return compare(options);
    default: return load_session(options, argc, argv);
    }
}

/* What was printed into a full disk or a closed pipe was not printed. */
static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "bench: its output could not be written: %s\n", strerror(errno));
    return status == LOAD_EXIT_DONE ? LOAD_EXIT_FAILED : status;
}

int main(int argc, char **argv) {
    load_options options;
    char fault[512];
    setlocale(LC_CTYPE, ""); /* whether the terminal writes UTF-8; numbers stay as they are in C */
    int status = LOAD_EXIT_USAGE;
    if (!load_options_parse(argc, argv, &options, fault, sizeof fault)) {
        fprintf(stderr, "bench: %s\n", fault);
    } else {
        const bool asks = options.mode == LOAD_MODE_NONE && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
        if (asks) options.mode = load_menu(stdin, stdout);
        status = asks && options.mode == LOAD_MODE_NONE ? LOAD_EXIT_DONE : run_mode(&options, argc, argv);
    }
    load_options_fini(&options);
    return finish(status);
}
