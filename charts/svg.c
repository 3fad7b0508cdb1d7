/* SPDX-License-Identifier: MIT */
#include "svg.h"

#include "markup.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARATION "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"
#define STAMP "<!-- charts: script %s; picture %s; gnuplot %s -->\n"

/* The parts of gnuplot's output that are kept, and the version it names. */
typedef struct raw_parts {
    const char *attributes; /* behind "<svg" */
    size_t attributes_length;
    const char *body; /* behind the line "Produced by" */
    char version[CHART_SVG_VERSION_SIZE];
} raw_parts;

static bool split(const char *raw, raw_parts *parts) {
    static const char produced[] = "<desc>Produced by GNUPLOT ";
    const char *svg = strstr(raw, "<svg");
    const char *title = svg ? strstr(svg, "<title>") : NULL;
    const char *line = title ? strstr(title, produced) : NULL;
    const char *end = line ? strstr(line, "</desc>") : NULL;
    if (!end || !strstr(end, "</svg>")) return false;
    const char *version = line + strlen(produced);
    size_t length = (size_t)(end - version);
    while (length && version[length - 1] == ' ') length--;
    if (length >= CHART_SVG_VERSION_SIZE) return false;
    memcpy(parts->version, version, length);
    parts->version[length] = '\0';
    parts->attributes = svg + strlen("<svg");
    parts->attributes_length = (size_t)(title - parts->attributes);
    parts->body = end + strlen("</desc>");
    return true;
}

static void write_picture(FILE *out, const raw_parts *parts, const char *title, const char *text) {
    fprintf(out, "<svg role=\"img\" aria-labelledby=\"title text\"%.*s<title id=\"title\">",
            (int)parts->attributes_length, parts->attributes);
    chart_markup_xml(out, title);
    fputs("</title>\n<desc id=\"text\">", out);
    chart_markup_xml(out, text);
    fprintf(out, "</desc>%s", parts->body);
}

static char *stamped(const char *picture, size_t length, const char *version, const char *script,
                     const char *text) {
    char script_sum[CHART_CHECKSUM_SIZE];
    char picture_sum[CHART_CHECKSUM_SIZE];
    size_t size =
        sizeof DECLARATION + sizeof STAMP + (size_t)2 * CHART_CHECKSUM_SIZE + CHART_SVG_VERSION_SIZE + length;
    char *svg = malloc(size);
    chart_svg_script_sum(script, text, script_sum);
    chart_checksum(picture, length, picture_sum);
    if (svg)
        snprintf(svg, size, DECLARATION STAMP "%s", script_sum, picture_sum, version, picture);
    else
        chart_say("out of memory");
    return svg;
}

char *chart_svg_finish(const char *raw, const char *title, const char *text, const char *script) {
    raw_parts parts;
    if (!split(raw, &parts)) {
        chart_say("gnuplot printed no SVG of the kind that 5.4 prints; is its svg terminal there?");
        return NULL;
    }
    char *picture = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&picture, &length);
    if (out) write_picture(out, &parts, title, text);
    if (!out || fclose(out) != 0) {
        chart_say("out of memory");
        free(picture);
        return NULL;
    }
    char *svg = stamped(picture, length, parts.version, script, text);
    free(picture);
    return svg;
}

void chart_svg_script_sum(const char *script, const char *text, char out[CHART_CHECKSUM_SIZE]) {
    char sums[2 * CHART_CHECKSUM_SIZE];
    chart_checksum(script, strlen(script), sums);
    sums[CHART_CHECKSUM_SIZE - 1] = ' ';
    chart_checksum(text, strlen(text), sums + CHART_CHECKSUM_SIZE);
    chart_checksum(sums, strlen(sums), out);
}

bool chart_svg_stamp(const char *svg, chart_stamp *stamp) {
    char sum[CHART_CHECKSUM_SIZE];
    *stamp = (chart_stamp){{0}, {0}, {0}};
    if (strncmp(svg, DECLARATION, strlen(DECLARATION)) != 0) return false;
    const char *line = svg + strlen(DECLARATION);
    const char *end = strstr(line, " -->\n");
    if (!end) return false;
    if (sscanf(line, "<!-- charts: script %24[^;]; picture %24[^;]; gnuplot %47[0-9a-z. ]", stamp->script,
               stamp->picture, stamp->gnuplot) != 3)
        return false;
    size_t length = strlen(stamp->gnuplot);
    if (length && stamp->gnuplot[length - 1] == ' ') stamp->gnuplot[length - 1] = '\0';
    const char *picture = end + strlen(" -->\n");
    chart_checksum(picture, strlen(picture), sum);
    return strcmp(sum, stamp->picture) == 0;
}
