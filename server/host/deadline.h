/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_DEADLINE_H
#define JRPCI_DEADLINE_H

#include "session.h"

/* Deadlines of one worker's connections. All waits of a kind last equally long, so a list for each kind that is
 * appended to at its end is sorted: setting and clearing are constant, and only the heads need a look. */
typedef struct jrpci_deadline {
    struct jrpci_deadline *previous, *next; /* NULL: not set */
    int64_t at;                             /* milliseconds of the worker's clock */
} jrpci_deadline;

typedef struct jrpci_deadlines {
    jrpci_deadline lists[JRPCI_WAIT_COUNT]; /* circular; the element itself is the head */
    int64_t lasts[JRPCI_WAIT_COUNT];        /* milliseconds; 0: for ever */
} jrpci_deadlines;

void jrpci_deadlines_init(jrpci_deadlines *deadlines, const jrpci_limits *limits);

/* Sets or moves one; a wait that lasts for ever clears it. */
void jrpci_deadline_set(jrpci_deadlines *deadlines, jrpci_deadline *deadline, jrpci_wait wait, int64_t now);

void jrpci_deadline_clear(jrpci_deadline *deadline);

/* One that is over, still set; NULL: none. */
jrpci_deadline *jrpci_deadlines_over(jrpci_deadlines *deadlines, int64_t now);

/* Milliseconds until the next one is over, rounded up for epoll_wait; -1: none is set. */
int jrpci_deadlines_timeout(const jrpci_deadlines *deadlines, int64_t now);

#endif
