/* SPDX-License-Identifier: MIT */
#include "counting.h"

#include "command.h"
#include "json.h"

#include <stdlib.h>

enum { output_size = 1 << 18 };

/* callgrind runs a program some fifty times slower. */
static const double longest_count = 120;

static void take_entries(load_result *result, json_object *entries) {
    for (size_t i = 0; i < json_object_array_length(entries); i++)
        load_result_count(result, json_object_get(json_object_array_get_idx(entries, i)));
}

static void count(load_result *result, const char *program, const char *what, load_stop *stop, FILE *out) {
    const char *const argv[] = {program, "--json", NULL};
    const load_command command = {
        .argv = argv, .seconds = longest_count, .errors = true, .stop = stop ? &stop->requested : NULL};
    char *text = malloc(output_size);
    if (!load_command_exists(program)) {
        fprintf(out, "%s are not counted: %s is missing; build it\n", what, program);
    } else if (text && load_command_run(&command, text, output_size) == 0) {
        json_object *entries = json_tokener_parse(text);
        if (json_object_is_type(entries, json_type_array))
            take_entries(result, entries);
        else
            fprintf(out, "%s are not counted: %s printed no Array\n", what, program);
        json_object_put(entries);
    } else {
        fprintf(out, "%s are not counted: %s failed\n", what, program);
    }
    free(text);
}

void load_counting(load_result *result, bool quick, load_stop *stop, FILE *out) {
    if (stop && atomic_load(&stop->requested)) return;
    count(result, LOAD_BIN_DIR "/count-allocations", "Allocations", stop, out);
    if (quick)
        fprintf(out, "Instructions are not counted in a quick run.\n");
    else if (!load_command_exists("valgrind"))
        fprintf(out, "Instructions are not counted: install valgrind.\n");
    else if (!stop || !atomic_load(&stop->requested))
        count(result, LOAD_BIN_DIR "/count-instructions", "Instructions", stop, out);
}
