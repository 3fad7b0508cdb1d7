/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "file.h"
#include "message.h"
#include "published.h"
#include "readme.h"
#include "svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the check found so far. */
typedef struct findings {
    unsigned stale;
    unsigned pictures;
    unsigned parts;
    bool by_script; /* at least one picture was judged by its script, not by its bytes */
    bool broken;    /* something could not be judged: exit 2 */
} findings;

/* Judges by what the picture says it was drawn from, where the same bytes cannot be expected. */
static bool same_script(const chart_picture *picture, const chart_result *result, const chart_theme *theme,
                        const chart_stamp *stamp) {
    char sum[CHART_CHECKSUM_SIZE];
    char *script = chart_picture_script(picture, result, theme);
    char *text = chart_picture_text(picture, result);
    bool same = script && text;
    if (same) {
        chart_svg_script_sum(script, text, sum);
        same = strcmp(sum, stamp->script) == 0;
    }
    free(script);
    free(text);
    return same;
}

static bool current(const chart_picture *picture, const chart_result *result, const chart_theme *theme,
                    const char *published, findings *found) {
    chart_stamp old;
    chart_stamp fresh;
    char *svg = NULL;
    if (!chart_svg_stamp(published, &old)) return false;
    chart_gnuplot outcome = chart_picture_draw(picture, result, theme, &svg);
    if (outcome == CHART_GNUPLOT_FAILED) found->broken = true;
    if (outcome == CHART_GNUPLOT_FAILED) return true;
    bool same_gnuplot = svg && chart_svg_stamp(svg, &fresh) && strcmp(fresh.gnuplot, old.gnuplot) == 0;
    bool same = same_gnuplot ? strcmp(svg, published) == 0 : same_script(picture, result, theme, &old);
    if (!same_gnuplot && !found->by_script) {
        printf("%s: drawn by gnuplot %s, and here is %s%s: the pictures' scripts and checksums are compared, "
               "not bytes\n",
               picture->name, old.gnuplot, svg ? "gnuplot " : "no gnuplot", svg ? fresh.gnuplot : "");
        found->by_script = true;
    }
    free(svg);
    return same;
}

static void check_file(const chart_picture *picture, const chart_result *result, const chart_theme *theme,
                       const char *path, findings *found) {
    size_t length = 0;
    if (!chart_file_exists(path)) {
        if (result) chart_say("%s is missing", path);
        found->stale += result != NULL;
        return;
    }
    if (!result) {
        chart_say("%s shows what the data no longer have", path);
        found->stale++;
        return;
    }
    char *published = chart_file_read(path, &length);
    found->pictures++;
    if (!published)
        found->broken = true;
    else if (strlen(published) != length || !current(picture, result, theme, published, found)) {
        chart_say("%s is stale", path);
        found->stale++;
    }
    free(published);
}

static void check_pictures(const chart_data *data, const char *root, findings *found) {
    char *folder = chart_path(root, CHART_PICTURE_FOLDER);
    for (size_t p = 0; p < CHART_PICTURES; p++) {
        const chart_result *result = chart_data_latest(data, chart_pictures[p]->has);
        for (size_t t = 0; t < CHART_THEMES; t++) {
            char *name = chart_picture_file(chart_pictures[p], &chart_themes[t]);
            char *path = name && folder ? chart_path(folder, name) : NULL;
            if (path)
                check_file(chart_pictures[p], result, &chart_themes[t], path, found);
            else
                found->broken = true;
            free(path);
            free(name);
        }
    }
    free(folder);
}

static void check_readme(const chart_data *data, const char *root, findings *found) {
    char *fresh = NULL;
    char *path = chart_path(root, CHART_README_FILE);
    char *text = path ? chart_readme_read(path) : NULL;
    int stale = text ? chart_readme_rewrite(data, path, text, true, &fresh, &found->parts) : -1;
    if (stale < 0)
        found->broken = true;
    else
        found->stale += (unsigned)stale;
    free(fresh);
    free(text);
    free(path);
}

static int judge(const chart_data *data, const char *root) {
    findings found = {0};
    unsigned changed = chart_published_faults(data);
    check_pictures(data, root, &found);
    check_readme(data, root, &found);
    if (changed)
        chart_say("%s: %u contradictions: put the file back as it was published", data->path, changed);
    if (found.stale) chart_say("%u stale: run build/bin/charts update", found.stale);
    if (found.broken) return CHART_BAD;
    if (changed || found.stale) return CHART_STALE;
    printf("current: %zu published runs, %u pictures, %u parts and figures of the README\n", data->count,
           found.pictures, found.parts);
    return CHART_OK;
}

int chart_check(const chart_arguments *arguments) {
    chart_data data;
    int status = CHART_BAD;
    char *path = chart_path(arguments->root, CHART_DATA_FILE);
    if (path && chart_data_init(&data, path)) {
        if (data.published)
            status = judge(&data, arguments->root);
        else
            chart_say("%s is no published data file", data.path);
        chart_data_fini(&data);
    } else if (path && chart_published_changed(path)) {
        status = CHART_STALE; /* changed by hand until it could not be read */
    }
    free(path);
    return status;
}
