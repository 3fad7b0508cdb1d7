/* SPDX-License-Identifier: MIT */
#include "ring.h"
#include "workload_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* argv[1] is the folder data/. */
static const char *data_folder;

static void frame(const void *context, wire_buffer *out, const char *document, size_t length) {
    wire_buffer_string(out, context);
    wire_buffer_append(out, document, length);
}

static load_ring ring_of(const load_workload *workload, size_t depth, size_t batch) {
    load_ring ring;
    wire_error error = {""};
    if (!load_ring_init(&ring, workload, depth, batch, frame, "<", &error)) fail_msg("%s", error.text);
    return ring;
}

/* Whole rotations where that is cheap; never fewer than the depth, never a request left out. */
static void a_ring_is_as_long_as_it_must_be(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    load_workload *random = workload_stored(data_folder, "random");
    const struct {
        const load_workload *workload;
        size_t depth, batch, documents;
    } rings[] = {{five, 1, 1, 5},      {five, 256, 1, 260},     {five, 1, 100, 1},
                 {five, 16, 100, 16},  {five, 1, 7, 1},         {random, 1, 1, 4096},
                 {random, 1, 100, 41}, {random, 5000, 1, 8192}, {five, 3, 2, 5}};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        load_ring ring = ring_of(rings[i].workload, rings[i].depth, rings[i].batch);
        assert_int_equal(ring.documents, rings[i].documents);
        load_ring_fini(&ring);
    }
    load_workload_free(five);
    load_workload_free(random);
}

/* Every window of every length is one slice, and holds what its documents encode to. */
static void any_window_is_one_slice(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    load_ring ring = ring_of(five, 8, 2);
    for (size_t first = 0; first < ring.documents; first++) {
        wire_buffer expected = {0};
        for (size_t count = 0; count < ring.documents; count++) {
            wire_buffer_string(&expected, "<");
            load_ring_encode(&ring, (first + count) % ring.documents, &expected);
            size_t begin = ring.requests.offsets[first];
            assert_int_equal(ring.requests.offsets[first + count + 1] - begin, expected.length);
            assert_memory_equal(ring.requests.bytes.data + begin, expected.data, expected.length);
        }
        wire_buffer_fini(&expected);
    }
    load_ring_fini(&ring);
    load_workload_free(five);
}

static const wire_value *id_of(wire_document *document, const char *text) {
    assert_true(wire_read(document, text, strlen(text)));
    return document->root;
}

static void slot_ids_are_unique_and_tell_their_slot(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    load_ring ring = ring_of(five, 8, 1);
    wire_document document = {0};
    char room[24];
    size_t slot = 99;
    for (size_t i = 0; i < ring.documents; i++) {
        char text[24] = "";
        wire_slice id = load_ring_id(&ring, i, room);
        assert_int_equal(id.length, 6);
        memcpy(text, id.bytes, id.length);
        assert_true(ring.ids->find(&ring, id_of(&document, text), 0, ring.documents, &slot));
        assert_int_equal(slot, i);
    }
    /* Only what is asked for is found: four from slot 8 on are 8, 9, 0 and 1. */
    assert_int_equal(ring.documents, 10);
    assert_true(ring.ids->find(&ring, id_of(&document, "100001"), 8, 4, &slot));
    assert_false(ring.ids->find(&ring, id_of(&document, "100002"), 8, 4, &slot));
    assert_false(ring.ids->find(&ring, id_of(&document, "100007"), 8, 4, &slot));
    const char *const strangers[] = {"100010", "99999", "1000000", "\"100001\"", "null",
                                     "-10001", "1e5",   "100.01",  "000001"};
    for (size_t i = 0; i + 1 < sizeof strangers / sizeof *strangers; i++)
        assert_false(ring.ids->find(&ring, id_of(&document, strangers[i]), 0, 10, &slot));
    assert_false(ring.ids->find(&ring, NULL, 0, 10, &slot));
    wire_document_fini(&document);
    load_ring_fini(&ring);
    load_workload_free(five);
}

/* Replies to three documents, learned; the second has bytes that may vary. */
static load_ring learned_ring(const load_workload *workload) {
    load_ring ring = ring_of(workload, 5, 1);
    const char *const replies[] = {"aaaa", "b??b", "cccc", "dddd", "eeee"};
    assert_false(load_ring_learned(&ring));
    for (size_t i = 0; i < 5; i++) {
        assert_true(load_ring_learn_gap(&ring, wire_slice_of(i ? "\n" : "")));
        assert_true(load_ring_learn(&ring, wire_slice_of(replies[i]), (load_mask){1, i == 1 ? 2 : 0}));
    }
    assert_true(load_ring_learn_gap(&ring, wire_slice_of("\n")));
    assert_false(load_ring_learn(&ring, wire_slice_of("f"), (load_mask){0}));
    assert_true(load_ring_learned(&ring));
    return ring;
}

static void learned_bytes_are_compared_in_any_piece(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    load_ring ring = learned_ring(five);
    const char stream[] = "aaaa\nb??b\ncccc\ndddd\neeee\naaaa\nb??b\ncccc\ndddd\neeee\n";
    for (size_t position = 0; position < 25; position++) {
        for (size_t length = 1; length <= 25; length++) {
            char bytes[26];
            memcpy(bytes, stream + position, length);
            for (size_t i = 0; i < length; i++)
                if (bytes[i] == '?') bytes[i] = (char)('0' + i % 10); /* as a Date field varies */
            assert_true(load_ring_matches(&ring, position / 5, position, bytes, length));
            for (size_t i = 0; i < length; i++) {
                bool varies = stream[position + i] == '?';
                char kept = bytes[i];
                bytes[i] = '!';
                assert_int_equal(load_ring_matches(&ring, position / 5, position, bytes, length), varies);
                bytes[i] = kept;
            }
        }
    }
    load_ring_fini(&ring);
    load_workload_free(five);
}

static void a_ring_beyond_memory_is_refused(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    load_ring ring;
    wire_error error = {""};
    assert_false(load_ring_init(&ring, five, 100000, 1000, frame, "<", &error));
    assert_non_null(strstr(error.text, "lower the depth or the batch"));
    load_workload_free(five);
}

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: %s DATA-FOLDER\n", argv[0]), 2;
    data_folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_as_long_as_it_must_be),
        cmocka_unit_test(any_window_is_one_slice),
        cmocka_unit_test(slot_ids_are_unique_and_tell_their_slot),
        cmocka_unit_test(learned_bytes_are_compared_in_any_piece),
        cmocka_unit_test(a_ring_beyond_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
