/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH 22 /* of the names of requirements */

#define RANDOM_SHOWN 3u /* failures of a property: the rest mostly says the same again */

/* A requirement's cases: those of one file, which stand side by side. */
struct span {
    size_t from, to;
};

static bool same_file(const char *a, const char *b) {
    size_t length = conf_file_length(a);
    return length == conf_file_length(b) && memcmp(a, b, length) == 0;
}

static struct span span_at(const conf_suite *suite, size_t from) {
    size_t to = from + 1;
    while (to < suite->count && same_file(suite->cases[from].name, suite->cases[to].name)) to++;
    return (struct span){from, to};
}

/* Whether the n-th failure of a requirement is shown. */
static bool is_shown(const conf_report *report, const conf_case *one, size_t n) {
    return report->verbose || n <= RANDOM_SHOWN || strncmp(one->name, "random/", 7) != 0;
}

static void print_bytes(const char *label, const char *bytes, size_t length) {
    wire_buffer text = conf_shown(bytes, length);
    printf("      %-10s%s\n", label, text.data ? text.data : "");
    wire_buffer_fini(&text);
}

/* ---- the tree ---- */

/* Which way a choice went: what came of the known answers, or that it was none of them. */
static void print_choice(const conf_result *result) {
    wire_buffer got = conf_shown(result->got.data, result->got.length);
    if (result->answer) {
        wire_buffer text = conf_shown(result->answer->raw.bytes, result->answer->raw.length);
        printf("%s\n", text.data ? text.data : "");
        wire_buffer_fini(&text);
    } else {
        printf("none of the usual answers: %.*s\n", 160, got.data ? got.data : "");
    }
    wire_buffer_fini(&got);
}

static void print_line(const conf_report *report, const conf_case *one, const conf_result *result) {
    const char *name = one->name + conf_file_length(one->name) + 1;
    if ((result->verdict == CONF_PASS || result->verdict == CONF_SKIP) && !report->verbose) return;
    printf("          %-7s %s: ", conf_verdict_name(report, one, result), name);
    if (result->verdict == CONF_CHOSE)
        print_choice(result);
    else
        printf("%s\n", result->verdict == CONF_PASS ? "" : result->why.text);
}

static void print_file(const conf_report *report, const conf_play *play, struct span span) {
    const conf_case *first = &play->suite->cases[span.from];
    const char *name = first->name + conf_section_length(first->name) + 1;
    size_t ran = 0, bad = 0;
    for (size_t i = span.from; i < span.to; i++) {
        ran += play->results[i].verdict != CONF_SKIP;
        bad += play->results[i].verdict == CONF_FAIL;
    }
    if (ran == 0 && !report->verbose) return;
    printf("  %3zu of %-3zu %-*.*s %.*s\n", ran - bad, ran, WIDTH,
           (int)(conf_file_length(first->name) - (size_t)(name - first->name)), name,
           (int)first->requirement.length, first->requirement.bytes);
    size_t failed = 0;
    for (size_t i = span.from; i < span.to; i++) {
        failed += play->results[i].verdict == CONF_FAIL;
        if (play->results[i].verdict != CONF_FAIL || is_shown(report, first, failed))
            print_line(report, &play->suite->cases[i], &play->results[i]);
    }
    if (!is_shown(report, first, failed))
        printf("          and %zu more of them (--verbose)\n", failed - RANDOM_SHOWN);
}

static void print_tree(const conf_report *report, const conf_play *play) {
    const conf_suite *suite = play->suite;
    printf("\n%s, %s\n", report->server, play->where);
    for (size_t i = 0; i < suite->count;) {
        struct span span = span_at(suite, i);
        size_t length = conf_section_length(suite->cases[i].name);
        if (i == 0 || strncmp(suite->cases[i - 1].name, suite->cases[i].name, length + 1) != 0)
            printf("\n%.*s\n", (int)length, suite->cases[i].name);
        print_file(report, play, span);
        i = span.to;
    }
}

/* ---- the failures ---- */

static void print_failure(const conf_play *play, size_t i, size_t number) {
    const conf_case *one = &play->suite->cases[i];
    const conf_result *result = &play->results[i];
    printf("\n %2zu) %s  (%s, %s)\n", number, one->name, conf_class_name(one->class), play->where);
    printf("      %.*s [%.*s]\n", (int)one->requirement.length, one->requirement.bytes,
           (int)one->section.length, one->section.bytes);
    if (one->note.length) printf("      %.*s\n", (int)one->note.length, one->note.bytes);
    print_bytes("sent", one->sent.data, one->sent.length);
    print_bytes("expected", one->expect->raw.bytes, one->expect->raw.length);
    if (one->accept) print_bytes("or", one->accept->raw.bytes, one->accept->raw.length);
    print_bytes("got", result->got.data, result->got.length);
    printf("      %-10s%s\n", "why", result->why.text);
}

static void print_failures(const conf_report *report) {
    size_t number = 0;
    for (size_t p = 0; p < report->count; p++) {
        const conf_play *play = &report->plays[p];
        const conf_case *cases = play->suite->cases;
        size_t failed = 0; /* of the requirement at hand */
        for (size_t i = 0; i < play->suite->count; i++) {
            if (i == 0 || !same_file(cases[i - 1].name, cases[i].name)) failed = 0;
            if (play->results[i].verdict != CONF_FAIL || !is_shown(report, &cases[i], ++failed)) continue;
            if (number == 0) puts("\nFailures");
            print_failure(play, i, ++number);
        }
    }
}

/* ---- the counts ---- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each reason once, with how many cases it kept from running. */
static void print_skips(const conf_play *play) {
    const char **reasons = calloc(play->suite->count + 1, sizeof *reasons);
    size_t count = 0;
    for (size_t i = 0; reasons && i < play->suite->count; i++)
        if (play->results[i].verdict == CONF_SKIP) reasons[count++] = play->results[i].why.text;
    if (count) qsort(reasons, count, sizeof *reasons, by_text);
    for (size_t i = 0; i < count;) {
        size_t same = i;
        while (same < count && strcmp(reasons[i], reasons[same]) == 0) same++;
        printf("  %zu skipped: %s\n", same - i, reasons[i]);
        i = same;
    }
    free(reasons);
}

static void print_counts(const conf_play *play) {
    size_t must = conf_play_count(play, CONF_FAIL, CONF_ANY_CLASS) -
                  conf_play_count(play, CONF_FAIL, 1u << CONF_SHOULD);
    printf("%s: %zu passed, %zu must failed, %zu should failed, %zu choices, %zu skipped, in %.1f s\n",
           play->where, conf_play_count(play, CONF_PASS, CONF_ANY_CLASS), must,
           conf_play_count(play, CONF_FAIL, 1u << CONF_SHOULD),
           conf_play_count(play, CONF_CHOSE, CONF_ANY_CLASS),
           conf_play_count(play, CONF_SKIP, CONF_ANY_CLASS), play->seconds);
}

void conf_report_print(const conf_report *report) {
    for (size_t i = 0; i < report->count; i++) print_tree(report, &report->plays[i]);
    print_failures(report);
    putchar('\n');
    for (size_t i = 0; i < report->count; i++) {
        print_counts(&report->plays[i]);
        print_skips(&report->plays[i]);
    }
}
