/* SPDX-License-Identifier: MIT */
#ifndef CHART_COMMAND_H
#define CHART_COMMAND_H

#include "data.h"
#include "picture.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct chart_arguments {
    const char *root;
    const char *input;  /* NULL: the published data file */
    const char *output; /* NULL: see chart_render */
    bool allow_dirty;
    char **files;
    size_t file_count;
} chart_arguments;

/* Each returns the program's exit status, after its messages. */
int chart_render(const chart_arguments *arguments);
int chart_update(const chart_arguments *arguments);
int chart_check(const chart_arguments *arguments);
int chart_publish(const chart_arguments *arguments);

/* Where things are, from the project's folder. */
#define CHART_DATA_FILE "data/benchmarks.json"
#define CHART_README_FILE "README.md"
#define CHART_PICTURE_FOLDER "charts/svg"

/* Draws every picture that the data have, light and dark, into a folder that is made if it is missing. *drawn says how
 * many pictures there were. CHART_OK or CHART_FAILED, after a message. */
int chart_draw_all(const chart_data *data, const char *folder, unsigned *drawn);

/* Redraws charts/svg, removes pictures there that the data no longer have, and rewrites the README. */
int chart_update_from(const chart_data *data, const char *root);

/* Says what to do where gnuplot is missing. */
void chart_say_no_gnuplot(void);

#endif
