/* SPDX-License-Identifier: MIT */
#include "published.h"

#include "checksum.h"
#include "consistency.h"
#include "file.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

static void sum_up(json_object *result, char sum[CHART_CHECKSUM_SIZE]) {
    const char *text = chart_json_text(result);
    chart_checksum(text, strlen(text), sum);
}

json_object *chart_published_note(const chart_result *result) {
    char sum[CHART_CHECKSUM_SIZE];
    json_object *note = json_object_new_object();
    sum_up(result->json, sum);
    json_object_object_add(note, "checksum", json_object_new_string(sum));
    json_object_object_add(note, "dirty_allowed", json_object_new_boolean(result->dirty));
    return note;
}

/* The n-th run of a data file against what was noted of it. */
static unsigned check_sum(json_object *root, const char *path, size_t n) {
    char sum[CHART_CHECKSUM_SIZE];
    json_object *result = chart_json_element(root, "runs", n);
    const char *noted = chart_json_string(chart_json_element(root, "published", n), "checksum", "none");
    sum_up(result, sum);
    if (strcmp(sum, noted) == 0) return 0;
    chart_say("%s: the run of %s is not what was published: its checksum is %s, and %s was noted", path,
              chart_json_string(chart_json_member(result, "context"), "date", "no date"), sum, noted);
    return 1;
}

static unsigned check_allowed(const chart_result *result, json_object *noted) {
    unsigned faults = 0;
    if (result->quick || !result->complete) {
        chart_say("%s: the run of %s is %s and may not be published", result->path, result->date,
                  result->quick ? "quick" : "incomplete");
        faults++;
    }
    if (result->dirty && !chart_json_bool(noted, "dirty_allowed", false)) {
        chart_say("%s: the run of %s is of a checkout with local changes, which was not allowed",
                  result->path, result->date);
        faults++;
    }
    return faults;
}

/* Notes and runs go in pairs. */
static unsigned check_pairs(json_object *root, const char *path) {
    size_t runs = chart_json_length(root, "runs");
    size_t noted = chart_json_length(root, "published");
    if (runs == noted) return 0;
    chart_say("%s: there are %zu runs, and notes of %zu published ones", path, runs, noted);
    return 1;
}

unsigned chart_published_faults(const chart_data *data) {
    unsigned faults = check_pairs(data->json, data->path);
    if (faults) return faults;
    for (size_t i = 0; i < data->count; i++) {
        const chart_result *result = &data->results[i];
        faults += check_sum(data->json, data->path, i);
        faults += check_allowed(result, chart_json_element(data->json, "published", i));
        faults += chart_consistency(result);
        if (i == 0 || strcmp(data->results[i - 1].date, result->date) <= 0) continue;
        chart_say("%s: runs[%zu] is older than the one before it", data->path, i);
        faults++;
    }
    return faults;
}

bool chart_published_read(chart_data *data, const char *path, bool (*read)(chart_data *, const char *)) {
    if (!read(data, path)) return false;
    if (!data->published)
        chart_say("%s is no published data file", data->path);
    else if (chart_published_faults(data))
        chart_say("%s was changed by hand: put it back as it was published", data->path);
    else
        return true;
    chart_data_fini(data);
    return false;
}

unsigned chart_published_changed(const char *path) {
    size_t length = 0;
    char *bytes = chart_file_exists(path) ? chart_file_read(path, &length) : NULL;
    json_object *root = bytes ? chart_json_parse(path, bytes, length) : NULL;
    unsigned faults = 0;
    if (strcmp(chart_json_string(root, "schema", ""), "jrpc-benchmarks/1") == 0) {
        faults = check_pairs(root, path);
        for (size_t i = 0; !faults && i < chart_json_length(root, "runs"); i++)
            faults = check_sum(root, path, i);
    }
    json_object_put(root);
    free(bytes);
    return faults;
}
