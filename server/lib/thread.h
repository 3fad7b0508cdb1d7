/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_THREAD_H
#define JRPCI_THREAD_H

/* All that the library needs of threads, so that a build without them replaces this one file. Counters and pointers that
 * threads share are C11 atomics, which every build has. */
#include <pthread.h>
#include <stdbool.h>

typedef pthread_mutex_t jrpci_mutex;

static inline bool jrpci_mutex_init(jrpci_mutex *mutex) {
    return pthread_mutex_init(mutex, NULL) == 0;
}

static inline void jrpci_mutex_fini(jrpci_mutex *mutex) {
    (void)pthread_mutex_destroy(mutex);
}

/* Neither fails on a mutex that was made and is used in pairs. */
static inline void jrpci_mutex_lock(jrpci_mutex *mutex) {
    (void)pthread_mutex_lock(mutex);
}

static inline void jrpci_mutex_unlock(jrpci_mutex *mutex) {
    (void)pthread_mutex_unlock(mutex);
}

#endif
