/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdio.h>

/* Bytes of each text that are printed. */
#define SHOWN_BYTES 600u

/* Prints bytes with what is not plain ASCII as \xNN, cut to what is worth reading. */
static void print_bytes(const char *label, const char *bytes, size_t length) {
    printf("      %-9s", label);
    for (size_t i = 0; i < length && i < SHOWN_BYTES; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n')
            fputs("\\n", stdout);
        else if (byte == '\r')
            fputs("\\r", stdout);
        else if (byte >= 0x20 && byte < 0x7f)
            putchar(byte);
        else
            printf("\\x%02X", byte);
    }
    if (length > SHOWN_BYTES) printf(" .. (%zu bytes)", length);
    putchar('\n');
}

static void print_failure(const char *where, const conf_case *one, const conf_result *result) {
    printf("FAIL  %s  (%s)\n", one->name, where);
    printf("      %.*s\n", (int)one->requirement.length, one->requirement.bytes);
    printf("      [%.*s]\n", (int)one->section.length, one->section.bytes);
    print_bytes("sent", one->sent.data, one->sent.length);
    print_bytes("expected", one->expect->raw.bytes, one->expect->raw.length);
    print_bytes("got", result->got.data, result->got.length);
    printf("      %-9s%s\n", "why", result->why.text);
}

void conf_report_case(conf_report *report, const char *where, const conf_case *one,
                      const conf_result *result) {
    switch (result->verdict) {
    case CONF_PASS: report->passed++; break;
    case CONF_FAIL:
        report->failed++;
        print_failure(where, one, result);
        break;
    case CONF_SKIP:
        report->skipped++;
        if (report->skips) printf("skip  %s  (%s): %s\n", one->name, where, result->why.text);
        break;
    }
}

int conf_report_end(const conf_report *report) {
    printf("%zu passed, %zu failed, %zu skipped\n", report->passed, report->failed, report->skipped);
    return report->passed > 0 && report->failed == 0 ? 0 : 1;
}
