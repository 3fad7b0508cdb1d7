/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include "wire/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CPUS 64
#define STEPS 2000000u

struct probe {
    pthread_t thread;
    pthread_rwlock_t *gate;
    size_t cpu;
    uint64_t sink; /* keeps the loop from being optimised away */
    double nanoseconds_a_step;
};

/* Each step waits for the one before: a multiplication and an addition in registers, nothing that memory
 * decides. */
static void *probe_cpu(void *context) {
    struct probe *probe = context;
    load_pin_thread(probe->cpu);
    pthread_rwlock_rdlock(probe->gate);
    pthread_rwlock_unlock(probe->gate);
    wire_time begin = wire_now();
    uint64_t x = (uint64_t)begin;
    for (unsigned i = 0; i < STEPS; i++) {
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x));
    }
    probe->nanoseconds_a_step = (double)(wire_now() - begin) / STEPS;
    probe->sink = x;
    return NULL;
}

static unsigned usable_cpus(struct probe *probes) {
    cpu_set_t allowed;
    unsigned count = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return 0;
    for (size_t cpu = 0; cpu < CPU_SETSIZE && count < MOST_CPUS; cpu++)
        if (CPU_ISSET(cpu, &allowed)) probes[count++].cpu = cpu;
    return count;
}

double load_probe_contention(void) {
    struct probe probes[MOST_CPUS];
    pthread_rwlock_t gate;
    unsigned count = usable_cpus(probes);
    unsigned made = 0;
    double slowest = 0;
    if (pthread_rwlock_init(&gate, NULL)) return 0;
    pthread_rwlock_wrlock(&gate); /* opened once all are there, however many could be made */
    for (; made < count; made++) {
        probes[made].gate = &gate;
        if (pthread_create(&probes[made].thread, NULL, probe_cpu, &probes[made])) break;
    }
    pthread_rwlock_unlock(&gate);
    for (unsigned i = 0; i < made; i++) {
        pthread_join(probes[i].thread, NULL);
        if (probes[i].nanoseconds_a_step > slowest) slowest = probes[i].nanoseconds_a_step;
    }
    pthread_rwlock_destroy(&gate);
    return slowest;
}

/* The first line of /proc/stat: cpu user nice system idle iowait irq softirq steal guest guest_nice. Guest
 * time is part of user time. */
static load_ticks read_ticks(char *line) {
    enum { fields = 8 };
    load_ticks ticks = {0};
    char *at = line + strcspn(line, " ");
    for (int i = 0; i < fields; i++) {
        char *end = at;
        ticks.stolen = strtoull(at, &end, 10);
        ticks.all += ticks.stolen;
        if (end == at) return (load_ticks){0};
        at = end;
    }
    ticks.known = true;
    return ticks;
}

load_ticks load_ticks_now(void) {
    char line[512];
    FILE *file = fopen("/proc/stat", "re");
    bool read = file && fgets(line, sizeof line, file);
    if (file) fclose(file);
    return read ? read_ticks(line) : (load_ticks){0};
}

double load_steal(load_ticks before, load_ticks after) {
    if (!before.known || !after.known || after.all <= before.all) return -1;
    return (double)(after.stolen - before.stolen) / (double)(after.all - before.all);
}

bool load_pin_thread(size_t cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
}
