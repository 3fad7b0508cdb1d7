/* SPDX-License-Identifier: MIT */
#include "menu.h"

#include <stdlib.h>
#include <string.h>

static const struct item {
    load_mode mode;
    const char *about;
} items[] = {
    {LOAD_MODE_SYNC, "the library, called in process"},
    {LOAD_MODE_TCP, "the reference server over TCP"},
    {LOAD_MODE_UNIX, "the reference server over a Unix socket"},
    {LOAD_MODE_HTTP, "the reference server over HTTP"},
    {LOAD_MODE_HTTP_BATCH, "the reference server over HTTP, 100 requests a POST"},
    {LOAD_MODE_HOST, "all of these"},
    {LOAD_MODE_LIMITS, "what this machine can do at most"},
    {LOAD_MODE_SWEEP, "everything, by connections; a result file and charts"},
    {LOAD_MODE_MACHINE, "what machine this is"},
    {LOAD_MODE_LIST, "what can be run here"},
};

enum { item_count = sizeof items / sizeof *items, attempts = 3 };

/* The number on a line by itself; 0 for anything else. */
static long read_number(const char *line) {
    char *end;
    const long number = strtol(line, &end, 10);
    return end != line && end[strspn(end, " \t\r\n")] == '\0' ? number : 0;
}

load_mode load_menu(FILE *in, FILE *out) {
    char line[64];
    fprintf(out, "What shall be measured?\n\n");
    for (size_t i = 0; i < item_count; i++)
        fprintf(out, "  %2zu  %-12s %s\n", i + 1, load_mode_flag(items[i].mode), items[i].about);
    for (int i = 0; i < attempts; i++) {
        fprintf(out, "\nA number, or q to leave (bench --help says more): ");
        fflush(out);
        if (!fgets(line, sizeof line, in) || line[0] == 'q') return LOAD_MODE_NONE;
        const long number = read_number(line);
        if (number >= 1 && number <= item_count) return items[number - 1].mode;
        fprintf(out, "There is no such number.\n");
    }
    return LOAD_MODE_NONE;
}
