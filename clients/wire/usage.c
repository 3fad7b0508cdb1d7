/* SPDX-License-Identifier: MIT */
#include "server.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a process has used, from its CPU clock and /proc. */

static double cpu_seconds(pid_t pid) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* The number behind `name` in a line of a status file; 0 when there is none. */
static uint64_t status_number(const char *text, const char *name) {
    const char *found = strstr(text, name);
    return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

static bool read_file(const char *path, char *text, size_t room) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t length = fread(text, 1, room - 1, file);
    fclose(file);
    text[length] = '\0';
    return length > 0;
}

static void add_switches(wire_usage *usage, const char *status) {
    usage->voluntary += status_number(status, "\nvoluntary_ctxt_switches:");
    usage->involuntary += status_number(status, "\nnonvoluntary_ctxt_switches:");
}

/* The status file of a process counts its first thread's switches only. */
static bool add_threads(wire_usage *usage, pid_t pid) {
    char path[384], status[8192];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *folder = opendir(path);
    if (!folder) return false;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        snprintf(path, sizeof path, "/proc/%d/task/%.32s/status", (int)pid, entry->d_name);
        if (entry->d_name[0] != '.' && read_file(path, status, sizeof status)) add_switches(usage, status);
    }
    closedir(folder);
    return true;
}

bool wire_process_usage(pid_t pid, wire_usage *usage) {
    char path[64], status[8192];
    *usage = (wire_usage){.cpu_seconds = cpu_seconds(pid)};
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (usage->cpu_seconds < 0 || !read_file(path, status, sizeof status)) return false;
    usage->peak_memory_bytes = status_number(status, "\nVmHWM:") * 1024;
    return add_threads(usage, pid);
}
