/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

/* ---- a run ---- */

static void write_code(FILE *out, const char *label, const char *bytes, size_t length) {
    wire_buffer text = conf_shown(bytes, length);
    fprintf(out, "    %-9s %s\n", label, text.data ? text.data : "");
    wire_buffer_fini(&text);
}

static void write_failure(const conf_report *report, const conf_case *one, const conf_result *result,
                          FILE *out) {
    fprintf(out, "\n### %s\n\n", one->name);
    fprintf(out, "%s. %.*s [%.*s]\n\n",
            strcmp(conf_verdict_name(report, one, result), "fail") == 0 ? "Must" : "Should",
            (int)one->requirement.length, one->requirement.bytes, (int)one->section.length,
            one->section.bytes);
    write_code(out, "sent", one->sent.data, one->sent.length);
    write_code(out, "expected", one->expect->raw.bytes, one->expect->raw.length);
    write_code(out, "got", result->got.data, result->got.length);
    fprintf(out, "    %-9s %s\n", "why", result->why.text);
}

static void write_play(const conf_report *report, const conf_play *play, FILE *out) {
    const unsigned should = 1u << CONF_SHOULD;
    size_t failed = conf_play_count(play, CONF_FAIL, CONF_ANY_CLASS),
           mild = conf_play_count(play, CONF_FAIL, should);
    fprintf(out, "\n## %s\n\n", play->where);
    fputs("| passed | must failed | should failed | choices | skipped |\n| --- | --- | --- | --- | --- |\n",
          out);
    fprintf(out, "| %zu | %zu | %zu | %zu | %zu |\n", conf_play_count(play, CONF_PASS, CONF_ANY_CLASS),
            failed - mild, mild, conf_play_count(play, CONF_CHOSE, CONF_ANY_CLASS),
            conf_play_count(play, CONF_SKIP, CONF_ANY_CLASS));
    for (size_t i = 0; i < play->suite->count; i++)
        if (play->results[i].verdict == CONF_FAIL)
            write_failure(report, &play->suite->cases[i], &play->results[i], out);
}

bool conf_report_markdown(const conf_report *report, const char *path, wire_error *error) {
    FILE *out = conf_open(path, error);
    if (!out) return false;
    fprintf(out, "# JSON-RPC 2.0 conformance of %s %s\n", report->server, report->version);
    for (size_t i = 0; i < report->count; i++) write_play(report, &report->plays[i], out);
    return conf_close(out, path, error);
}

/* ---- the requirements ---- */

static void write_requirement(const conf_suite *suite, size_t from, size_t to, FILE *out) {
    const conf_case *first = &suite->cases[from];
    const char *file = first->name + conf_section_length(first->name) + 1;
    fprintf(out, "\n**%.*s** (%.*s). %.*s\n\n",
            (int)(conf_file_length(first->name) - (size_t)(file - first->name)), file,
            (int)first->section.length, first->section.bytes, (int)first->requirement.length,
            first->requirement.bytes);
    for (size_t i = from; i < to; i++) {
        const conf_case *one = &suite->cases[i];
        fprintf(out, "- `%s`: %s, %s%s%.*s\n", one->name + conf_file_length(one->name) + 1,
                conf_class_name(one->class), conf_tier_name(one->tier), one->note.length ? ". " : "",
                (int)one->note.length, one->note.bytes);
    }
}

bool conf_requirements_write(const conf_suite *suite, const char *path, wire_error *error) {
    FILE *out = conf_open(path, error);
    if (!out) return false;
    fprintf(
        out,
        "# Requirements\n\nMade by `conformance --list --markdown` from the case files: every requirement, "
        "with its %zu cases, their class and tier.\n[SPECIFICATION.md](SPECIFICATION.md) goes the other way, "
        "from the sentences of JSON-RPC 2.0 to the cases.\n",
        suite->count);
    for (size_t from = 0, to = 0; from < suite->count; from = to) {
        const char *name = suite->cases[from].name;
        size_t file = conf_file_length(name), section = conf_section_length(name);
        for (to = from; to < suite->count && conf_file_length(suite->cases[to].name) == file &&
                        memcmp(suite->cases[to].name, name, file) == 0;
             to++)
            ;
        if (from == 0 || strncmp(suite->cases[from - 1].name, name, section + 1) != 0)
            fprintf(out, "\n## %.*s\n", (int)section, name);
        write_requirement(suite, from, to, out);
    }
    return conf_close(out, path, error);
}
