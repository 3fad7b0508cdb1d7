/* SPDX-License-Identifier: MIT */
#include "unlike.h"

#include "json.h"
#include "rows.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Each name once. */
static void add_name(load_unlike *u, const char *name, const char *a, const char *b) {
    char entry[400];
    snprintf(entry, sizeof entry, "  %s: %.100s / %.100s\n", name, a, b);
    const size_t length = strlen(u->names);
    if (strstr(u->names, entry) || length + strlen(entry) >= sizeof u->names) return;
    snprintf(u->names + length, sizeof u->names - length, "%s", entry);
}

static const char *text_of(json_object *object, const char *name) {
    json_object *member = load_json_get(object, name);
    return member ? json_object_get_string(member) : "none";
}

static void compare_member(load_unlike *u, const char *prefix, json_object *a, json_object *b,
                           const char *name) {
    char full[128];
    if (json_object_equal(load_json_get(a, name), load_json_get(b, name))) return;
    if (strcmp(text_of(a, name), text_of(b, name)) == 0) return; /* 2 and 2.0 */
    snprintf(full, sizeof full, "%s%s", prefix, name);
    add_name(u, full, text_of(a, name), text_of(b, name));
}

static void compare_contexts(load_unlike *u, json_object *a, json_object *b) {
    static const char *const of_machine[] = {"cpu", "cpus", "kernel", "governor", "aslr"};
    json_object *context_a = load_json_get(a, "context");
    json_object *context_b = load_json_get(b, "context");
    compare_member(u, "", a, b, "quick");
    compare_member(u, "", context_a, context_b, "pinning");
    for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
        compare_member(u, "machine.", load_json_get(context_a, "machine"),
                       load_json_get(context_b, "machine"), of_machine[i]);
}

static void compare_settings(load_unlike *u, json_object *a, json_object *b) {
    static const char *const members[] = {
        "driver",  "transport", "framing",         "workload",         "depth", "batch",
        "workers", "pinned",    "warm_up_seconds", "duration_seconds", "count"};
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%.60s: ", text_of(a, "id"));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) compare_member(u, prefix, a, b, members[i]);
}

void load_unlike_find(load_unlike *unlike, json_object *a, json_object *b) {
    json_object *runs = load_json_get(a, "runs");
    compare_contexts(unlike, a, b);
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *row = json_object_array_get_idx(runs, i);
        json_object *other = load_run_is_good(row) ? load_run_find(b, row, SIZE_MAX) : NULL;
        if (other) compare_settings(unlike, row, other);
    }
}
