/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "wire/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* How often a program that says nothing is looked at, in milliseconds. */
enum { glance = 50 };

/* exec takes arrays of char * that it does not write to. */
static char *const *as_argv(const char *const *strings) {
    union {
        const char *const *in;
        char *const *out;
    } cast = {.in = strings};
    return cast.out;
}

static bool open_as(const char *path, int flags, int descriptor) {
    const int opened = open(path, flags);
    return opened >= 0 && dup2(opened, descriptor) >= 0;
}

/* In the child: only what is safe after a fork. Does not return. */
static void become(const load_command *command, int output, pid_t parent) {
    char *const *environment = command->environment ? as_argv(command->environment) : environ;
    bool good = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
    good = good && open_as("/dev/null", O_RDONLY, STDIN_FILENO);
    if (output >= 0) good = good && dup2(output, STDOUT_FILENO) >= 0;
    if (!command->errors) good = good && open_as("/dev/null", O_WRONLY, STDERR_FILENO);
    if (good) execvpe(command->argv[0], as_argv(command->argv), environment);
    _exit(127);
}

static pid_t spawn(const load_command *command, int output) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) become(command, output, parent);
    return child;
}

/* Whether the program may run on. */
static bool may_run(const load_command *command, wire_time deadline) {
    return wire_milliseconds_left(deadline) > 0 && !(command->stop && atomic_load(command->stop));
}

/* Reads to the end of what it prints; false when it is to be killed first. What does not fit is read and dropped, so
 * that the program is not held up. */
static bool read_all(const load_command *command, int input, char *text, size_t size, wire_time deadline) {
    char dropped[4096];
    size_t length = 0;
    while (may_run(command, deadline)) {
        struct pollfd ready = {.fd = input, .events = POLLIN};
        if (poll(&ready, 1, glance) <= 0) continue;
        const size_t room = size - 1 - length;
        const ssize_t got = read(input, room ? text + length : dropped, room ? room : sizeof dropped);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        if (room) length += (size_t)got;
        text[length] = '\0';
    }
    return false;
}

/* Waits for the end, or brings it about. */
static int reap(const load_command *command, pid_t pid, wire_time deadline) {
    const struct timespec pause = {.tv_nsec = 5000000};
    int status;
    while (may_run(command, deadline)) {
        const pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR) return -1;
        nanosleep(&pause, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return -1;
}

int load_command_run(const load_command *command, char *text, size_t size) {
    wire_time deadline = wire_after(command->seconds);
    int ends[2] = {-1, -1};
    if (size) text[0] = '\0';
    if (size && pipe2(ends, O_CLOEXEC) != 0) return -1;
    const pid_t pid = spawn(command, ends[1]);
    if (size) {
        close(ends[1]);
        if (pid > 0 && !read_all(command, ends[0], text, size, deadline)) deadline = wire_now();
        close(ends[0]);
    }
    return pid > 0 ? reap(command, pid, deadline) : -1;
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
