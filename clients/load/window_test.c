/* SPDX-License-Identifier: MIT */
#include "window.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static load_start at(uint64_t time) {
    return (load_start){time, time, true};
}

static void documents_are_taken_in_order_flight_by_flight(void **state) {
    (void)state;
    load_window window;
    load_start start = {0};
    assert_true(load_window_init(&window, 4, 10));
    assert_int_equal(load_window_take(&window, 5, &start), 0);
    load_window_sent(&window, 3, at(1));
    load_window_sent(&window, 2, at(2));
    assert_int_equal(load_window_room(&window, 8), 3);
    assert_int_equal(load_window_take(&window, 2, &start), 2);
    assert_int_equal(start.actual, 1);
    assert_int_equal(load_window_take(&window, 9, &start), 1);
    assert_int_equal(start.actual, 1);
    assert_int_equal(load_window_take(&window, 9, &start), 2);
    assert_int_equal(start.actual, 2);
    assert_int_equal(window.unanswered, 0);
    assert_int_equal(window.low, window.sent);
    assert_int_equal(load_window_take(&window, 1, &start), 0);
    load_window_fini(&window);
}

static void out_of_order_is_remembered_until_the_gap_closes(void **state) {
    (void)state;
    load_window window;
    load_start start = {0};
    assert_true(load_window_init(&window, 8, 6));
    load_window_sent(&window, 2, at(1));
    load_window_sent(&window, 2, at(2));
    assert_true(load_window_awaits(&window, 3));
    assert_false(load_window_awaits(&window, 4));
    assert_int_equal(load_window_take_one(&window, 3).actual, 2);
    assert_false(load_window_awaits(&window, 3));
    assert_false(load_window_in_order(&window));
    assert_int_equal(load_window_take_one(&window, 1).actual, 1);
    assert_int_equal(window.low, 0);
    /* Two of four are answered, but document 0 still holds its number: only two more fit into a ring of
     * six. */
    assert_int_equal(load_window_room(&window, 4), 2);
    assert_int_equal(load_window_room(&window, 6), 2);
    load_window_sent(&window, 2, at(3));
    assert_int_equal(load_window_room(&window, 6), 0);
    assert_int_equal(load_window_take_one(&window, 0).actual, 1);
    assert_int_equal(window.low, 2);
    assert_int_equal(load_window_room(&window, 6), 2);
    assert_int_equal(load_window_take_one(&window, 2).actual, 2);
    assert_int_equal(window.low, 4);
    assert_true(load_window_in_order(&window));
    assert_int_equal(load_window_take(&window, 2, &start), 2);
    assert_int_equal(start.actual, 3);
    assert_int_equal(window.count, 0);
    load_window_fini(&window);
}

/* A server that never answers one document holds the window open; sends stop when the flights run out. */
static void a_document_kept_back_bounds_what_is_sent(void **state) {
    (void)state;
    load_window window;
    assert_true(load_window_init(&window, 4, 1000));
    load_window_sent(&window, 1, at(0));
    for (uint64_t i = 1; i < 4; i++) {
        assert_int_equal(load_window_room(&window, 2), 1);
        load_window_sent(&window, 1, at(i));
        assert_int_equal(load_window_take_one(&window, i).actual, i);
    }
    assert_int_equal(load_window_room(&window, 2), 0);
    load_window_take_one(&window, 0);
    assert_int_equal(window.count, 0);
    assert_int_equal(load_window_room(&window, 2), 2);
    load_window_fini(&window);
}

/* Long runs in random order against a plain list of who was answered. */
static void random_orders_keep_the_books(void **state) {
    (void)state;
    enum { documents = 16, rounds = 20000 };
    load_window window;
    bool open[documents] = {false};
    assert_true(load_window_init(&window, 32, documents));
    srand(3);
    for (int i = 0; i < rounds; i++) {
        size_t room = load_window_room(&window, 12);
        if (room && rand() % 2) {
            size_t count = 1 + (size_t)rand() % room;
            for (size_t k = 0; k < count; k++) open[(window.sent + k) % documents] = true;
            load_window_sent(&window, count, at(window.sent));
        } else if (window.unanswered) {
            uint64_t document = window.low + (uint64_t)rand() % (window.sent - window.low);
            assert_int_equal(load_window_awaits(&window, document), open[document % documents]);
            if (!open[document % documents]) continue;
            load_start start = load_window_take_one(&window, document);
            assert_true(start.actual <= document && document - start.actual < documents);
            open[document % documents] = false;
        }
        size_t unanswered = 0;
        for (size_t k = 0; k < documents; k++) unanswered += open[k];
        assert_int_equal(window.unanswered, unanswered);
        assert_true(window.low == window.sent || open[window.low % documents]);
    }
    load_window_fini(&window);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_taken_in_order_flight_by_flight),
        cmocka_unit_test(out_of_order_is_remembered_until_the_gap_closes),
        cmocka_unit_test(a_document_kept_back_bounds_what_is_sent),
        cmocka_unit_test(random_orders_keep_the_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
