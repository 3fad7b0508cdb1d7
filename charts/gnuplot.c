/* SPDX-License-Identifier: MIT */
#include "gnuplot.h"

#include "file.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIME_LIMIT_SECONDS 60
#define NO_SUCH_PROGRAM 127

static const char *const names[] = {"script.gp", "out.svg", "errors.txt"};

static int redirect(const char *name, int descriptor) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return file < 0 ? -1 : dup2(file, descriptor);
}

static _Noreturn void become_gnuplot(const char *folder) {
    static char *const arguments[] = {"gnuplot", "-d", "script.gp", NULL};
    alarm(TIME_LIMIT_SECONDS);
    if (chdir(folder) == 0 && redirect("out.svg", STDOUT_FILENO) >= 0 &&
        redirect("errors.txt", STDERR_FILENO) >= 0 && setenv("LC_ALL", "C.UTF-8", 1) == 0)
        execvp(arguments[0], arguments);
    _exit(errno == ENOENT ? NO_SUCH_PROGRAM : 1);
}

static int run(const char *folder) {
    pid_t child = fork();
    if (child == 0) become_gnuplot(folder);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return child > 0 ? status : -1;
}

static void explain(const char *folder, int status) {
    if (WIFSIGNALED(status)) {
        chart_say("gnuplot was ended by signal %d%s", WTERMSIG(status),
                  WTERMSIG(status) == SIGALRM ? ": it took more than a minute" : "");
        return;
    }
    size_t length = 0;
    char *path = chart_path(folder, "errors.txt");
    char *errors = path ? chart_file_read(path, &length) : NULL;
    chart_say("gnuplot failed with status %d: %.400s", WEXITSTATUS(status), errors ? errors : "");
    free(errors);
    free(path);
}

static chart_gnuplot judge(const char *folder, int status, char **output, size_t *length) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SUCH_PROGRAM) return CHART_GNUPLOT_ABSENT;
    if (status != 0) {
        explain(folder, status);
        return CHART_GNUPLOT_FAILED;
    }
    char *path = chart_path(folder, "out.svg");
    *output = path ? chart_file_read(path, length) : NULL;
    free(path);
    return *output ? CHART_GNUPLOT_OK : CHART_GNUPLOT_FAILED;
}

static bool write_script(const char *folder, const char *script) {
    char *path = chart_path(folder, "script.gp");
    bool done = path && chart_file_write(path, script, strlen(script));
    free(path);
    return done;
}

static void remove_folder(const char *folder) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = chart_path(folder, names[i]);
        if (path) unlink(path);
        free(path);
    }
    rmdir(folder);
}

chart_gnuplot chart_gnuplot_run(const char *script, char **output, size_t *length) {
    const char *parent = getenv("TMPDIR");
    char *folder = chart_path(parent && *parent ? parent : "/tmp", "charts-XXXXXX");
    if (!folder || !mkdtemp(folder)) {
        if (folder)
            chart_say("cannot make a folder %s: %s; TMPDIR names another place", folder, strerror(errno));
        free(folder);
        return CHART_GNUPLOT_FAILED;
    }
    chart_gnuplot outcome = CHART_GNUPLOT_FAILED;
    if (write_script(folder, script)) outcome = judge(folder, run(folder), output, length);
    remove_folder(folder);
    free(folder);
    return outcome;
}
