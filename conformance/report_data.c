/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* data/conformance.json (data/schema/conformance.schema.json): for each server and transport which cases it passes. */

#define SCHEMA "jrpc-conformance/1"

static const char *text_of(json_object *object, const char *member) {
    json_object *value = NULL;
    return json_object_object_get_ex(object, member, &value) ? json_object_get_string(value) : "";
}

static void add_count(json_object *counts, const char *name, size_t count) {
    json_object_object_add(counts, name, json_object_new_uint64(count));
}

static json_object *run_of(const conf_report *report, const conf_play *play) {
    json_object *run = json_object_new_object(), *counts = json_object_new_object();
    json_object *cases = json_object_new_object();
    const unsigned should = 1u << CONF_SHOULD;
    size_t failed = conf_play_count(play, CONF_FAIL, CONF_ANY_CLASS),
           mild = conf_play_count(play, CONF_FAIL, should);
    json_object_object_add(run, "server", json_object_new_string(report->server));
    json_object_object_add(run, "version", json_object_new_string(report->version));
    json_object_object_add(run, "where", json_object_new_string(play->where));
    add_count(counts, "pass", conf_play_count(play, CONF_PASS, CONF_ANY_CLASS));
    add_count(counts, "fail", failed - mild);
    add_count(counts, "should", mild);
    add_count(counts, "choice", conf_play_count(play, CONF_CHOSE, CONF_ANY_CLASS));
    add_count(counts, "skip", conf_play_count(play, CONF_SKIP, CONF_ANY_CLASS));
    json_object_object_add(run, "counts", counts);
    for (size_t i = 0; i < play->suite->count; i++) {
        const conf_case *one = &play->suite->cases[i];
        json_object_object_add(cases, one->name,
                               json_object_new_string(conf_verdict_name(report, one, &play->results[i])));
    }
    json_object_object_add(run, "cases", cases);
    return run;
}

/* The runs of the file that are not run again now. */
static void keep_others(const conf_report *report, json_object *old, json_object *runs) {
    json_object *list = NULL;
    if (!json_object_object_get_ex(old, "runs", &list)) return;
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        json_object *run = json_object_array_get_idx(list, i);
        bool again = false;
        for (size_t n = 0; n < report->count; n++)
            again = again || (strcmp(text_of(run, "server"), report->server) == 0 &&
                              strcmp(text_of(run, "where"), report->plays[n].where) == 0);
        if (!again) json_object_array_add(runs, json_object_get(run));
    }
}

static int by_server(const void *a, const void *b) {
    json_object *one = *(json_object *const *)a, *other = *(json_object *const *)b;
    int order = strcmp(text_of(one, "server"), text_of(other, "server"));
    return order ? order : strcmp(text_of(one, "where"), text_of(other, "where"));
}

bool conf_report_data(const conf_report *report, const char *path, wire_error *error) {
    json_object *old = access(path, F_OK) == 0 ? json_object_from_file(path) : json_object_new_object();
    if (!old || (access(path, F_OK) == 0 && strcmp(text_of(old, "schema"), SCHEMA) != 0)) {
        wire_error_set(error, "%s: it is no " SCHEMA, path);
        json_object_put(old);
        return false;
    }
    json_object *root = json_object_new_object(), *runs = json_object_new_array();
    json_object_object_add(root, "schema", json_object_new_string(SCHEMA));
    json_object_object_add(root, "runs", runs);
    keep_others(report, old, runs);
    for (size_t i = 0; i < report->count; i++) json_object_array_add(runs, run_of(report, &report->plays[i]));
    json_object_array_sort(runs, by_server);
    FILE *out = conf_open(path, error);
    if (out) {
        fputs(json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
              out);
        fputc('\n', out);
    }
    json_object_put(root);
    json_object_put(old);
    return out && conf_close(out, path, error);
}
