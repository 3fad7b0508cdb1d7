/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "file.h"
#include "message.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void chart_say_no_gnuplot(void) {
    chart_say("gnuplot is not installed, or not in PATH; on Debian: apt-get install gnuplot-nox");
}

static bool make_folder(const char *folder) {
    if (mkdir(folder, 0755) == 0 || errno == EEXIST) return true;
    chart_say("cannot make the folder %s: %s", folder, strerror(errno));
    return false;
}

static int draw_one(const chart_picture *picture, const chart_result *result, const chart_theme *theme,
                    const char *folder) {
    char *svg = NULL;
    chart_gnuplot outcome = chart_picture_draw(picture, result, theme, &svg);
    if (outcome == CHART_GNUPLOT_ABSENT) chart_say_no_gnuplot();
    if (outcome != CHART_GNUPLOT_OK) return CHART_FAILED;
    char *name = chart_picture_file(picture, theme);
    char *path = name ? chart_path(folder, name) : NULL;
    bool done = path && chart_file_write(path, svg, strlen(svg));
    free(path);
    free(name);
    free(svg);
    return done ? CHART_OK : CHART_FAILED;
}

int chart_draw_all(const chart_data *data, const char *folder, unsigned *drawn) {
    *drawn = 0;
    for (size_t p = 0; p < CHART_PICTURES; p++) {
        const chart_result *result = chart_data_latest(data, chart_pictures[p]->has);
        if (!result) continue;
        if (!make_folder(folder)) return CHART_FAILED;
        for (size_t t = 0; t < CHART_THEMES; t++)
            if (draw_one(chart_pictures[p], result, &chart_themes[t], folder) != CHART_OK)
                return CHART_FAILED;
        ++*drawn;
    }
    return CHART_OK;
}

static int draw_into(const chart_data *data, const char *folder) {
    unsigned drawn = 0;
    int status = chart_draw_all(data, folder, &drawn);
    if (status != CHART_OK) return status;
    if (drawn == 0) {
        chart_say("%s holds nothing that a picture shows: no transport has a run with verdict ok, nor has a "
                  "call in "
                  "process on several threads",
                  data->path);
        return CHART_BAD;
    }
    for (size_t p = 0; p < CHART_PICTURES; p++)
        if (chart_data_latest(data, chart_pictures[p]->has))
            printf("%s/%s-{light,dark}.svg\n", folder, chart_pictures[p]->name);
    return CHART_OK;
}

/* Beside the result file, or where the published pictures are. dirname may change what it is given. */
static char *default_folder(const chart_arguments *arguments) {
    if (!arguments->input) return chart_path(arguments->root, CHART_PICTURE_FOLDER);
    char *copy = strdup(arguments->input);
    char *folder = copy ? strdup(dirname(copy)) : NULL;
    if (!folder) chart_say("out of memory");
    free(copy);
    return folder;
}

int chart_render(const chart_arguments *arguments) {
    chart_data data;
    char *input = arguments->input ? strdup(arguments->input) : chart_path(arguments->root, CHART_DATA_FILE);
    if (!input || !chart_data_init(&data, input)) {
        free(input);
        return CHART_BAD;
    }
    free(input);
    char *folder = arguments->output ? strdup(arguments->output) : default_folder(arguments);
    int status = folder ? draw_into(&data, folder) : CHART_FAILED;
    free(folder);
    chart_data_fini(&data);
    return status;
}
