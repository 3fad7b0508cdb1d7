/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include "command.h"
#include "json.h"

#include <curl/curl.h>
#include <dirent.h>
#include <gnu/libc-version.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { line_size = 512 };

unsigned load_machine_cpus(void) {
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

static bool read_line(const char *path, char *line) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    const bool good = fgets(line, line_size, file) != NULL;
    fclose(file);
    if (good) line[strcspn(line, "\n")] = '\0';
    return good;
}

/* The value of the first line "name : value" of a file of the kernel's. */
static bool read_field(const char *path, const char *name, char *value) {
    char line[line_size];
    bool found = false;
    FILE *file = fopen(path, "re");
    if (!file) return false;
    while (!found && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        found = colon && strncmp(line, name, strlen(name)) == 0;
        if (found) snprintf(value, line_size, "%s", colon + 1 + strspn(colon + 1, " \t"));
    }
    fclose(file);
    if (found) value[strcspn(value, "\n")] = '\0';
    return found;
}

static json_object *siblings(void) {
    json_object *list = json_object_new_array();
    const long cpus = sysconf(_SC_NPROCESSORS_CONF);
    for (long cpu = 0; cpu < cpus; cpu++) {
        char path[128];
        char line[line_size];
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/topology/thread_siblings_list", cpu);
        if (read_line(path, line)) json_object_array_add(list, json_object_new_string(line));
    }
    return list;
}

static json_object *mitigations(void) {
    static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
    json_object *object = json_object_new_object();
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[line_size];
        char line[line_size];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && read_line(path, line))
            load_json_text(object, entries[i]->d_name, line);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return object;
}

static json_object *aslr(void) {
    char line[line_size];
    if (!read_line("/proc/sys/kernel/randomize_va_space", line)) return NULL;
    return json_object_new_int64(strtol(line, NULL, 10));
}

static json_object *hardware(void) {
    json_object *object = json_object_new_object();
    char line[line_size];
    struct utsname kernel;
    load_json_text(object, "cpu", read_field("/proc/cpuinfo", "model name", line) ? line : "unknown");
    load_json_count(object, "cpus", load_machine_cpus());
    json_object_object_add(object, "siblings", siblings());
    load_json_count(object, "memory_bytes",
                    (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE));
    if (uname(&kernel) == 0)
        snprintf(line, sizeof line, "%s %s %s", kernel.sysname, kernel.release, kernel.machine);
    else
        snprintf(line, sizeof line, "unknown");
    load_json_text(object, "kernel", line);
    json_object_object_add(object, "mitigations", mitigations());
    const bool governed = read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", line);
    load_json_text(object, "governor", governed ? line : NULL);
    json_object_object_add(object, "aslr", aslr());
    return object;
}

static json_object *versions(void) {
    json_object *object = json_object_new_object();
    const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
    load_json_text(object, "jrpc", LOAD_PROJECT_VERSION);
    load_json_text(object, "json-c", json_c_version());
    load_json_text(object, "libcurl", curl->version);
    load_json_text(object, "libc", gnu_get_libc_version());
    return object;
}

/* Asks git about the checkout that bench was built from. False: there is no git, or no checkout. */
static bool ask_git(const char *const *question, char *answer, size_t size) {
    const char *argv[8] = {"git", "-C", LOAD_SOURCE_DIR};
    for (size_t i = 0; i < 4 && question[i]; i++) argv[3 + i] = question[i];
    const load_command command = {.argv = argv, .seconds = 10};
    return load_command_run(&command, answer, size) == 0;
}

static void put_commit(json_object *context) {
    static const char *const head[] = {"rev-parse", "HEAD", NULL};
    static const char *const changes[] = {"status", "--porcelain", "--untracked-files=no", NULL};
    char answer[line_size];
    const bool known = ask_git(head, answer, sizeof answer);
    answer[strcspn(answer, "\n")] = '\0';
    load_json_text(context, "commit", known ? answer : NULL);
    if (known && ask_git(changes, answer, sizeof answer))
        load_json_flag(context, "dirty", answer[0] != '\0');
    else
        load_json_text(context, "dirty", NULL);
}

/* An absolute path tells about the machine and its user; its last part says as much about the run. */
static json_object *argument(const char *text) {
    const char *slash = strrchr(text, '/');
    const char *equals = strchr(text, '=');
    const char *path = strstr(text, ":///"); /* of a Unix socket's address */
    char shortened[line_size];
    if (path) {
        snprintf(shortened, sizeof shortened, "%.*s://%s", (int)(path - text), text, slash);
        return json_object_new_string(shortened);
    }
    if (text[0] == '/' && slash) return json_object_new_string(slash + 1);
    if (text[0] != '-' || !equals || equals[1] != '/') return json_object_new_string(text);
    snprintf(shortened, sizeof shortened, "%.*s=%s", (int)(equals - text), text, slash + 1);
    return json_object_new_string(shortened);
}

static json_object *arguments_json(int count, char *const *arguments) {
    json_object *list = json_object_new_array();
    for (int i = 0; i < count; i++) json_object_array_add(list, argument(arguments[i]));
    return list;
}

static void put_cpu(json_object *object, const char *name, int cpu) {
    json_object *list = json_object_new_array();
    json_object_array_add(list, json_object_new_int(cpu));
    json_object_object_add(object, name, list);
}

static json_object *pinning(bool pinned) {
    if (!pinned) return NULL;
    json_object *object = json_object_new_object();
    put_cpu(object, "server", 0);
    put_cpu(object, "client", load_machine_cpus() > 1 ? 1 : 0);
    return object;
}

json_object *load_machine_context(int argument_count, char *const *arguments, const char *vector_path,
                                  bool pinned) {
    json_object *context = json_object_new_object();
    const time_t now = time(NULL);
    struct tm utc;
    char date[32] = "";
    if (gmtime_r(&now, &utc)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    load_json_text(context, "date", date);
    json_object_object_add(context, "arguments", arguments_json(argument_count, arguments));
    put_commit(context);
    json_object_object_add(context, "machine", hardware());
    load_json_text(context, "compiler", LOAD_COMPILER);
    load_json_text(context, "flags", LOAD_FLAGS);
    json_object_object_add(context, "versions", versions());
    load_json_text(context, "vector_path", vector_path);
    json_object_object_add(context, "pinning", pinning(pinned));
    return context;
}

static void print_list(json_object *list, FILE *out) {
    for (size_t i = 0; i < json_object_array_length(list); i++)
        fprintf(out, "%s%s", i ? "; " : "", json_object_get_string(json_object_array_get_idx(list, i)));
}

static void print_pairs(json_object *object, const char *heading, FILE *out) {
    json_object_object_foreach(object, name, value) {
        fprintf(out, "%-12s %s: %.*s\n", heading, name, 60 - (int)strlen(name),
                json_object_get_string(value));
        heading = "";
    }
}

void load_machine_print(json_object *context, FILE *out) {
    json_object *machine = load_json_get(context, "machine");
    json_object *address = load_json_get(machine, "aslr");
    const bool dirty = load_json_get_flag(context, "dirty");
    fprintf(out, "%-12s %s\n", "CPU", load_json_get_text(machine, "cpu", ""));
    fprintf(out, "%-12s %d, siblings as the kernel tells: ", "CPUs",
            json_object_get_int(load_json_get(machine, "cpus")));
    print_list(load_json_get(machine, "siblings"), out);
    fprintf(out, "\n%-12s %.1f GiB\n", "memory",
            load_json_get_number(machine, "memory_bytes", 0) / (1 << 30));
    fprintf(out, "%-12s %s\n", "kernel", load_json_get_text(machine, "kernel", ""));
    fprintf(out, "%-12s %s\n", "governor", load_json_get_text(machine, "governor", "not told"));
    fprintf(out, "%-12s %s\n", "ASLR", address ? json_object_get_string(address) : "not told");
    print_pairs(load_json_get(machine, "mitigations"), "mitigations", out);
    fprintf(out, "%-12s %s\n", "compiler", load_json_get_text(context, "compiler", ""));
    fprintf(out, "%-12s %s\n", "flags", load_json_get_text(context, "flags", ""));
    print_pairs(load_json_get(context, "versions"), "versions", out);
    fprintf(out, "%-12s %s\n", "vector path", load_json_get_text(context, "vector_path", "not told"));
    fprintf(out, "%-12s %s%s\n", "commit", load_json_get_text(context, "commit", "not known: no checkout"),
            dirty ? ", with local changes" : "");
    fprintf(out, "%-12s %s\n", "date", load_json_get_text(context, "date", ""));
}
