/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <errno.h>
#include <string.h>

/* Bytes of each text that are shown. */
#define SHOWN_BYTES 600u

wire_buffer conf_shown(const char *bytes, size_t length) {
    wire_buffer text = {0};
    for (size_t i = 0; i < length && i < SHOWN_BYTES; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n')
            wire_buffer_string(&text, "\\n");
        else if (byte == '\r')
            wire_buffer_string(&text, "\\r");
        else if (byte >= 0x20 && byte < 0x7f)
            wire_buffer_append(&text, &bytes[i], 1);
        else
            wire_buffer_format(&text, "\\x%02X", byte);
    }
    if (length > SHOWN_BYTES) wire_buffer_format(&text, " .. (%zu bytes)", length);
    wire_buffer_append(&text, "", 1);
    return text;
}

FILE *conf_open(const char *path, wire_error *error) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out) wire_error_set(error, "%s cannot be written: %s", path, strerror(errno));
    return out;
}

bool conf_close(FILE *out, const char *path, wire_error *error) {
    bool good = !ferror(out);
    if (out == stdout) return fflush(out) == 0 && good;
    good = fclose(out) == 0 && good;
    if (!good) wire_error_set(error, "%s cannot be written", path);
    return good;
}

bool conf_counts(const conf_report *report, const conf_case *one, const conf_result *result) {
    return result->verdict == CONF_FAIL && (one->class != CONF_SHOULD || report->strict);
}

size_t conf_report_failures(const conf_report *report) {
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const conf_play *play = &report->plays[i];
        for (size_t n = 0; n < play->suite->count; n++)
            count += conf_counts(report, &play->suite->cases[n], &play->results[n]);
    }
    return count;
}

const char *conf_verdict_name(const conf_report *report, const conf_case *one, const conf_result *result) {
    switch (result->verdict) {
    case CONF_PASS: return "pass";
    case CONF_CHOSE: return "choice";
    case CONF_SKIP: return "skip";
    case CONF_FAIL: break;
    }
    return conf_counts(report, one, result) ? "fail" : "should";
}
