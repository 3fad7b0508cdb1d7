/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include "buffer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* Bytes of one line that are looked at. What it stops: a child that prints without a line end. */
#define LINE_MAX_BYTES 4096u

struct wire_watch {
    pthread_t thread;
    int out, err, stop; /* the thread's alone; -1 once ended */
    const char *beginning;
    wire_buffer line;      /* the thread's alone: the current line so far */
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    char *lines[WIRE_LINES_MAX];
    size_t line_count;
    wire_buffer tail;
    bool ended;
};

static void keep_line(struct wire_watch *watch) {
    size_t beginning = strlen(watch->beginning);
    wire_buffer *line = &watch->line;
    if (line->length < beginning || memcmp(line->data, watch->beginning, beginning) != 0) return;
    pthread_mutex_lock(&watch->mutex);
    if (watch->line_count < WIRE_LINES_MAX) {
        char *rest = strndup(line->data + beginning, line->length - beginning);
        if (rest) watch->lines[watch->line_count++] = rest;
    }
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->mutex);
}

static void take_output(struct wire_watch *watch, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\n') {
            if (watch->line.length < LINE_MAX_BYTES) wire_buffer_append(&watch->line, bytes + i, 1);
            continue;
        }
        if (watch->line.length && watch->line.data[watch->line.length - 1] == '\r') watch->line.length--;
        keep_line(watch);
        watch->line.length = 0;
    }
}

static void take_error(struct wire_watch *watch, const char *bytes, size_t length) {
    pthread_mutex_lock(&watch->mutex);
    wire_buffer_append(&watch->tail, bytes, length);
    if (watch->tail.length > WIRE_TAIL_MAX)
        wire_buffer_drop(&watch->tail, watch->tail.length - WIRE_TAIL_MAX);
    pthread_mutex_unlock(&watch->mutex);
}

/* Reads once; at the end of the stream closes it and forgets the descriptor. */
static void take(struct wire_watch *watch, int *fd,
                 void (*taker)(struct wire_watch *, const char *, size_t)) {
    char bytes[4096];
    ssize_t length = read(*fd, bytes, sizeof bytes);
    if (length > 0) {
        taker(watch, bytes, (size_t)length);
        return;
    }
    if (length < 0 && (errno == EINTR || errno == EAGAIN)) return;
    close(*fd);
    *fd = -1;
}

static void *run(void *argument) {
    struct wire_watch *watch = argument;
    while (watch->out >= 0 || watch->err >= 0) {
        struct pollfd polled[3] = {
            {watch->out, POLLIN, 0}, {watch->err, POLLIN, 0}, {watch->stop, POLLIN, 0}};
        if (poll(polled, 3, -1) < 0) continue;
        /* Errors first: who waits for a line may then read what was written before that line. */
        if (polled[1].revents) take(watch, &watch->err, take_error);
        if (polled[0].revents) take(watch, &watch->out, take_output);
        if (polled[2].revents) break;
    }
    pthread_mutex_lock(&watch->mutex);
    watch->ended = true;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

static void init_sync(struct wire_watch *watch) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&watch->mutex, NULL);
}

static void close_open(int fd) {
    if (fd >= 0) close(fd);
}

struct wire_watch *wire_watch_new(int out, int err, const char *beginning) {
    struct wire_watch *watch = calloc(1, sizeof *watch);
    int stop = watch ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
    if (!watch || stop < 0) goto fail;
    watch->out = out;
    watch->err = err;
    watch->stop = stop;
    watch->beginning = beginning;
    init_sync(watch);
    if (pthread_create(&watch->thread, NULL, run, watch) == 0) return watch;
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->mutex);
fail:
    close_open(stop);
    close_open(out);
    close_open(err);
    free(watch);
    return NULL;
}

void wire_watch_free(struct wire_watch *watch) {
    if (!watch) return;
    eventfd_write(watch->stop, 1);
    pthread_join(watch->thread, NULL);
    close_open(watch->stop);
    close_open(watch->out);
    close_open(watch->err);
    for (size_t i = 0; i < watch->line_count; i++) free(watch->lines[i]);
    wire_buffer_fini(&watch->line);
    wire_buffer_fini(&watch->tail);
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->mutex);
    free(watch);
}

/* With the mutex held. False: the deadline passed. */
static bool wait_change(struct wire_watch *watch, wire_time deadline) {
    if (deadline == WIRE_NEVER) return pthread_cond_wait(&watch->changed, &watch->mutex) == 0;
    struct timespec until = {(time_t)(deadline / 1000000000), (long)(deadline % 1000000000)};
    return pthread_cond_timedwait(&watch->changed, &watch->mutex, &until) == 0;
}

bool wire_watch_wait(struct wire_watch *watch, size_t count, wire_time deadline) {
    pthread_mutex_lock(&watch->mutex);
    bool waiting = true;
    while (waiting && watch->line_count < count && !watch->ended) waiting = wait_change(watch, deadline);
    bool there = watch->line_count >= count;
    pthread_mutex_unlock(&watch->mutex);
    return there;
}

bool wire_watch_wait_end(struct wire_watch *watch, wire_time deadline) {
    pthread_mutex_lock(&watch->mutex);
    bool waiting = true;
    while (waiting && !watch->ended) waiting = wait_change(watch, deadline);
    bool ended = watch->ended;
    pthread_mutex_unlock(&watch->mutex);
    return ended;
}

const char *wire_watch_line(struct wire_watch *watch, size_t n) {
    pthread_mutex_lock(&watch->mutex);
    const char *line = n < watch->line_count ? watch->lines[n] : NULL;
    pthread_mutex_unlock(&watch->mutex);
    return line;
}

void wire_watch_tail(struct wire_watch *watch, char tail[WIRE_TAIL_MAX + 1]) {
    pthread_mutex_lock(&watch->mutex);
    size_t length = watch->tail.length;
    if (length) memcpy(tail, watch->tail.data, length);
    pthread_mutex_unlock(&watch->mutex);
    while (length && (tail[length - 1] == '\n' || tail[length - 1] == '\r')) length--;
    tail[length] = '\0';
}
