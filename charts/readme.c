/* SPDX-License-Identifier: MIT */
#include "readme.h"

#include "figure.h"
#include "file.h"
#include "message.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 128

#define BEGIN "<!-- charts:begin "
#define END "<!-- charts:end "
#define FIGURE "<!-- f:"
#define FIGURE_END "<!-- /f -->"
#define CLOSE " -->"

typedef struct rewriting {
    const chart_data *data;
    const char *path;
    bool say;
    FILE *out;
    size_t line;
    unsigned total;
    int stale;
} rewriting;

static bool fail(const rewriting *r, const char *what, const char *name) {
    chart_say("%s:%zu: %s: %s", r->path, r->line, what, name);
    return false;
}

/* The name behind an opening, up to " -->". Returns what follows, or NULL where that is missing. */
static const char *read_name(const char *text, const char *opening, char name[NAME_SIZE]) {
    const char *from = text + strlen(opening);
    const char *close = strstr(from, CLOSE);
    if (!close || close - from >= NAME_SIZE || memchr(from, '\n', (size_t)(close - from))) return NULL;
    memcpy(name, from, (size_t)(close - from));
    name[close - from] = '\0';
    return close + strlen(CLOSE);
}

/* Writes what should stand there and notes whether it does. */
static bool replace(rewriting *r, const char *name, const char *old, size_t old_length,
                    bool (*write)(const chart_data *, const char *, FILE *)) {
    char *fresh = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&fresh, &length);
    bool known = out && write(r->data, name, out);
    if (!out || fclose(out) != 0) {
        free(fresh);
        return fail(r, "out of memory", name);
    }
    if (!known) {
        free(fresh);
        return fail(r, "there is no part or figure of that name (charts/README.md lists them)", name);
    }
    r->total++;
    if (length != old_length || memcmp(fresh, old, length) != 0) {
        r->stale++;
        if (r->say) chart_say("%s:%zu: %s is stale", r->path, r->line, name);
    }
    fwrite(fresh, 1, length, r->out);
    free(fresh);
    return true;
}

static size_t count_lines(const char *from, const char *to) {
    size_t lines = 0;
    for (; from < to; from++) lines += *from == '\n';
    return lines;
}

/* From the line with the opening to behind the line with the end. NULL after a message. */
static const char *rewrite_part(rewriting *r, const char *line) {
    char name[NAME_SIZE];
    char closing[NAME_SIZE + sizeof END + sizeof CLOSE];
    const char *body = read_name(line, BEGIN, name);
    if (!body || *body != '\n') return fail(r, "a marker must stand alone on its line", BEGIN), NULL;
    body++;
    snprintf(closing, sizeof closing, "%s%s%s\n", END, name, CLOSE);
    const char *end = strstr(body, closing);
    if (!end) return fail(r, "no charts:end for the part", name), NULL;
    fwrite(line, 1, (size_t)(body - line), r->out);
    if (!replace(r, name, body, (size_t)(end - body), chart_table_write)) return NULL;
    fputs(closing, r->out);
    r->line += count_lines(line, end) + 1;
    return end + strlen(closing);
}

/* One line with its figures, the line end included. */
static bool rewrite_line(rewriting *r, const char *line, size_t length) {
    const char *end = line + length;
    for (const char *at = line; at < end;) {
        char name[NAME_SIZE];
        const char *figure = strstr(at, FIGURE);
        if (!figure || figure >= end) return fwrite(at, 1, (size_t)(end - at), r->out) > 0;
        const char *value = read_name(figure, FIGURE, name);
        const char *close = value ? strstr(value, FIGURE_END) : NULL;
        if (!close || close >= end) return fail(r, "a figure is not closed on its line", FIGURE_END);
        fwrite(at, 1, (size_t)(value - at), r->out);
        if (!replace(r, name, value, (size_t)(close - value), chart_figure_write)) return false;
        fputs(FIGURE_END, r->out);
        at = close + strlen(FIGURE_END);
    }
    return true;
}

static bool rewrite(rewriting *r, const char *text) {
    while (*text) {
        if (strncmp(text, BEGIN, strlen(BEGIN)) == 0) {
            text = rewrite_part(r, text);
            if (!text) return false;
            continue;
        }
        if (strncmp(text, END, strlen(END)) == 0) return fail(r, "no charts:begin before it", END);
        const char *newline = strchr(text, '\n');
        size_t length = newline ? (size_t)(newline - text) + 1 : strlen(text);
        if (!rewrite_line(r, text, length)) return false;
        text += length;
        r->line++;
    }
    return true;
}

char *chart_readme_read(const char *path) {
    size_t length = 0;
    char *text = chart_file_read(path, &length);
    if (!text || strlen(text) == length) return text;
    chart_say("%s holds a NUL byte", path);
    free(text);
    return NULL;
}

int chart_readme_rewrite(const chart_data *data, const char *path, const char *text, bool say, char **out,
                         unsigned *total) {
    size_t length = 0;
    rewriting r = {.data = data, .path = path, .say = say, .line = 1};
    *out = NULL;
    r.out = open_memstream(out, &length);
    bool done = r.out && rewrite(&r, text);
    if (!r.out || fclose(r.out) != 0) {
        chart_say("out of memory");
        done = false;
    }
    *total = r.total;
    if (done) return r.stale;
    free(*out);
    *out = NULL;
    return -1;
}
