/* SPDX-License-Identifier: MIT */
#include "window.h"

#include <stdlib.h>

bool load_window_init(load_window *window, size_t flights, size_t documents) {
    *window = (load_window){.capacity = flights, .documents = documents};
    window->flights = calloc(window->capacity, sizeof *window->flights);
    window->gaps = calloc(documents, sizeof *window->gaps);
    if (window->flights && window->gaps) return true;
    load_window_fini(window);
    return false;
}

void load_window_fini(load_window *window) {
    free(window->flights);
    free(window->gaps);
    window->flights = NULL;
    window->gaps = NULL;
}

size_t load_window_room(const load_window *window, size_t depth) {
    if (window->count == window->capacity) return 0;
    size_t missing = depth - window->unanswered;
    size_t free_numbers = window->documents - (size_t)(window->sent - window->low);
    return missing < free_numbers ? missing : free_numbers;
}

static load_flight *flight_at(const load_window *window, size_t place) {
    return &window->flights[(window->oldest + place) % window->capacity];
}

void load_window_sent(load_window *window, size_t documents, load_start start) {
    *flight_at(window, window->count++) = (load_flight){start, window->sent, documents, documents};
    window->sent += documents;
    window->unanswered += documents;
}

bool load_window_in_order(const load_window *window) {
    return window->gap_count == 0;
}

static void drop_answered_flights(load_window *window) {
    while (window->count && !flight_at(window, 0)->unanswered) {
        window->oldest = (window->oldest + 1) % window->capacity;
        window->count--;
    }
}

size_t load_window_take(load_window *window, size_t documents, load_start *start) {
    if (!window->count) return 0;
    load_flight *flight = flight_at(window, 0);
    size_t taken = documents < flight->unanswered ? documents : flight->unanswered;
    *start = flight->start;
    flight->unanswered -= taken;
    window->unanswered -= taken;
    window->low += taken;
    drop_answered_flights(window);
    return taken;
}

bool load_window_awaits(const load_window *window, uint64_t document) {
    return document >= window->low && document < window->sent && !window->gaps[document % window->documents];
}

static load_flight *flight_of(const load_window *window, uint64_t document) {
    size_t place = 0;
    while (document - flight_at(window, place)->first >= flight_at(window, place)->documents) place++;
    return flight_at(window, place);
}

load_start load_window_take_one(load_window *window, uint64_t document) {
    load_flight *flight = flight_of(window, document);
    load_start start = flight->start;
    flight->unanswered--;
    window->unanswered--;
    window->gaps[document % window->documents] = 1;
    window->gap_count++;
    while (window->low < window->sent && window->gaps[window->low % window->documents]) {
        window->gaps[window->low++ % window->documents] = 0;
        window->gap_count--;
    }
    drop_answered_flights(window);
    return start;
}
