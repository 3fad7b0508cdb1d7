/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include "message.h"
#include "svg.h"

#include <stdlib.h>
#include <string.h>

const chart_picture *const chart_pictures[CHART_PICTURES] = {&chart_sweep, &chart_transports, &chart_scaling};

/* Closes a memory stream; NULL where memory did not suffice. */
static char *closed(FILE *out, char **bytes) {
    if (out && fclose(out) == 0) return *bytes;
    chart_say("out of memory");
    if (out) free(*bytes);
    return NULL;
}

char *chart_picture_file(const chart_picture *picture, const chart_theme *theme) {
    size_t size = strlen(picture->name) + strlen(theme->name) + sizeof "-.svg";
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s-%s.svg", picture->name, theme->name);
    else
        chart_say("out of memory");
    return name;
}

char *chart_picture_script(const chart_picture *picture, const chart_result *result,
                           const chart_theme *theme) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (out) picture->script(result, theme, out);
    return closed(out, &bytes);
}

static void warn(const chart_result *result, FILE *out) {
    if (!result->complete) fprintf(out, " Incomplete: %s.", result->incomplete_reason);
    if (result->quick) fputs(" A quick run, not to be quoted.", out);
}

char *chart_picture_text(const chart_picture *picture, const chart_result *result) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (out) {
        picture->describe(result, out);
        warn(result, out);
    }
    return closed(out, &bytes);
}

chart_gnuplot chart_picture_draw(const chart_picture *picture, const chart_result *result,
                                 const chart_theme *theme, char **svg) {
    chart_gnuplot outcome = CHART_GNUPLOT_FAILED;
    char *raw = NULL;
    size_t length = 0;
    char *script = chart_picture_script(picture, result, theme);
    char *text = chart_picture_text(picture, result);
    if (script && text) outcome = chart_gnuplot_run(script, &raw, &length);
    if (outcome == CHART_GNUPLOT_OK) {
        *svg = chart_svg_finish(raw, picture->title, text, script);
        if (!*svg) outcome = CHART_GNUPLOT_FAILED;
    }
    free(raw);
    free(script);
    free(text);
    return outcome;
}
