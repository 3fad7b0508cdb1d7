/* SPDX-License-Identifier: MIT */
#ifndef APP_STOP_H
#define APP_STOP_H

#include <jrpc/host.h>

#include <pthread.h>

/* SIGTERM and SIGINT: the first stops the host, a second ends the process at once with status 1. A thread waits for
 * them, so nothing runs in a signal handler. */
typedef struct app_stop {
    pthread_t thread;
    jrpc_host *host;
} app_stop;

/* Blocks both signals in the calling thread and in those it starts from then on. To be called before there are others. */
void app_stop_block(void);

/* Starts to wait. False: errno says why not. */
bool app_stop_start(app_stop *stop, jrpc_host *host);

void app_stop_end(app_stop *stop);

#endif
