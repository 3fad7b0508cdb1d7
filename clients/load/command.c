/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "wire/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* posix_spawn takes arrays of char * that it does not write to. */
static char *const *as_argv(const char *const *strings) {
    union {
        const char *const *in;
        char *const *out;
    } cast = {.in = strings};
    return cast.out;
}

static bool spawn(const load_command *command, int output, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    char *const *environment = command->environment ? as_argv(command->environment) : environ;
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    bool good = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0;
    if (output >= 0) good = good && posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0;
    if (!command->errors)
        good =
            good && posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0;
    good =
        good && posix_spawnp(pid, command->argv[0], &actions, NULL, as_argv(command->argv), environment) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

/* Reads to the end of what it prints, or to the deadline: false. What does not fit is read and dropped, so that the
 * program is not held up. */
static bool read_all(int input, char *text, size_t size, wire_time deadline) {
    char dropped[4096];
    size_t length = 0;
    for (;;) {
        struct pollfd ready = {.fd = input, .events = POLLIN};
        const int count = poll(&ready, 1, wire_milliseconds_left(deadline));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        const size_t room = size - 1 - length;
        const ssize_t got = read(input, room ? text + length : dropped, room ? room : sizeof dropped);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        if (room) length += (size_t)got;
        text[length] = '\0';
    }
}

/* Waits for the end. Nothing tells a process's end and a deadline at once without a handler, so it looks, at first
 * often and then less so. */
static int reap(pid_t pid, wire_time deadline, bool in_time) {
    int status;
    useconds_t pause = 1000;
    while (in_time) {
        const pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR) return -1;
        in_time = wire_milliseconds_left(deadline) > 0;
        usleep(pause);
        if (pause < 50000) pause *= 2;
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return -1;
}

int load_command_run(const load_command *command, char *text, size_t size) {
    const wire_time deadline = wire_after(command->seconds);
    int ends[2] = {-1, -1};
    pid_t pid;
    if (size) text[0] = '\0';
    if (size && pipe2(ends, O_CLOEXEC) != 0) return -1;
    const bool started = spawn(command, ends[1], &pid);
    bool in_time = true;
    if (size) {
        close(ends[1]);
        in_time = !started || read_all(ends[0], text, size, deadline);
        close(ends[0]);
    }
    return started ? reap(pid, deadline, in_time) : -1;
}

static bool is_executable_in(const char *folder, size_t length, const char *program) {
    char path[4096];
    const int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, program);
    return written > 0 && (size_t)written < sizeof path && access(path, X_OK) == 0;
}

bool load_command_exists(const char *program) {
    if (strchr(program, '/')) return access(program, X_OK) == 0;
    for (const char *path = getenv("PATH"); path && *path;) {
        const size_t length = strcspn(path, ":");
        if (is_executable_in(path, length, program)) return true;
        path += length + (path[length] == ':');
    }
    return false;
}
