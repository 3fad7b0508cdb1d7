/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The type of execv is older than const; it writes to nothing. */
static char *const *as_argv(const char *const *arguments) {
    union {
        const char *const *given;
        char *const *taken;
    } argv = {arguments};
    return argv.taken;
}

void process_start(struct process *process, const char *const *arguments) {
    int in[2], out[2], err[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    assert_int_equal(pipe2(err, O_CLOEXEC), 0);
    process->pid = fork();
    assert_true(process->pid >= 0);
    if (process->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0 || dup2(err[1], 2) < 0) _exit(127);
        execv(arguments[0], as_argv(arguments));
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    process->in = in[1];
    process->out = out[0];
    process->err = err[0];
}

/* Reads at most `room` bytes once there are some; 0 at the end. */
static size_t read_some(struct process *process, int descriptor, char *bytes, size_t room) {
    struct pollfd readable = {.fd = descriptor, .events = POLLIN};
    if (poll(&readable, 1, PROCESS_SECONDS * 1000) != 1) {
        kill(process->pid, SIGKILL);
        fail_msg("the program neither wrote nor ended within %d seconds", PROCESS_SECONDS);
    }
    ssize_t got = read(descriptor, bytes, room);
    assert_true(got >= 0);
    return (size_t)got;
}

const char *process_line(struct process *process, int descriptor) {
    size_t length = 0;
    while (length < sizeof process->line - 1) {
        if (read_some(process, descriptor, process->line + length, 1) == 0) break;
        if (process->line[length] == '\n') break;
        length++;
    }
    process->line[length] = 0;
    return process->line;
}

const char *process_address(struct process *process) {
    static const char prefix[] = "listening on ";
    const char *line = process_line(process, process->out);
    if (strncmp(line, prefix, sizeof prefix - 1) != 0) {
        char problem[512];
        problem[read_some(process, process->err, problem, sizeof problem - 1)] = 0;
        fail_msg("no address in \"%s\"; standard error: %s", line, problem);
    }
    return line + sizeof prefix - 1;
}

int process_wait(struct process *process, int descriptor) {
    close(process->in);
    size_t length = 0, got;
    do {
        got = read_some(process, descriptor, process->text + length, sizeof process->text - 1 - length);
        length += got;
    } while (got > 0);
    process->text[length] = 0;
    int status;
    assert_int_equal(waitpid(process->pid, &status, 0), process->pid);
    close(process->out);
    close(process->err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_stop(struct process *process, int signal) {
    assert_int_equal(kill(process->pid, signal), 0);
    return process_wait(process, process->err);
}
