/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
/* Runs the case files of a folder. A case is
 *     set NAME=VALUE ..      options of the service, if it needs some: version, details, ignoreUnknownParams, a limit
 *     send TEXT              a document
 *     want TEXT              the exact bytes of its reply; nothing behind `want` means no reply
 * In a text %XX is a byte, %% a percent sign, and %(ab*3) the same as ababab. Each case is run with every vector path, whole
 * and in pieces, from buffers that end where the document ends. */
#include "case_service.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct text {
    char *data;
    size_t length;
} text;

static const char *folder;
static size_t cases_run;

static void append(text *to, const char *bytes, size_t length) {
    if (length == 0) return;
    to->data = realloc(to->data, to->length + length);
    assert_non_null(to->data);
    memcpy(to->data + to->length, bytes, length);
    to->length += length;
}

/* %(ab*3), from behind the parenthesis. */
static const char *append_repeated(text *to, const char *at) {
    const char *end = strchr(at, ')');
    const char *star = end;
    while (*star != '*') star--;
    for (long n = strtol(star + 1, NULL, 10); n > 0; n--) append(to, at, (size_t)(star - at));
    return end + 1;
}

static const char *append_byte(text *to, const char *at) {
    char digits[3] = {at[0], at[1], 0};
    char byte = (char)strtol(digits, NULL, 16);
    append(to, &byte, 1);
    return at + 2;
}

static text decode(const char *at) {
    text decoded = {NULL, 0};
    while (*at) {
        if (*at != '%') {
            append(&decoded, at++, 1);
        } else if (at[1] == '%') {
            append(&decoded, "%", 1);
            at += 2;
        } else if (at[1] == '(') {
            at = append_repeated(&decoded, at + 2);
        } else {
            at = append_byte(&decoded, at + 1);
        }
    }
    return decoded;
}

static void set_option(jrpc_service_options *options, const char *name, const char *value) {
    if (strcmp(name, "version") == 0) {
        options->version = strcmp(value, "strict") == 0   ? JRPC_VERSION_STRICT
                           : strcmp(value, "ignore") == 0 ? JRPC_VERSION_IGNORE
                                                          : JRPC_VERSION_LENIENT;
    } else if (strcmp(name, "details") == 0) {
        options->details = true;
    } else if (strcmp(name, "ignoreUnknownParams") == 0) {
        options->ignore_unknown_params = true;
    } else {
        assert_int_equal(jrpc_limits_set(&options->limits, name, strtoull(value, NULL, 10)), JRPC_OK);
    }
}

static void set_options(jrpc_service_options *options, char *words) {
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = 0;
        set_option(options, word, equals + 1);
    }
}

/* In pieces of `piece` bytes, each in memory of exactly its size. */
static void process(jrpc_dispatcher *dispatcher, jrpc_service *service, const text *send, size_t piece,
                    jrpc_buffer *reply) {
    size_t count = send->length / piece + 1;
    jrpc_segment *segments = calloc(count, sizeof *segments);
    char **copies = calloc(count, sizeof *copies);
    assert_non_null(segments);
    assert_non_null(copies);
    for (size_t i = 0; i < count; i++) {
        size_t left = send->length - i * piece;
        size_t length = left < piece ? left : piece;
        copies[i] = malloc(length ? length : 1);
        assert_non_null(copies[i]);
        if (length) memcpy(copies[i], send->data + i * piece, length);
        segments[i] = (jrpc_segment){copies[i], length};
    }
    assert_int_equal(jrpc_process_segments(dispatcher, service, segments, count, reply, NULL), JRPC_OK);
    for (size_t i = 0; i < count; i++) free(copies[i]);
    free(copies);
    free(segments);
}

static bool run(const jrpc_service_options *options, jrpc_vector vector, size_t piece, const text *send,
                const text *want) {
    case_state state = {0};
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_dispatcher_options how;
    jrpc_dispatcher_options_init(&how);
    how.vector = vector;
    if (jrpc_dispatcher_new(&how, &dispatcher) == JRPC_E_UNKNOWN) return true; /* not on this processor */
    assert_int_equal(jrpc_service_new(options, &service), JRPC_OK);
    assert_int_equal(case_service_add(service, &state), JRPC_OK);
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    assert_true(jrpc_buffer_append(&reply, "before", 6)); /* what was there stays, and counts for no limit */
    process(dispatcher, service, send, piece, &reply);
    bool same = reply.length == want->length + 6 && memcmp(reply.data, "before", 6) == 0 &&
                (want->length == 0 || memcmp(reply.data + 6, want->data, want->length) == 0);
    if (!same) {
        print_error("%s, pieces of %zu: sent\n  %.*s\nwanted\n  %.*s\ngot\n  %.*s\n", jrpc_vector_str(vector),
                    piece, (int)send->length, send->data, (int)want->length, want->data, (int)reply.length,
                    reply.data);
    }
    jrpc_buffer_fini(&reply);
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
    return same;
}

static bool run_every_way(const jrpc_service_options *options, const text *send, const text *want) {
    static const jrpc_vector vectors[] = {JRPC_VECTOR_BEST, JRPC_VECTOR_SCALAR, JRPC_VECTOR_SSE2,
                                          JRPC_VECTOR_AVX2};
    bool same = true;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        same &= run(options, vectors[i], SIZE_MAX / 2, send, want) && run(options, vectors[i], 7, send, want);
    }
    return same && run(options, JRPC_VECTOR_BEST, 1, send, want);
}

static size_t run_file(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t failed = 0;
    char *line = NULL;
    size_t capacity = 0;
    jrpc_service_options options;
    jrpc_service_options_init(&options);
    text send = {NULL, 0};
    for (size_t number = 1; getline(&line, &capacity, file) > 0; number++) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "set ", 4) == 0) {
            set_options(&options, line + 4);
        } else if (strncmp(line, "send", 4) == 0) {
            free(send.data);
            send = decode(line[4] ? line + 5 : "");
        } else if (strncmp(line, "want", 4) == 0) {
            text want = decode(line[4] ? line + 5 : "");
            cases_run++;
            if (!run_every_way(&options, &send, &want)) {
                print_error("%s:%zu\n", path, number);
                failed++;
            }
            free(want.data);
            free(send.data);
            send = (text){NULL, 0};
            jrpc_service_options_init(&options);
        } else {
            assert_true(line[0] == 0 || line[0] == '#');
        }
    }
    free(send.data);
    free(line);
    fclose(file);
    return failed;
}

static void test_case_files(void **state) {
    (void)state;
    DIR *files = opendir(folder);
    assert_non_null(files);
    size_t failed = 0;
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".txt") != 0) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        failed += run_file(path);
    }
    closedir(files);
    assert_int_equal(failed, 0);
    assert_true(cases_run > 500);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: cases_test FOLDER\n");
        return 2;
    }
    folder = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_case_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
