/* SPDX-License-Identifier: MIT */
#include "usage.h"

#include <sys/resource.h>
#include <time.h>

load_usage load_usage_of_thread(void) {
    load_usage usage = {0};
    struct timespec cpu;
    struct rusage counters;
    if (!clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu))
        usage.cpu = (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9;
    if (!getrusage(RUSAGE_THREAD, &counters))
        usage.switches = (uint64_t)(counters.ru_nvcsw + counters.ru_nivcsw);
    return usage;
}
