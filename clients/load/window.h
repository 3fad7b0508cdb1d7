/* SPDX-License-Identifier: MIT */
#ifndef LOAD_WINDOW_H
#define LOAD_WINDOW_H

#include "recorder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one connection has in flight. Documents are numbered from 0 in the order they leave; those that
 * left together are one flight and share a start. While replies come in order nothing is kept per
 * document. */

typedef struct load_flight {
    load_start start;
    uint64_t first; /* number of its first document */
    size_t documents;
    size_t unanswered;
} load_flight;

typedef struct load_window {
    load_flight *flights; /* a ring of `capacity`, the oldest at `oldest` */
    size_t capacity, oldest, count;
    size_t documents;    /* numbers are told apart modulo this */
    uint64_t sent;       /* the number the next document gets */
    uint64_t low;        /* the oldest document without an answer; `sent` when there is none */
    size_t unanswered;   /* documents */
    unsigned char *gaps; /* by number modulo `documents`: answered, though an older one is not */
    size_t gap_count;
} load_window;

/* flights: the most sends of which something is unanswered; documents: of the ring. False: out of memory. */
bool load_window_init(load_window *window, size_t flights, size_t documents);
void load_window_fini(load_window *window);

/* Documents that may be sent now: as many as are missing from `depth`; but none once every flight is
 * taken, and no more than the ring has beside those between the oldest without an answer and the newest,
 * whose ids must stay unique. Both bound how far a server may answer out of order. */
size_t load_window_room(const load_window *window, size_t depth);

/* `documents` leave. */
void load_window_sent(load_window *window, size_t documents, load_start start);

/* Whether replies have come in order so far: then the next one is document `low`'s. */
bool load_window_in_order(const load_window *window);

/* Takes up to `documents` of the oldest, of one flight, off the window; in order only. Returns how many,
 * and their start; 0 when nothing is in flight. */
size_t load_window_take(load_window *window, size_t documents, load_start *start);

/* Whether a document is in flight and not yet answered. */
bool load_window_awaits(const load_window *window, uint64_t document);

/* Takes one document that load_window_awaits off the window, in any order. */
load_start load_window_take_one(load_window *window, uint64_t document);

#endif
