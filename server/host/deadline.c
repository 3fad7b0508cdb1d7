/* SPDX-License-Identifier: MIT */
#include "deadline.h"

#include <limits.h>

static const jrpci_limit limit_of_wait[JRPCI_WAIT_COUNT] = {
    [JRPCI_WAIT_IDLE] = JRPCI_IDLE_MILLISECONDS,   [JRPCI_WAIT_HEAD] = JRPCI_HEAD_MILLISECONDS,
    [JRPCI_WAIT_BODY] = JRPCI_BODY_MILLISECONDS,   [JRPCI_WAIT_DOCUMENT] = JRPCI_DOCUMENT_MILLISECONDS,
    [JRPCI_WAIT_WRITE] = JRPCI_WRITE_MILLISECONDS, [JRPCI_WAIT_CLOSE] = JRPCI_CLOSE_MILLISECONDS,
};

void jrpci_deadlines_init(jrpci_deadlines *deadlines, const jrpci_limits *limits) {
    for (int i = 0; i < JRPCI_WAIT_COUNT; i++) {
        jrpci_deadline *list = &deadlines->lists[i];
        *list = (jrpci_deadline){.previous = list, .next = list};
        deadlines->lasts[i] = (int64_t)limits->values[limit_of_wait[i]];
    }
}

void jrpci_deadline_clear(jrpci_deadline *deadline) {
    if (!deadline->next) return;
    deadline->previous->next = deadline->next;
    deadline->next->previous = deadline->previous;
    deadline->previous = deadline->next = NULL;
}

void jrpci_deadline_set(jrpci_deadlines *deadlines, jrpci_deadline *deadline, jrpci_wait wait, int64_t now) {
    jrpci_deadline_clear(deadline);
    int64_t lasts = deadlines->lasts[wait];
    if (lasts == 0) return;
    jrpci_deadline *list = &deadlines->lists[wait];
    deadline->at = now > INT64_MAX - lasts ? INT64_MAX : now + lasts;
    deadline->previous = list->previous;
    deadline->next = list;
    list->previous->next = deadline;
    list->previous = deadline;
}

jrpci_deadline *jrpci_deadlines_over(jrpci_deadlines *deadlines, int64_t now) {
    for (int i = 0; i < JRPCI_WAIT_COUNT; i++) {
        jrpci_deadline *first = deadlines->lists[i].next;
        if (first != &deadlines->lists[i] && first->at <= now) return first;
    }
    return NULL;
}

int jrpci_deadlines_timeout(const jrpci_deadlines *deadlines, int64_t now) {
    int64_t next = INT64_MAX;
    for (int i = 0; i < JRPCI_WAIT_COUNT; i++) {
        const jrpci_deadline *first = deadlines->lists[i].next;
        if (first != &deadlines->lists[i] && first->at < next) next = first->at;
    }
    if (next == INT64_MAX) return -1;
    if (next <= now) return 0;
    return next - now > INT_MAX ? INT_MAX : (int)(next - now);
}
