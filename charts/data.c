/* SPDX-License-Identifier: MIT */
#include "data.h"

#include "file.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

#define EMPTY_DATA "{\"schema\":\"jrpc-benchmarks/1\",\"runs\":[],\"published\":[]}"

static bool add_result(chart_data *data, json_object *json) {
    const char *schema = chart_json_string(json, "schema", "");
    if (strcmp(schema, "jrpc-bench/1") != 0) {
        chart_say("%s: runs[%zu] is no result of bench: its schema is \"%s\", not jrpc-bench/1", data->path,
                  data->count, schema);
        return false;
    }
    return chart_result_init(&data->results[data->count], data->path, json) && ++data->count;
}

static bool read_results(chart_data *data, size_t count) {
    data->results = calloc(count ? count : 1, sizeof *data->results);
    if (!data->results) {
        chart_say("out of memory reading %s", data->path);
        return false;
    }
    if (!data->published) return add_result(data, data->json);
    for (size_t i = 0; i < count; i++)
        if (!add_result(data, chart_json_element(data->json, "runs", i))) return false;
    return true;
}

static bool read_document(chart_data *data) {
    const char *schema = chart_json_string(data->json, "schema", NULL);
    data->published = schema && strcmp(schema, "jrpc-benchmarks/1") == 0;
    if (!data->published && (!schema || strcmp(schema, "jrpc-bench/1") != 0)) {
        chart_say("%s: schema is %s%s%s; charts reads jrpc-bench/1 (a result file) and jrpc-benchmarks/1",
                  data->path, schema ? "\"" : "", schema ? schema : "missing", schema ? "\"" : "");
        return false;
    }
    if (data->published && !json_object_is_type(chart_json_member(data->json, "runs"), json_type_array)) {
        chart_say("%s: runs is missing or no Array", data->path);
        return false;
    }
    return read_results(data, data->published ? chart_json_length(data->json, "runs") : 1);
}

static bool init_from(chart_data *data, const char *path, const char *bytes, size_t length) {
    *data = (chart_data){.path = strdup(path)};
    if (!data->path) chart_say("out of memory reading %s", path);
    data->json = data->path ? chart_json_parse(path, bytes, length) : NULL;
    bool done = data->json && read_document(data);
    if (!done) chart_data_fini(data);
    return done;
}

bool chart_data_init(chart_data *data, const char *path) {
    size_t length = 0;
    char *bytes = chart_file_read(path, &length);
    bool done = bytes && init_from(data, path, bytes, length);
    free(bytes);
    return done;
}

bool chart_data_init_or_new(chart_data *data, const char *path) {
    if (chart_file_exists(path)) return chart_data_init(data, path);
    return init_from(data, path, EMPTY_DATA, strlen(EMPTY_DATA));
}

void chart_data_fini(chart_data *data) {
    for (size_t i = 0; i < data->count; i++) chart_result_fini(&data->results[i]);
    free(data->results);
    json_object_put(data->json);
    free(data->path);
    *data = (chart_data){0};
}

const chart_result *chart_data_latest(const chart_data *data, bool (*has)(const chart_result *)) {
    for (size_t i = data->count; i-- > 0;)
        if (has(&data->results[i])) return &data->results[i];
    return NULL;
}
