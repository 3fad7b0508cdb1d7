/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Reading end first, as pipe(2) has it. */
struct pipes {
    int in[2], out[2], err[2], failure[2]; /* `failure` carries errno out of a child that could not execute */
};

static void close_pair(int pair[2]) {
    if (pair[0] >= 0) close(pair[0]);
    if (pair[1] >= 0) close(pair[1]);
    pair[0] = pair[1] = -1;
}

static void close_pipes(struct pipes *pipes) {
    close_pair(pipes->in);
    close_pair(pipes->out);
    close_pair(pipes->err);
    close_pair(pipes->failure);
}

static bool open_pipes(struct pipes *pipes, bool with_input) {
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if (with_input) {
        if (pipe2(pipes->in, O_CLOEXEC) != 0) return false;
    } else {
        pipes->in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (pipes->in[0] < 0) return false;
    }
    return pipe2(pipes->out, O_CLOEXEC) == 0 && pipe2(pipes->err, O_CLOEXEC) == 0 &&
           pipe2(pipes->failure, O_CLOEXEC) == 0;
}

/* ---- in the child: only what is safe after a fork of a process with threads ---- */

static void default_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    for (int signal = 1; signal < SIGRTMIN; signal++) sigaction(signal, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void become(const char *const *argv, const struct pipes *pipes, pid_t parent,
                             const cpu_set_t *cpus) {
    setpgid(0, 0);
    bool good = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
    if (getppid() != parent) _exit(127); /* the parent died before prctl could tell */
    default_signals();
    if (cpus) good = good && sched_setaffinity(0, sizeof *cpus, cpus) == 0;
    good = good && dup2(pipes->in[0], STDIN_FILENO) >= 0 && dup2(pipes->out[1], STDOUT_FILENO) >= 0 &&
           dup2(pipes->err[1], STDERR_FILENO) >= 0;
    /* execvp's type is historical: it changes no argument (POSIX, exec, rationale). */
    union {
        const char *const *given;
        char *const *wanted;
    } arguments = {argv};
    if (good) execvp(argv[0], arguments.wanted);
    int failure = errno;
    ssize_t written = write(pipes->failure[1], &failure, sizeof failure);
    _exit(written == sizeof failure ? 127 : 126);
}

/* ---- in the parent ---- */

static const cpu_set_t *cpu_set_of(const int *cpus, size_t count, cpu_set_t *set) {
    if (!cpus) return NULL;
    CPU_ZERO(set);
    for (size_t i = 0; i < count; i++) CPU_SET((size_t)cpus[i], set);
    return set;
}

/* errno of a child that could not execute; 0 when it did. */
static int exec_failure(int fd) {
    int failure = 0;
    ssize_t length;
    do length = read(fd, &failure, sizeof failure);
    while (length < 0 && errno == EINTR);
    return length == (ssize_t)sizeof failure ? failure : 0;
}

static bool refuse(wire_error *error, const char *program, int failure) {
    const char *hint = failure == ENOENT   ? "; build or install it, or check the path"
                       : failure == EINVAL ? "; are the CPUs it is pinned to there?"
                                           : "";
    wire_error_set(error, "cannot start '%s': %s%s", program, strerror(failure), hint);
    return false;
}

bool wire_process_start(struct wire_process *process, const char *const *argv, bool with_input,
                        const int *cpus, size_t cpu_count, wire_error *error) {
    struct pipes pipes;
    cpu_set_t set;
    const cpu_set_t *pinned = cpu_set_of(cpus, cpu_count, &set);
    pid_t parent = getpid();
    pid_t child = open_pipes(&pipes, with_input) ? fork() : -1;
    if (child == 0) become(argv, &pipes, parent, pinned);
    if (child < 0) {
        int failure = errno;
        close_pipes(&pipes);
        return refuse(error, argv[0], failure);
    }
    setpgid(child, child); /* in both, so that neither has to wait for the other */
    close(pipes.failure[1]);
    pipes.failure[1] = -1;
    int failure = exec_failure(pipes.failure[0]);
    if (failure) {
        close_pipes(&pipes);
        waitpid(child, NULL, 0);
        return refuse(error, argv[0], failure);
    }
    *process = (struct wire_process){child, pipes.in[1], pipes.out[0], pipes.err[0], false, 0};
    pipes.in[1] = pipes.out[0] = pipes.err[0] = -1;
    close_pipes(&pipes);
    return true;
}

/* Whether it has ended, without reaping it, so that its pid and group cannot be anybody else's yet. */
static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static void wait_ended(pid_t pid, wire_time deadline) {
    int fd = pidfd_open(pid, 0);
    while (!has_ended(pid)) {
        int left = wire_milliseconds_left(deadline);
        if (left == 0) break;
        struct pollfd polled = {fd, POLLIN, 0};
        const int nap = 5; /* where the kernel has no pidfd */
        poll(&polled, fd < 0 ? 0 : 1, fd >= 0 || (left >= 0 && left < nap) ? left : nap);
    }
    if (fd >= 0) close(fd);
}

bool wire_process_wait(struct wire_process *process, wire_time deadline) {
    if (process->reaped) return true;
    wait_ended(process->pid, deadline);
    if (!has_ended(process->pid)) return false;
    kill(-process->pid, SIGKILL);
    process->reaped = waitpid(process->pid, &process->status, 0) == process->pid;
    return process->reaped;
}

void wire_process_stop(struct wire_process *process, double seconds) {
    if (process->reaped) return;
    kill(process->pid, SIGTERM);
    if (wire_process_wait(process, wire_after(seconds))) return;
    kill(-process->pid, SIGKILL);
    wire_process_wait(process, WIRE_NEVER);
}

void wire_process_describe(const struct wire_process *process, char *to, size_t room) {
    int status = process->status;
    if (!process->reaped)
        snprintf(to, room, "still runs");
    else if (WIFSIGNALED(status))
        snprintf(to, room, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(to, room, "exited with status %d", WEXITSTATUS(status));
}
