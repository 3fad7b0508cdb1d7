/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "consistency.h"
#include "file.h"
#include "layout.h"
#include "message.h"
#include "published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool all_runs_good(const chart_result *result) {
    bool good = true;
    for (size_t i = 0; i < result->run_count; i++) {
        json_object *run = result->runs[i].json;
        const char *verdict = chart_json_string(run, "verdict", "");
        /* What could not run here (nginx is not installed, say) is no failure of what did. */
        if (result->runs[i].ok || strcmp(verdict, "skipped") == 0) continue;
        chart_say("%s: %s at %u connections, repetition %u, %s: %s; measure again", result->path,
                  result->runs[i].id, result->runs[i].connections, result->runs[i].repetition, verdict,
                  chart_json_string(run, "reason", "it does not say why"));
        good = false;
    }
    return good;
}

static const char *target_of(const chart_run *run) {
    return chart_json_string(chart_json_member(run->json, "target"), "name", NULL);
}

static bool is_checked(const chart_result *result, const char *target) {
    for (size_t i = 0; i < result->check_count; i++) {
        const char *checked = target_of(&result->checks[i]);
        if (result->checks[i].ok && checked && strcmp(checked, target) == 0) return true;
    }
    return false;
}

/* Whether a run of that target came before, or the run has none to be checked: in process and a ceiling, which computes
 * nothing that could warm up. */
static bool was_judged(const chart_result *result, size_t n) {
    const char *target = target_of(&result->runs[n]);
    if (!result->runs[n].ok || !target || strcmp(result->runs[n].workload, "limit") == 0) return true;
    for (size_t i = 0; i < n; i++) {
        const char *earlier = target_of(&result->runs[i]);
        if (result->runs[i].ok && earlier && strcmp(earlier, target) == 0) return true;
    }
    return false;
}

/* A published rate is one that a longer warm-up does not change; how much it does is in the file. */
static bool all_targets_checked(const chart_result *result) {
    bool all = true;
    for (size_t i = 0; i < result->run_count; i++) {
        if (was_judged(result, i) || is_checked(result, target_of(&result->runs[i]))) continue;
        chart_say("%s: no run tells whether %s is warm after its warm-up; publish a whole sweep",
                  result->path, target_of(&result->runs[i]));
        all = false;
    }
    return all;
}

/* Every reason is said, so that one attempt tells all. */
static bool may_be_published(const chart_data *file, bool allow_dirty) {
    bool may = true;
    if (file->published) {
        chart_say("%s is a published data file; publish takes result files of bench", file->path);
        return false;
    }
    const chart_result *result = &file->results[0];
    if (result->quick) {
        chart_say("%s: a quick run is never published; run bench without --quick", file->path);
        may = false;
    }
    if (!result->complete) {
        chart_say("%s: the run is incomplete (%s); measure again", file->path, result->incomplete_reason);
        may = false;
    }
    if (result->dirty && !allow_dirty) {
        chart_say("%s: the checkout had local changes, or none was found, so nobody can measure the same "
                  "again; commit and "
                  "measure, or publish it marked as such with --allow-dirty",
                  file->path);
        may = false;
    }
    if (chart_result_measured(result) == 0) {
        chart_say("%s: there is no run whose verdict is ok", file->path);
        may = false;
    }
    may = all_runs_good(result) && may;
    may = all_targets_checked(result) && may;
    return chart_consistency(result) == 0 && may;
}

static bool same_machine_and_commit(const chart_result *left, const chart_result *right) {
    json_object *l = chart_json_member(chart_json_member(left->json, "context"), "machine");
    json_object *r = chart_json_member(chart_json_member(right->json, "context"), "machine");
    return strcmp(left->cpu, right->cpu) == 0 && strcmp(left->commit, right->commit) == 0 &&
           left->cpus == right->cpus &&
           chart_json_count(l, "memory_bytes", 0) == chart_json_count(r, "memory_bytes", 0);
}

static bool has_setting(const chart_result *result, const chart_run *wanted) {
    for (size_t i = 0; i < result->run_count; i++) {
        const chart_run *run = &result->runs[i];
        if (run->ok && run->connections == wanted->connections && run->threads == wanted->threads &&
            strcmp(run->id, wanted->id) == 0 && strcmp(run->workload, wanted->workload) == 0)
            return true;
    }
    return false;
}

/* A later run of the same machine and commit takes the place of an earlier one, unless something would be lost. */
static bool replaces(const chart_result *fresh, const chart_result *old) {
    if (!same_machine_and_commit(fresh, old)) return false;
    for (size_t i = 0; i < old->run_count; i++)
        if (old->runs[i].ok && !has_setting(fresh, &old->runs[i])) return false;
    return true;
}

static void append(json_object *root, const chart_result *result, json_object *note) {
    json_object_array_add(chart_json_member(root, "runs"), json_object_get(result->json));
    json_object_array_add(chart_json_member(root, "published"), note);
}

/* The data with one more run, by date; what it replaces is left out. */
static json_object *fold(const chart_data *data, const chart_result *fresh) {
    json_object *root = json_object_new_object();
    bool placed = false;
    json_object_object_add(root, "schema", json_object_new_string("jrpc-benchmarks/1"));
    json_object_object_add(root, "runs", json_object_new_array());
    json_object_object_add(root, "published", json_object_new_array());
    for (size_t i = 0; i < data->count; i++) {
        const chart_result *old = &data->results[i];
        if (replaces(fresh, old)) {
            printf("replaces the run of %s\n", old->date);
            continue;
        }
        if (!placed && strcmp(fresh->date, old->date) < 0) {
            append(root, fresh, chart_published_note(fresh));
            placed = true;
        }
        append(root, old, json_object_get(chart_json_element(data->json, "published", i)));
    }
    if (!placed) append(root, fresh, chart_published_note(fresh));
    return root;
}

/* Writes the folded data and reads them back, so that what follows sees what everyone will. */
static bool store(chart_data *data, json_object *root) {
    char *path = strdup(data->path);
    char *text = path ? chart_layout(root) : NULL;
    bool done = text && chart_file_write(path, text, strlen(text));
    if (done) {
        chart_data_fini(data);
        done = chart_data_init(data, path);
    }
    free(text);
    free(path);
    return done;
}

static int publish_file(chart_data *data, const chart_data *file) {
    json_object *root = fold(data, &file->results[0]);
    bool done = store(data, root);
    json_object_put(root);
    if (!done) return CHART_FAILED;
    printf("published %s\n", file->path);
    return CHART_OK;
}

/* All files are judged before the first is folded in: one that is refused leaves everything as it was. */
static int judge_all(const chart_arguments *arguments) {
    int status = CHART_OK;
    for (size_t i = 0; i < arguments->file_count; i++) {
        chart_data file;
        bool read = chart_data_init(&file, arguments->files[i]);
        if (!read || !may_be_published(&file, arguments->allow_dirty)) status = CHART_BAD;
        if (read) chart_data_fini(&file);
    }
    if (status != CHART_OK) chart_say("nothing was published");
    return status;
}

static int publish_all(const chart_arguments *arguments, chart_data *data) {
    int status = judge_all(arguments);
    for (size_t i = 0; i < arguments->file_count && status == CHART_OK; i++) {
        chart_data file;
        if (!chart_data_init(&file, arguments->files[i])) return CHART_BAD;
        status = publish_file(data, &file);
        chart_data_fini(&file);
    }
    return status == CHART_OK ? chart_update_from(data, arguments->root) : status;
}

int chart_publish(const chart_arguments *arguments) {
    chart_data data;
    char *path = chart_path(arguments->root, CHART_DATA_FILE);
    bool read = path && chart_published_read(&data, path, chart_data_init_or_new);
    free(path);
    if (!read) return CHART_BAD;
    int status = publish_all(arguments, &data);
    chart_data_fini(&data);
    return status;
}
