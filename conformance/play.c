/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What the threads share. */
struct stage {
    conf_play *play;
    const conf_reach *reach;
    atomic_size_t next;
    atomic_bool failed;
    pthread_mutex_t lock; /* of `error` */
    wire_error *error;
};

static void give_up(struct stage *stage, const char *why) {
    pthread_mutex_lock(&stage->lock);
    if (!atomic_exchange(&stage->failed, true)) wire_error_set(stage->error, "%s", why);
    pthread_mutex_unlock(&stage->lock);
}

static void *work(void *argument) {
    struct stage *stage = argument;
    conf_play *play = stage->play;
    wire_error error = {""};
    conf_endpoint *endpoint = conf_endpoint_new(stage->reach);
    if (!endpoint) give_up(stage, "out of memory");
    while (endpoint && !atomic_load(&stage->failed)) {
        size_t i = atomic_fetch_add(&stage->next, 1);
        if (i >= play->suite->count) break;
        if (!conf_endpoint_run(endpoint, &play->suite->cases[i], &play->results[i], &error))
            give_up(stage, error.text);
    }
    if (!conf_endpoint_free(endpoint, &error)) give_up(stage, error.text);
    return NULL;
}

bool conf_play_all(conf_play *play, const conf_suite *suite, const conf_reach *reach, unsigned jobs,
                   wire_error *error) {
    wire_time start = wire_now();
    struct stage stage = {.play = play, .reach = reach, .lock = PTHREAD_MUTEX_INITIALIZER, .error = error};
    play->suite = suite;
    play->results = calloc(suite->count ? suite->count : 1, sizeof *play->results);
    pthread_t *threads = calloc(jobs, sizeof *threads);
    if (!play->results || !threads) give_up(&stage, "out of memory");
    unsigned started = 0;
    while (threads && started < jobs && !atomic_load(&stage.failed)) {
        if (pthread_create(&threads[started], NULL, work, &stage) != 0)
            give_up(&stage, "no thread can be started; fewer --jobs may help");
        else
            started++;
    }
    while (started > 0) pthread_join(threads[--started], NULL);
    free(threads);
    play->seconds = (double)(wire_now() - start) / 1e9;
    return !atomic_load(&stage.failed);
}

void conf_play_fini(conf_play *play) {
    for (size_t i = 0; play->results && i < play->suite->count; i++) conf_result_fini(&play->results[i]);
    free(play->results);
    *play = (conf_play){0};
}

size_t conf_play_count(const conf_play *play, conf_verdict verdict, unsigned classes) {
    size_t count = 0;
    for (size_t i = 0; i < play->suite->count; i++)
        count += play->results[i].verdict == verdict && (classes >> play->suite->cases[i].class & 1u);
    return count;
}
