/* SPDX-License-Identifier: MIT */
#include "report.h"

/* One test suite for each transport and framing, one test case for each case. */

static void write_text(FILE *out, const char *text) {
    for (; text && *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)*text < 0x20 && *text != '\n' ? ' ' : *text, out);
        }
    }
}

static void write_bytes(FILE *out, const char *label, const char *bytes, size_t length) {
    wire_buffer text = conf_shown(bytes, length);
    fprintf(out, "%-10s", label);
    write_text(out, text.data);
    fputc('\n', out);
    wire_buffer_fini(&text);
}

static void write_slice(FILE *out, wire_slice slice) {
    wire_buffer text = {0};
    wire_buffer_append(&text, slice.bytes, slice.length);
    wire_buffer_append(&text, "", 1);
    write_text(out, text.data);
    wire_buffer_fini(&text);
}

static void write_failure(const conf_case *one, const conf_result *result, FILE *out) {
    fputs("      <failure message=\"", out);
    write_text(out, result->why.text);
    fputs("\">", out);
    write_slice(out, one->requirement);
    fputs(" [", out);
    write_slice(out, one->section);
    fputs("]\n", out);
    write_bytes(out, "sent", one->sent.data, one->sent.length);
    write_bytes(out, "expected", one->expect->raw.bytes, one->expect->raw.length);
    write_bytes(out, "got", result->got.data, result->got.length);
    fputs("</failure>\n", out);
}

static void write_case(const conf_report *report, const conf_case *one, const conf_result *result,
                       FILE *out) {
    fputs("    <testcase classname=\"", out);
    fprintf(out, "%.*s\" name=\"", (int)conf_file_length(one->name), one->name);
    write_text(out, one->name + conf_file_length(one->name) + 1);
    fprintf(out, "\" time=\"%.3f\">\n", result->seconds);
    if (conf_counts(report, one, result)) write_failure(one, result, out);
    if (result->verdict == CONF_SKIP) {
        fputs("      <skipped message=\"", out);
        write_text(out, result->why.text);
        fputs("\"/>\n", out);
    }
    fputs("    </testcase>\n", out);
}

static void write_play(const conf_report *report, const conf_play *play, FILE *out) {
    size_t failures = 0;
    for (size_t i = 0; i < play->suite->count; i++)
        failures += conf_counts(report, &play->suite->cases[i], &play->results[i]);
    fputs("  <testsuite name=\"", out);
    write_text(out, report->server);
    fprintf(out, ", %s\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n", play->where,
            play->suite->count, failures, conf_play_count(play, CONF_SKIP, CONF_ANY_CLASS), play->seconds);
    for (size_t i = 0; i < play->suite->count; i++)
        write_case(report, &play->suite->cases[i], &play->results[i], out);
    fputs("  </testsuite>\n", out);
}

bool conf_report_junit(const conf_report *report, const char *path, wire_error *error) {
    FILE *out = conf_open(path, error);
    if (!out) return false;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    for (size_t i = 0; i < report->count; i++) write_play(report, &report->plays[i], out);
    fputs("</testsuites>\n", out);
    return conf_close(out, path, error);
}
