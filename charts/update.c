/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "file.h"
#include "message.h"
#include "published.h"
#include "readme.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A picture whose series are no longer in the data would go on showing them. */
static bool remove_picture(const chart_picture *picture, const char *folder) {
    bool done = true;
    for (size_t t = 0; t < CHART_THEMES; t++) {
        char *name = chart_picture_file(picture, &chart_themes[t]);
        char *path = name ? chart_path(folder, name) : NULL;
        if (!path || (unlink(path) != 0 && errno != ENOENT)) {
            chart_say("cannot remove %s: %s", path ? path : picture->name, strerror(errno));
            done = false;
        }
        free(path);
        free(name);
    }
    return done;
}

static int update_pictures(const chart_data *data, const char *root) {
    unsigned drawn = 0;
    char *folder = chart_path(root, CHART_PICTURE_FOLDER);
    int status = folder ? chart_draw_all(data, folder, &drawn) : CHART_FAILED;
    for (size_t p = 0; p < CHART_PICTURES && status == CHART_OK; p++)
        if (!chart_data_latest(data, chart_pictures[p]->has) && !remove_picture(chart_pictures[p], folder))
            status = CHART_FAILED;
    if (status == CHART_OK) printf("drew %u pictures in %s\n", drawn, folder);
    free(folder);
    return status;
}

static int update_readme(const chart_data *data, const char *root) {
    unsigned total = 0;
    char *fresh = NULL;
    int status = CHART_BAD;
    char *path = chart_path(root, CHART_README_FILE);
    char *text = path ? chart_readme_read(path) : NULL;
    int changed = text ? chart_readme_rewrite(data, path, text, false, &fresh, &total) : -1;
    if (changed == 0) status = CHART_OK;
    if (changed > 0) status = chart_file_write(path, fresh, strlen(fresh)) ? CHART_OK : CHART_FAILED;
    if (status == CHART_OK) printf("%s: %d of %u parts and figures changed\n", path, changed, total);
    free(fresh);
    free(text);
    free(path);
    return status;
}

int chart_update_from(const chart_data *data, const char *root) {
    int pictures = update_pictures(data, root);
    int readme = update_readme(data, root);
    return pictures != CHART_OK ? pictures : readme;
}

int chart_update(const chart_arguments *arguments) {
    chart_data data;
    char *path = chart_path(arguments->root, CHART_DATA_FILE);
    bool read = path && chart_published_read(&data, path, chart_data_init);
    free(path);
    if (!read) return CHART_BAD;
    int status = chart_update_from(&data, arguments->root);
    chart_data_fini(&data);
    return status;
}
