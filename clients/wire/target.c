/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "buffer.h"
#include "target_file.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ARGUMENTS_MAX 64u

struct wire_target {
    json_object *root;
    char *path;
};

wire_target *wire_target_load(const char *path, wire_error *error) {
    json_object *root = wire_target_file_read(path, error);
    if (!root) return NULL;
    wire_target *target = calloc(1, sizeof *target);
    char *copy = strdup(path);
    if (!target || !copy) {
        wire_error_set(error, "cannot read target %s: out of memory", path);
        json_object_put(root);
        free(target);
        free(copy);
        return NULL;
    }
    *target = (wire_target){root, copy};
    return target;
}

void wire_target_free(wire_target *target) {
    if (!target) return;
    json_object_put(target->root);
    free(target->path);
    free(target);
}

const char *wire_target_name(const wire_target *target) {
    return wire_target_file_text(target->root, "name");
}

const char *wire_target_version(const wire_target *target) {
    return wire_target_file_text(target->root, "version");
}

const char *wire_target_licence(const wire_target *target) {
    return wire_target_file_text(target->root, "licence");
}

const char *wire_target_language(const wire_target *target) {
    return wire_target_file_text(target->root, "language");
}

const char *wire_target_build(const wire_target *target) {
    return wire_target_file_text(target->root, "build");
}

const char *wire_target_path(const wire_target *target) {
    return target->path;
}

const char *wire_target_package(const wire_target *target, size_t n) {
    json_object *packages = NULL;
    if (!json_object_object_get_ex(target->root, "packages", &packages)) return NULL;
    return n < json_object_array_length(packages)
               ? json_object_get_string(json_object_array_get_idx(packages, n))
               : NULL;
}

bool wire_target_has_transport(const wire_target *target, wire_transport transport) {
    return wire_target_file_launch(target->root, wire_transport_name(transport)) != NULL;
}

bool wire_target_has_framing(const wire_target *target, wire_framing framing) {
    return wire_target_file_lists(target->root, "framings", wire_framing_name(framing));
}

bool wire_target_has_service(const wire_target *target, const char *service) {
    return wire_target_file_lists(target->root, "services", service);
}

bool wire_target_has_feature(const wire_target *target, const char *feature) {
    return wire_target_file_lists(target->root, "features", feature);
}

/* ---- launching ---- */

/* What the placeholders of one launch stand for, and the command made of them. */
struct plan {
    const wire_target *target;
    const wire_launch *launch;
    char bin[PATH_MAX], here[PATH_MAX], socket[96], port[8], workers[16];
    char *argv[ARGUMENTS_MAX + 1];
    size_t argument_count;
    char *address;
    bool by_line;
    const char *beginning; /* of that line */
};

static void folder_of(const char *path, char *to, size_t room) {
    const char *slash = strrchr(path, '/');
    if (slash)
        snprintf(to, room, "%.*s", (int)(slash - path), path);
    else
        snprintf(to, room, ".");
}

static void own_folder(char *to, size_t room) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    folder_of(path, to, room);
}

/* A port that was free a moment ago. A server that cannot tell where it listens leaves no better way. */
static unsigned free_port(void) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0;
    bool good = bind(fd, (const struct sockaddr *)&name, sizeof name) == 0 &&
                getsockname(fd, (struct sockaddr *)&name, &length) == 0;
    close(fd);
    return good ? ntohs(name.sin_port) : 0;
}

static const char *placeholder(const struct plan *plan, const char *name, size_t length) {
    const char *service = plan->launch->service ? plan->launch->service : "benchmark";
    const struct {
        const char *name, *value;
    } table[] = {
        {"bin", plan->bin},
        {"here", plan->here},
        {"port", plan->port},
        {"socket", plan->socket},
        {"workers", plan->workers},
        {"service", service},
        {"framing", wire_framing_name(plan->launch->framing)},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0)
            return table[i].value;
    return NULL;
}

/* The text with its placeholders replaced, to be freed; NULL when out of memory. */
static char *expand(const struct plan *plan, const char *text) {
    wire_buffer out = {0};
    while (*text) {
        const char *close = *text == '{' ? strchr(text, '}') : NULL;
        const char *value = close ? placeholder(plan, text + 1, (size_t)(close - text - 1)) : NULL;
        if (value)
            wire_buffer_string(&out, value);
        else
            wire_buffer_append(&out, text, 1);
        text = value ? close + 1 : text + 1;
    }
    wire_buffer_append(&out, "", 1);
    if (!out.failed) return out.data;
    wire_buffer_fini(&out);
    return NULL;
}

static bool add_argument(struct plan *plan, char *argument) {
    if (!argument || plan->argument_count == ARGUMENTS_MAX) {
        free(argument);
        return false;
    }
    plan->argv[plan->argument_count++] = argument;
    return true;
}

static bool expand_line(struct plan *plan, json_object *line) {
    for (size_t i = 0; i < json_object_array_length(line); i++)
        if (!add_argument(plan, expand(plan, json_object_get_string(json_object_array_get_idx(line, i)))))
            return false;
    for (const char *const *more = plan->launch->arguments; more && *more; more++)
        if (!add_argument(plan, strdup(*more))) return false;
    return true;
}

static char *plan_address(struct plan *plan) {
    json_object *addresses = NULL, *address = NULL;
    const char *transport = wire_transport_name(plan->launch->transport);
    if (json_object_object_get_ex(plan->target->root, "address", &addresses) &&
        json_object_object_get_ex(addresses, transport, &address))
        return expand(plan, json_object_get_string(address));
    switch (plan->launch->transport) {
    case WIRE_UNIX: return expand(plan, "unix://{socket}");
    case WIRE_HTTP_UNIX: return expand(plan, "http+unix://{socket}");
    case WIRE_HTTP: return expand(plan, "http://127.0.0.1:{port}/");
    case WIRE_STDIO: return expand(plan, "stdio:");
    case WIRE_TCP:
    case WIRE_TRANSPORTS: break;
    }
    return expand(plan, "tcp://127.0.0.1:{port}");
}

static void plan_free(struct plan *plan) {
    for (size_t i = 0; i < plan->argument_count; i++) free(plan->argv[i]);
    free(plan->address);
    free(plan);
}

/* folder: where a socket would go. */
static struct plan *plan_new(const wire_target *target, const wire_launch *launch, const char *folder,
                             wire_error *error) {
    json_object *line = wire_target_file_launch(target->root, wire_transport_name(launch->transport));
    json_object *ready = NULL, *beginning = NULL;
    if (!line) {
        wire_error_set(error, "target '%s' has no launch line for %s (%s)", wire_target_name(target),
                       wire_transport_name(launch->transport), target->path);
        return NULL;
    }
    struct plan *plan = calloc(1, sizeof *plan);
    if (!plan) goto fail;
    plan->target = target;
    plan->launch = launch;
    json_object_object_get_ex(target->root, "ready", &ready);
    plan->by_line = json_object_object_get_ex(ready, "line", &beginning);
    plan->beginning = plan->by_line ? json_object_get_string(beginning) : NULL;
    if (launch->bin)
        snprintf(plan->bin, sizeof plan->bin, "%s", launch->bin);
    else
        own_folder(plan->bin, sizeof plan->bin);
    folder_of(target->path, plan->here, sizeof plan->here);
    snprintf(plan->port, sizeof plan->port, "%u", plan->by_line ? 0 : free_port());
    snprintf(plan->workers, sizeof plan->workers, "%u", launch->workers ? launch->workers : 1);
    snprintf(plan->socket, sizeof plan->socket, "%s/socket", folder);
    if (expand_line(plan, line) && (plan->address = plan_address(plan))) return plan;
    plan_free(plan);
fail:
    wire_error_set(error, "cannot launch target '%s': out of memory, or more than %u arguments",
                   wire_target_name(target), ARGUMENTS_MAX);
    return NULL;
}

static void hint_packages(const wire_target *target, wire_buffer *text) {
    if (*wire_target_build(target)) wire_buffer_format(text, "; build it: %s", wire_target_build(target));
    const char *package = wire_target_package(target, 0);
    if (package) wire_buffer_string(text, "; it needs the packages");
    for (size_t n = 0; package; package = wire_target_package(target, ++n))
        wire_buffer_format(text, "%s %s", n ? "," : "", package);
}

static bool executable_on_path(const char *name) {
    const char *path = getenv("PATH");
    for (const char *at = path; at && *at;) {
        size_t length = strcspn(at, ":");
        char full[PATH_MAX];
        snprintf(full, sizeof full, "%.*s/%s", (int)length, at, name);
        if (access(full, X_OK) == 0) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* A program by its name, or a file or folder by a path. */
static bool is_there(const char *what) {
    return strchr(what, '/') ? access(what, F_OK) == 0 : executable_on_path(what);
}

static bool refuse_absent(const struct plan *plan, const char *kind, const char *what, wire_error *error) {
    wire_buffer hint = {0};
    hint_packages(plan->target, &hint);
    wire_error_set(error, "target '%s': %s'%s' is not there%.*s", wire_target_name(plan->target), kind, what,
                   (int)hint.length, hint.data ? hint.data : "");
    wire_buffer_fini(&hint);
    return false;
}

static bool required_there(const struct plan *plan, wire_error *error) {
    json_object *list = NULL;
    if (!json_object_object_get_ex(plan->target->root, "requires", &list)) return true;
    bool there = true;
    for (size_t i = 0; there && i < json_object_array_length(list); i++) {
        const char *text = json_object_get_string(json_object_array_get_idx(list, i));
        char *path = expand(plan, text);
        if (!path || !is_there(path)) there = refuse_absent(plan, "", path ? path : text, error);
        free(path);
    }
    return there;
}

static bool program_there(const struct plan *plan, wire_error *error) {
    const char *program = plan->argv[0];
    if (strchr(program, '/') ? access(program, X_OK) != 0 : !executable_on_path(program))
        return refuse_absent(plan, "program ", program, error);
    return required_there(plan, error);
}

bool wire_target_available(const wire_target *target, const wire_launch *launch, wire_error *error) {
    struct plan *plan = plan_new(target, launch, "/tmp", error);
    bool available = plan && program_there(plan, error);
    if (plan) plan_free(plan);
    return available;
}

static wire_server *start(struct plan *plan, const char *folder, wire_error *error) {
    const wire_launch *launch = plan->launch;
    wire_command command = {
        .argv = (const char *const *)plan->argv,
        .ready = plan->by_line ? WIRE_READY_LINE : WIRE_READY_ACCEPTS,
        .line = plan->by_line ? plan->beginning : NULL,
        .address = plan->address,
        .framing = &launch->framing,
        .stdio = launch->transport == WIRE_STDIO,
        .cpus = launch->cpus,
        .cpu_count = launch->cpu_count,
        .ready_seconds = launch->ready_seconds,
        .folder = folder,
    };
    wire_error why = {""};
    wire_server *server = wire_server_start(&command, &why);
    if (!server) wire_error_set(error, "target '%s': %s", wire_target_name(plan->target), why.text);
    return server;
}

wire_server *wire_target_start(const wire_target *target, const wire_launch *launch, wire_error *error) {
    /* Short, since a socket's path has 107 bytes. */
    char folder[] = "/tmp/jrpc-target-XXXXXX";
    bool socket = launch->transport == WIRE_UNIX || launch->transport == WIRE_HTTP_UNIX;
    if (socket && !mkdtemp(folder)) {
        wire_error_set(error, "cannot make a folder for the socket of target '%s' in /tmp: %s",
                       wire_target_name(target), strerror(errno));
        return NULL;
    }
    wire_server *server = NULL;
    struct plan *plan = plan_new(target, launch, folder, error);
    if (plan && program_there(plan, error))
        server = start(plan, socket ? folder : NULL, error);
    else if (socket)
        rmdir(folder);
    if (plan) plan_free(plan);
    return server;
}
