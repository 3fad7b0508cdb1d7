/* SPDX-License-Identifier: MIT */
#include "catalogue.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { capacity = 64, path_size = 4096 };

static const char workload_folder[] = LOAD_SOURCE_DIR "/data/workloads";

static const struct known_target {
    const char *name;
    const char *path;
} known_targets[] = {
    {"reference", LOAD_SOURCE_DIR "/server/app/target.json"},
    {"json-c", LOAD_SOURCE_DIR "/compare/json-c/target.json"},
    {"json-c-host", LOAD_SOURCE_DIR "/compare/json-c/target-host.json"},
    {"jayson", LOAD_SOURCE_DIR "/compare/jayson/target.json"},
    {"jsonrpclib-pelix", LOAD_SOURCE_DIR "/compare/jsonrpclib-pelix/target.json"},
    {"vscode-jsonrpc", LOAD_SOURCE_DIR "/compare/vscode-jsonrpc/target.json"},
    {"echo", LOAD_SOURCE_DIR "/clients/limits/echo.json"},
    {"constant", LOAD_SOURCE_DIR "/clients/limits/constant.json"},
    {"nginx", LOAD_SOURCE_DIR "/clients/limits/nginx.json"},
};

typedef struct entry {
    char *name;
    void *item;
} entry;

struct load_catalogue {
    entry targets[capacity];
    size_t target_count;
    entry workloads[capacity];
    size_t workload_count;
    struct dirent **files; /* of data/workloads; NULL until asked for */
    int file_count;
    char file_name[256];
};

load_catalogue *load_catalogue_new(void) {
    return calloc(1, sizeof(load_catalogue));
}

void load_catalogue_free(load_catalogue *c) {
    if (!c) return;
    for (size_t i = 0; i < c->target_count; i++) {
        wire_target_free(c->targets[i].item);
        free(c->targets[i].name);
    }
    for (size_t i = 0; i < c->workload_count; i++) {
        load_workload_free(c->workloads[i].item);
        free(c->workloads[i].name);
    }
    for (int i = 0; i < c->file_count; i++) free(c->files[i]);
    free(c->files);
    free(c);
}

static void *find(const entry *entries, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0) return entries[i].item;
    return NULL;
}

/* Room for one more under that name; NULL: `error` says why not. */
static entry *reserve(entry *entries, size_t count, const char *name, wire_error *error) {
    if (count == capacity) {
        wire_error_set(error, "%s: more than %d of a kind in one session", name, capacity);
        return NULL;
    }
    entries[count].name = strdup(name);
    if (!entries[count].name) wire_error_set(error, "out of memory");
    return entries[count].name ? &entries[count] : NULL;
}

static const char *target_path(const char *name) {
    for (size_t i = 0; i < sizeof known_targets / sizeof *known_targets; i++)
        if (strcmp(known_targets[i].name, name) == 0) return known_targets[i].path;
    return strchr(name, '/') || strchr(name, '.') ? name : NULL;
}

const wire_target *load_catalogue_target(load_catalogue *c, const char *name, wire_error *error) {
    const wire_target *known = find(c->targets, c->target_count, name);
    if (known) return known;
    const char *path = target_path(name);
    if (!path) {
        wire_error_set(
            error, "%s: there is no such target; bench --list names them, or give the path of a target.json",
            name);
        return NULL;
    }
    entry *place = reserve(c->targets, c->target_count, name, error);
    if (!place) return NULL;
    wire_target *target = wire_target_load(path, error);
    if (!target) return free(place->name), NULL;
    place->item = target;
    c->target_count++;
    return target;
}

const load_workload *load_catalogue_workload(load_catalogue *c, const char *name, wire_error *error) {
    char path[path_size];
    const load_workload *known = find(c->workloads, c->workload_count, name);
    if (known) return known;
    const bool is_path = strchr(name, '/') || strchr(name, '.');
    const int length = is_path ? snprintf(path, sizeof path, "%s", name)
                               : snprintf(path, sizeof path, "%s/%s.json", workload_folder, name);
    entry *place = reserve(c->workloads, c->workload_count, name, error);
    if (!place) return NULL;
    if (!is_path && length < path_size && access(path, F_OK) != 0) {
        free(place->name);
        wire_error_set(error,
                       "%s: there is no such workload; bench --list names them, or give the path of a file",
                       name);
        return NULL;
    }
    load_workload *workload = length < path_size ? load_workload_read(path, error) : NULL;
    if (length >= path_size) wire_error_set(error, "%.64s..: the path is too long", name);
    if (!workload) return free(place->name), NULL;
    place->item = workload;
    c->workload_count++;
    return workload;
}

const char *load_catalogue_target_name(size_t n) {
    return n < sizeof known_targets / sizeof *known_targets ? known_targets[n].name : NULL;
}

static int is_workload(const struct dirent *file) {
    const char *dot = strrchr(file->d_name, '.');
    return dot && dot != file->d_name && strcmp(dot, ".json") == 0;
}

const char *load_catalogue_workload_name(load_catalogue *c, size_t n) {
    if (!c->files) {
        const int count = scandir(workload_folder, &c->files, is_workload, alphasort);
        c->file_count = count > 0 ? count : 0;
    }
    if (n >= (size_t)c->file_count) return NULL;
    snprintf(c->file_name, sizeof c->file_name, "%s", c->files[n]->d_name);
    *strrchr(c->file_name, '.') = '\0';
    return c->file_name;
}
