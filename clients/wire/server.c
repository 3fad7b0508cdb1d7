/* SPDX-License-Identifier: MIT */
#include "server.h"

#include "process.h"
#include "watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READY_SECONDS 10.0
#define STOP_SECONDS 5.0

struct wire_server {
    char *program, *folder;
    char *beginning; /* of a ready line; the watch keeps a pointer to it */
    struct wire_process process;
    struct wire_watch *watch;
    wire_connection stdio;
    wire_address addresses[WIRE_LINES_MAX];
    size_t address_count;
    char tail[WIRE_TAIL_MAX + 1];
};

/* Removes a folder of plain files and sockets. */
static void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(path);
}

static void release(wire_server *server) {
    wire_close(&server->stdio);
    wire_watch_free(server->watch);
    if (server->folder) remove_folder(server->folder);
    free(server->program);
    free(server->folder);
    free(server->beginning);
    free(server);
}

const char *wire_server_stderr(wire_server *server) {
    wire_watch_tail(server->watch, server->tail);
    return server->tail;
}

/* Sets the error: the program, `what`, and what it wrote last. */
static void explain(wire_server *server, wire_error *error, const char *what) {
    const char *tail = wire_server_stderr(server);
    if (*tail)
        wire_error_set(error, "'%s' %s; it wrote: %s", server->program, what, tail);
    else
        wire_error_set(error, "'%s' %s", server->program, what);
}

bool wire_server_alive(wire_server *server, wire_error *error) {
    if (!wire_process_wait(&server->process, wire_now())) return true;
    char how[128];
    wire_process_describe(&server->process, how, sizeof how);
    wire_watch_wait_end(server->watch, wire_after(1)); /* what it wrote last may still be on its way */
    explain(server, error, how);
    return false;
}

static bool not_ready(wire_server *server, wire_error *error, double seconds) {
    char what[128];
    snprintf(what, sizeof what, "was not ready within %g s", seconds);
    if (wire_server_alive(server, error)) explain(server, error, what);
    return false;
}

static bool read_address(wire_server *server, size_t n, wire_error *error) {
    wire_error wrong;
    const char *line = wire_watch_line(server->watch, n);
    if (wire_address_parse(&server->addresses[n], line, &wrong)) {
        server->address_count = n + 1;
        return true;
    }
    wire_error_set(error, "'%s' told a wrong address: %s", server->program, wrong.text);
    return false;
}

static bool wait_lines(wire_server *server, const wire_command *command, double seconds, wire_error *error) {
    size_t wanted = command->listeners ? command->listeners : 1;
    if (!wire_watch_wait(server->watch, wanted, wire_after(seconds))) {
        /* The output may have ended a moment before the process does. */
        wire_process_wait(&server->process, wire_after(0.2));
        return not_ready(server, error, seconds);
    }
    for (size_t n = 0; n < wanted; n++)
        if (!read_address(server, n, error)) return false;
    return true;
}

/* A server that says nothing can only be tried. */
static bool wait_accepts(wire_server *server, const wire_command *command, double seconds,
                         wire_error *error) {
    if (!wire_address_parse(&server->addresses[0], command->address, error)) return false;
    server->address_count = 1;
    const wire_time deadline = wire_after(seconds);
    while (wire_now() < deadline) {
        wire_connection connection;
        wire_error ignored;
        if (wire_connect(&connection, &server->addresses[0], deadline, &ignored)) {
            wire_close(&connection);
            return wire_server_alive(server, error);
        }
        if (wire_process_wait(&server->process, wire_after(0.01))) break;
    }
    return not_ready(server, error, seconds);
}

static bool wait_ready(wire_server *server, const wire_command *command, wire_error *error) {
    double seconds = command->ready_seconds > 0 ? command->ready_seconds : READY_SECONDS;
    if (command->stdio) return true;
    if (command->ready == WIRE_READY_LINE) return wait_lines(server, command, seconds, error);
    return wait_accepts(server, command, seconds, error);
}

/* Gives the process's streams to the watch and, for `stdio`, to a connection. */
static bool attach(wire_server *server, bool stdio) {
    struct wire_process *process = &server->process;
    if (stdio) {
        server->stdio = (wire_connection){process->out, process->in};
        fcntl(process->out, F_SETFL, O_NONBLOCK);
        fcntl(process->in, F_SETFL, O_NONBLOCK);
        server->addresses[0] = (wire_address){.transport = WIRE_STDIO, .target = "/"};
        server->address_count = 1;
    }
    server->watch = wire_watch_new(stdio ? -1 : process->out, process->err, server->beginning);
    return server->watch != NULL;
}

static wire_server *make(const wire_command *command) {
    wire_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->stdio = WIRE_CONNECTION_NONE;
    server->program = strdup(command->argv[0]);
    server->beginning = strdup(command->line ? command->line : "listening on ");
    server->folder = command->folder ? strdup(command->folder) : NULL;
    if (server->program && server->beginning && (server->folder || !command->folder)) return server;
    release(server);
    return NULL;
}

wire_server *wire_server_start(const wire_command *command, wire_error *error) {
    wire_server *server = make(command);
    if (!server) {
        wire_error_set(error, "cannot start '%s': out of memory", command->argv[0]);
        if (command->folder) remove_folder(command->folder);
        return NULL;
    }
    if (!wire_process_start(&server->process, command->argv, command->stdio, command->cpus,
                            command->cpu_count, error)) {
        release(server);
        return NULL;
    }
    bool good = attach(server, command->stdio);
    if (!good)
        wire_error_set(error, "cannot watch '%s': out of memory, threads or descriptors", server->program);
    if (good && wait_ready(server, command, error)) {
        for (size_t n = 0; command->framing && n < server->address_count; n++)
            server->addresses[n].framing = *command->framing;
        return server;
    }
    wire_process_stop(&server->process, 0);
    release(server);
    return NULL;
}

bool wire_server_stop(wire_server *server, double seconds, wire_error *error) {
    if (!server) return true;
    wire_close(&server->stdio);
    wire_process_stop(&server->process, seconds > 0 ? seconds : STOP_SECONDS);
    bool good = server->process.status == 0;
    if (!good) wire_server_alive(server, error);
    release(server);
    return good;
}

const wire_address *wire_server_address(const wire_server *server, size_t n) {
    return n < server->address_count ? &server->addresses[n] : NULL;
}

wire_connection *wire_server_stdio(wire_server *server) {
    return &server->stdio;
}

pid_t wire_server_pid(const wire_server *server) {
    return server->process.pid;
}

bool wire_server_usage(const wire_server *server, wire_usage *usage) {
    return !server->process.reaped && wire_process_usage(server->process.pid, usage);
}
