/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include "markup.h"
#include "number.h"
#include "picture.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define PARTS 4
#define PART_SIZE 48

/* A name cut at its slashes. */
typedef struct parts {
    size_t count;
    char part[PARTS][PART_SIZE];
} parts;

static bool cut(const char *name, parts *out) {
    *out = (parts){0};
    for (const char *from = name;; from++) {
        size_t length = strcspn(from, "/");
        if (out->count == PARTS || length == 0 || length >= PART_SIZE) return false;
        memcpy(out->part[out->count++], from, length);
        from += length;
        if (!*from) return true;
    }
}

static bool read_connections(const char *text, unsigned *out) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *out = (unsigned)value;
    return *text >= '0' && *text <= '9' && !*end && value <= 1000000;
}

/* The latest session that has the series at so many connections, and beside `other` where that is not NULL. */
static bool find_point(const chart_data *data, const char *id, const char *other, unsigned connections,
                       chart_point *point) {
    for (size_t i = data->count; i-- > 0;) {
        chart_setting setting;
        if (!chart_setting_find(&data->results[i], id, connections, 0, &setting)) continue;
        if (other ? chart_point_ratio(&data->results[i], &setting, other, point)
                  : chart_point_rate(&data->results[i], &setting, point))
            return true;
    }
    return false;
}

static bool write_rate(const chart_data *data, const parts *name, FILE *out) {
    unsigned connections;
    chart_point point;
    char low[CHART_NUMBER_SIZE];
    char high[CHART_NUMBER_SIZE];
    if (name->count != 3 || !read_connections(name->part[2], &connections)) return false;
    if (!find_point(data, name->part[1], NULL, connections, &point))
        fputs(CHART_NOT_MEASURED, out);
    else if (strcmp(name->part[0], "rate") == 0)
        fputs(chart_number_rate(point.median, low), out);
    else
        fprintf(out, "%s to %s", chart_number_rate(point.low, low), chart_number_rate(point.high, high));
    return true;
}

static bool write_ratio(const chart_data *data, const parts *name, FILE *out) {
    unsigned connections;
    chart_point point;
    char text[CHART_NUMBER_SIZE];
    if (name->count != 4 || !read_connections(name->part[3], &connections)) return false;
    if (!find_point(data, name->part[1], name->part[2], connections, &point))
        fputs(CHART_NOT_MEASURED, out);
    else if (strcmp(name->part[0], "share") == 0)
        fputs(chart_number_percent(point.median, text), out);
    else
        fputs(chart_number_plain(point.median, text), out);
    return true;
}

static bool write_nanoseconds(const chart_data *data, const parts *name, FILE *out) {
    chart_setting setting;
    chart_point point;
    char text[CHART_NUMBER_SIZE];
    if (name->count != 2) return false;
    for (size_t i = data->count; i-- > 0;) {
        if (!chart_setting_find(&data->results[i], name->part[1], 0, 0, &setting)) continue;
        if (!chart_point_nanoseconds(&data->results[i], &setting, &point)) continue;
        fputs(chart_number_plain(point.median, text), out);
        return true;
    }
    fputs(CHART_NOT_MEASURED, out);
    return true;
}

static bool counted(const chart_result *result, const char *id, const char *shape, const char *member,
                    double *value) {
    for (size_t i = 0; i < chart_json_length(result->json, "counting"); i++) {
        json_object *entry = chart_json_element(result->json, "counting", i);
        if (strcmp(chart_json_string(entry, "id", ""), id) != 0) continue;
        if (strcmp(chart_json_string(entry, "shape", ""), shape) != 0) continue;
        *value = chart_json_number(entry, member, -1);
        if (*value >= 0) return true;
    }
    return false;
}

bool chart_figure_counted(const chart_data *data, const char *id, const char *shape, const char *member,
                          double *value) {
    for (size_t i = data->count; i-- > 0;)
        if (counted(&data->results[i], id, shape, member, value)) return true;
    return false;
}

bool chart_figure_counted_most(const chart_data *data, const char *id, const char *member, double *value,
                               unsigned *shapes) {
    *shapes = 0;
    *value = 0;
    for (size_t r = data->count; r-- > 0 && !*shapes;) {
        json_object *json = data->results[r].json;
        for (size_t i = 0; i < chart_json_length(json, "counting"); i++) {
            json_object *entry = chart_json_element(json, "counting", i);
            double one = chart_json_number(entry, member, -1);
            if (one < 0 || strcmp(chart_json_string(entry, "id", ""), id) != 0) continue;
            if (one > *value) *value = one;
            ++*shapes;
        }
    }
    return *shapes > 0;
}

static bool write_counted(const chart_data *data, const parts *name, FILE *out) {
    char member[PART_SIZE + sizeof "_per_request"];
    char text[CHART_NUMBER_SIZE];
    double value;
    if (name->count != 3) return false;
    snprintf(member, sizeof member, "%s_per_request", name->part[0]);
    bool found = chart_figure_counted(data, name->part[1], name->part[2], member, &value);
    fputs(found ? chart_number_plain(value, text) : CHART_NOT_MEASURED, out);
    return true;
}

/* Of the session that the sweep shows. */
static bool write_session(const chart_data *data, const parts *name, FILE *out) {
    const chart_result *result = chart_data_latest(data, chart_sweep.has);
    unsigned repetitions = 0;
    if (name->count != 1) return false;
    if (!result) return fputs(CHART_NOT_MEASURED, out) >= 0;
    for (size_t i = 0; i < result->run_count; i++)
        if (result->runs[i].repetition >= repetitions) repetitions = result->runs[i].repetition + 1;
    char text[64];
    if (strcmp(name->part[0], "cpu") == 0) chart_markup_cell(out, result->cpu);
    if (strcmp(name->part[0], "date") == 0)
        chart_markup_cell(out, chart_text_head(result->date, 10, text, sizeof text));
    if (strcmp(name->part[0], "commit") == 0)
        chart_markup_cell(out, chart_text_head(result->commit, 9, text, sizeof text));
    if (strcmp(name->part[0], "repetitions") == 0) fprintf(out, "%u", repetitions);
    return true;
}

bool chart_figure_write(const chart_data *data, const char *name, FILE *out) {
    static const struct {
        const char *name;
        bool (*write)(const chart_data *data, const parts *name, FILE *out);
    } figures[] = {
        {"rate", write_rate},
        {"range", write_rate},
        {"share", write_ratio},
        {"times", write_ratio},
        {"nanoseconds", write_nanoseconds},
        {"instructions", write_counted},
        {"allocations", write_counted},
        {"cpu", write_session},
        {"date", write_session},
        {"commit", write_session},
        {"repetitions", write_session},
    };
    parts cuts;
    if (!cut(name, &cuts)) return false;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (strcmp(figures[i].name, cuts.part[0]) == 0) return figures[i].write(data, &cuts, out);
    return false;
}
