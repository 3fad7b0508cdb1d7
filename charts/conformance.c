/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include <json.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define NOT_RUN "Not run yet: there is no data of it.\n"

static const char *text_of(json_object *run, const char *member) {
    json_object *value = NULL;
    return json_object_object_get_ex(run, member, &value) ? json_object_get_string(value) : "";
}

static int64_t count_of(json_object *run, const char *member) {
    json_object *counts = NULL, *value = NULL;
    bool there = json_object_object_get_ex(run, "counts", &counts) &&
                 json_object_object_get_ex(counts, member, &value);
    return there ? json_object_get_int64(value) : 0;
}

static void write_run(json_object *run, FILE *out) {
    fprintf(out, "| %s %s | %s | %lld | %lld | %lld | %lld | %lld |\n", text_of(run, "server"),
            text_of(run, "version"), text_of(run, "where"), (long long)count_of(run, "pass"),
            (long long)count_of(run, "fail"), (long long)count_of(run, "should"),
            (long long)count_of(run, "choice"), (long long)count_of(run, "skip"));
}

static bool path_of(const chart_data *data, char path[PATH_MAX]) {
    const char *slash = data->path ? strrchr(data->path, '/') : NULL;
    int folder = slash ? (int)(slash + 1 - data->path) : 0;
    return snprintf(path, PATH_MAX, "%.*sconformance.json", folder, data->path ? data->path : "") < PATH_MAX;
}

void chart_conformance_write(const chart_data *data, FILE *out) {
    char path[PATH_MAX];
    bool there = path_of(data, path) && access(path, R_OK) == 0;
    json_object *root = there ? json_object_from_file(path) : NULL, *runs = NULL;
    if (!json_object_object_get_ex(root, "runs", &runs) || json_object_array_length(runs) == 0) {
        fputs(NOT_RUN, out);
        json_object_put(root);
        return;
    }
    fputs("| server | over | passed | must failed | should failed | choices | skipped |\n"
          "| --- | --- | --: | --: | --: | --: | --: |\n",
          out);
    for (size_t i = 0; i < json_object_array_length(runs); i++)
        write_run(json_object_array_get_idx(runs, i), out);
    json_object_put(root);
}
