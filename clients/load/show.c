/* SPDX-License-Identifier: MIT */
#include "show.h"

#include "in_process.h"
#include "wire/buffer.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

enum { line_width = 76 };

/* The lines of one series. */
typedef struct shown {
    const char *id;
    wire_buffer text;
} shown;

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Appends one line of at most 80 columns. Bytes are counted as columns, so a line of other than ASCII comes out
 * shorter; one that is cut ends in an ellipsis. */
static void append_line(wire_buffer *text, const char *arrow, const char *bytes, size_t length) {
    const bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char *const ellipsis = utf8 ? "…" : "..";
    size_t kept = length;
    if (length > line_width) {
        kept = line_width - (utf8 ? 1 : 2);
        while (kept > 0 && is_continuation(bytes[kept])) kept--;
    }
    wire_buffer_string(text, arrow);
    for (size_t i = 0; i < kept; i++) {
        const bool printable = (unsigned char)bytes[i] >= ' ';
        wire_buffer_append(text, printable ? &bytes[i] : " ", 1);
    }
    if (kept < length) wire_buffer_string(text, ellipsis);
    wire_buffer_string(text, "\n");
}

static void show_exchange(void *context, const char *request, size_t request_length, const char *reply,
                          size_t reply_length) {
    shown *s = context;
    append_line(&s->text, "  > ", request, request_length);
    append_line(&s->text, "  < ", reply, reply_length);
}

static const shown *find_same(const shown *earlier, size_t count, const shown *s) {
    for (size_t i = 0; i < count; i++)
        if (earlier[i].text.length == s->text.length && s->text.length &&
            memcmp(earlier[i].text.data, s->text.data, s->text.length) == 0)
            return &earlier[i];
    return NULL;
}

static bool rehearse(const load_prepared *p, load_stop *stop, shown *s, load_outcome *outcome) {
    load_row row = p->row;
    s->id = p->series->id;
    if (p->series->driver == LOAD_DRIVER_IN_PROCESS) {
        load_in_process_rehearse(&row, p->series->callee, show_exchange, s, outcome);
    } else {
        row.connections = 1;
        load_rehearse(&row, stop, show_exchange, s, outcome);
    }
    return outcome->verdict != LOAD_FAILED;
}

static void print(const shown *earlier, size_t count, const load_prepared *p, const shown *s,
                  const load_outcome *outcome, FILE *out) {
    const shown *same = find_same(earlier, count, s);
    fprintf(out, "%s: %s\n", p->series->id, p->series->label);
    if (same)
        fprintf(out, "  the same requests and replies as %s\n", same->id);
    else if (s->text.length)
        fwrite(s->text.data, 1, s->text.length, out);
    if (outcome->verdict != LOAD_OK) fprintf(out, "  %s\n", outcome->reason);
    fflush(out);
}

bool load_show_plan(const load_plan *plan, load_stop *stop, FILE *out) {
    shown *all = calloc(plan->prepared_count + 1, sizeof *all);
    load_outcome *outcome = malloc(sizeof *outcome);
    bool good = true;
    for (size_t i = 0; all && outcome && i < plan->prepared_count; i++) {
        const load_prepared *p = &plan->prepared[i];
        if (stop && atomic_load(&stop->requested)) break;
        if (p->missing[0] || p->series->is_limit || (p->series->callee && !p->series->callee->answers))
            continue;
        good = rehearse(p, stop, &all[i], outcome) && good;
        print(all, i, p, &all[i], outcome, out);
    }
    for (size_t i = 0; all && i < plan->prepared_count; i++) wire_buffer_fini(&all[i].text);
    free(all);
    free(outcome);
    return good;
}
