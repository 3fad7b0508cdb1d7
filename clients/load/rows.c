/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

bool load_run_is_good(json_object *run) {
    return strcmp(load_json_get_text(run, "verdict", ""), "ok") == 0 &&
           load_json_get_number(run, "rate_per_second", 0) > 0;
}

bool load_run_is_like(json_object *a, json_object *b) {
    return strcmp(load_json_get_text(a, "id", ""), load_json_get_text(b, "id", "")) == 0 &&
           load_json_get_count(a, "connections") == load_json_get_count(b, "connections") &&
           load_json_get_count(a, "threads") == load_json_get_count(b, "threads");
}

json_object *load_run_find(json_object *root, json_object *row, size_t before) {
    json_object *runs = load_json_get(root, "runs");
    const size_t n = json_object_array_length(runs);
    for (size_t i = 0; i < n && i < before; i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (load_run_is_good(run) && load_run_is_like(run, row)) return run;
    }
    return NULL;
}

bool load_run_has_failed(json_object *root, json_object *row) {
    json_object *runs = load_json_get(root, "runs");
    bool failed = false;
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (!load_run_is_like(run, row)) continue;
        if (load_run_is_good(run)) return false;
        failed = failed || strcmp(load_json_get_text(run, "verdict", ""), "failed") == 0;
    }
    return failed;
}

size_t load_run_rates(json_object *root, json_object *row, double *rates, size_t capacity) {
    json_object *runs = load_json_get(root, "runs");
    size_t n = 0;
    for (size_t i = 0; i < json_object_array_length(runs) && n < capacity; i++) {
        json_object *run = json_object_array_get_idx(runs, i);
        if (load_run_is_good(run) && load_run_is_like(run, row))
            rates[n++] = load_json_get_number(run, "rate_per_second", 0);
    }
    return n;
}

char *load_setting_format(char *text, size_t size, json_object *row) {
    const uint64_t connections = load_json_get_count(row, "connections");
    if (connections >= 1000 && connections % 1000 == 0)
        snprintf(text, size, "%juk c", (uintmax_t)connections / 1000);
    else if (connections)
        snprintf(text, size, "%ju c", (uintmax_t)connections);
    else
        snprintf(text, size, "%ju thr", (uintmax_t)load_json_get_count(row, "threads"));
    return text;
}
