/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static sigset_t signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

void app_stop_block(void) {
    sigset_t set = signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void *wait_for_signals(void *argument) {
    app_stop *stop = argument;
    sigset_t set = signals();
    int received;
    sigwait(&set, &received);
    jrpc_host_stop(stop->host);
    sigwait(&set, &received);
    _exit(1);
}

bool app_stop_start(app_stop *stop, jrpc_host *host) {
    stop->host = host;
    errno = pthread_create(&stop->thread, NULL, wait_for_signals, stop);
    return errno == 0;
}

void app_stop_end(app_stop *stop) {
    pthread_cancel(stop->thread); /* sigwait is where it can be */
    pthread_join(stop->thread, NULL);
}
