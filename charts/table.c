/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "conformance.h"
#include "markup.h"
#include "number.h"
#include "picture.h"
#include "point.h"
#include "reach.h"
#include "series.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define LEVELS 16U

static void write_nothing(FILE *out) {
    fputs("Not measured yet: no published run has it.\n", out);
}

static void write_picture(const chart_data *data, const chart_picture *picture, FILE *out) {
    const chart_result *result = chart_data_latest(data, picture->has);
    char *text = result ? chart_picture_text(picture, result) : NULL;
    if (!text) {
        write_nothing(out);
        return;
    }
    fprintf(out,
            "<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"charts/svg/%s-dark.svg\">\n"
            "  <img src=\"charts/svg/%s-light.svg\" alt=\"",
            picture->name, picture->name);
    chart_markup_xml(out, text);
    fputs("\">\n</picture>\n", out);
    free(text);
}

static void write_picture_sweep(const chart_data *data, FILE *out) {
    write_picture(data, &chart_sweep, out);
}

static void write_picture_transports(const chart_data *data, FILE *out) {
    write_picture(data, &chart_transports, out);
}

static void write_picture_threads(const chart_data *data, FILE *out) {
    write_picture(data, &chart_scaling, out);
}

/* The connections at which anything of the sweep was measured, ascending. */
static size_t all_levels(const chart_result *result, unsigned levels[LEVELS]) {
    size_t count = 0;
    for (unsigned last = 0; count < LEVELS; last = levels[count - 1]) {
        unsigned next = 0;
        for (size_t i = 0; i < result->run_count; i++) {
            const chart_run *run = &result->runs[i];
            if (run->ok && run->connections > last && (!next || run->connections < next))
                next = run->connections;
        }
        if (!next) break;
        levels[count++] = next;
    }
    return count;
}

static void write_rate_row(const chart_result *result, const chart_series *series, const unsigned *levels,
                           size_t count, FILE *out) {
    fputs("| ", out);
    chart_markup_cell(out, series->full);
    fputs(" |", out);
    for (size_t i = 0; i < count; i++) {
        chart_setting setting;
        chart_point point;
        char low[CHART_NUMBER_SIZE];
        char median[CHART_NUMBER_SIZE];
        char high[CHART_NUMBER_SIZE];
        bool found = chart_setting_find(result, series->id, levels[i], 0, &setting) &&
                     chart_point_rate(result, &setting, &point);
        if (found)
            fprintf(out, " %s<br><sub>%s to %s%s</sub> |", chart_number_rate(point.median, median),
                    chart_number_rate(point.low, low), chart_number_rate(point.high, high),
                    chart_setting_generator_bound(result, &setting) ? "<br>generator-bound" : "");
        else
            fputs(" |", out);
    }
    fputc('\n', out);
}

static void write_rates(const chart_data *data, FILE *out) {
    const chart_result *result = chart_data_latest(data, chart_sweep.has);
    unsigned levels[LEVELS];
    if (!result) {
        write_nothing(out);
        return;
    }
    size_t count = all_levels(result, levels);
    fputs("| requests a second, by connections |", out);
    for (size_t i = 0; i < count; i++) fprintf(out, " %u |", levels[i]);
    fputs("\n| --- |", out);
    for (size_t i = 0; i < count; i++) fputs(" ---: |", out);
    fputc('\n', out);
    for (chart_kind kind = CHART_STREAM; kind < CHART_IN_PROCESS; kind++) {
        chart_series series[CHART_SERIES_MAXIMUM];
        size_t listed = chart_series_list(result, kind, series);
        for (size_t i = 0; i < listed; i++) write_rate_row(result, &series[i], levels, count, out);
    }
    if (chart_result_generator_bound(result))
        fputs(
            "\nGenerator-bound: the client was busy for 90 % of the time or more; the server may do more.\n",
            out);
    if (chart_result_drifted(result))
        fprintf(out,
                "\nIn %zu of %zu runs of this session the machine drifted: a probe before and after told "
                "other speeds,\nor the hypervisor took time.\n",
                chart_result_drifted(result), chart_result_measured(result));
}

static void write_thread_cells(const chart_result *result, const char *id, unsigned threads, FILE *out) {
    chart_setting setting;
    chart_point point;
    char text[CHART_NUMBER_SIZE];
    bool found = chart_setting_find(result, id, 0, threads, &setting);
    fprintf(out, " %s |",
            found && chart_point_rate(result, &setting, &point) ? chart_number_rate(point.median, text) : "");
    found = found && chart_point_nanoseconds(result, &setting, &point);
    fprintf(out, " %s |", found ? chart_number_plain(point.median, text) : "");
}

static void write_threads(const chart_data *data, FILE *out) {
    const chart_result *result = chart_data_latest(data, chart_scaling.has);
    unsigned threads[LEVELS];
    if (!result) {
        write_nothing(out);
        return;
    }
    size_t count = chart_threads(result, "sync", threads, LEVELS);
    fputs("| threads | jrpc, requests a second | ns a request and thread | json-c, requests a second | ns a "
          "request and "
          "thread | factor |\n| ---: | ---: | ---: | ---: | ---: | ---: |\n",
          out);
    for (size_t i = 0; i < count; i++) {
        chart_setting setting;
        chart_point factor;
        char text[CHART_NUMBER_SIZE];
        fprintf(out, "| %u |", threads[i]);
        write_thread_cells(result, "sync", threads[i], out);
        write_thread_cells(result, "sync-json-c", threads[i], out);
        bool found = chart_setting_find(result, "sync", 0, threads[i], &setting) &&
                     chart_point_ratio(result, &setting, "sync-json-c", &factor);
        fprintf(out, " %s |\n", found ? chart_number_plain(factor.median, text) : "");
    }
}

static void write_cpus(json_object *pinning, const char *name, FILE *out) {
    for (size_t i = 0; i < chart_json_length(pinning, name); i++)
        fprintf(out, "%s%d", i ? ", " : "", json_object_get_int(chart_json_element(pinning, name, i)));
}

static void write_machine(const chart_data *data, FILE *out) {
    const chart_result *result = chart_data_latest(data, chart_sweep.has);
    if (!result) {
        write_nothing(out);
        return;
    }
    json_object *context = chart_json_member(result->json, "context");
    json_object *machine = chart_json_member(context, "machine");
    json_object *pinning = chart_json_member(context, "pinning");
    chart_markup_cell(out, result->cpu);
    fprintf(out, ", %u CPUs, %.1f GiB, ", result->cpus,
            chart_json_number(machine, "memory_bytes", 0) / (1024.0 * 1024 * 1024));
    chart_markup_cell(out, chart_json_string(machine, "kernel", "unknown kernel"));
    fputs("; ", out);
    chart_markup_cell(out, chart_json_string(context, "compiler", "unknown compiler"));
    fputs(", ", out);
    chart_markup_cell(out, chart_json_string(context, "flags", ""));
    fputs("; vector path ", out);
    chart_markup_cell(out, chart_json_string(context, "vector_path", "none"));
    if (pinning) {
        fputs("; server on CPU ", out);
        write_cpus(pinning, "server", out);
        fputs(", client on CPU ", out);
        write_cpus(pinning, "client", out);
    }
    char text[64];
    fputs("; ", out);
    chart_markup_cell(out, chart_text_head(result->date, 10, text, sizeof text));
    fputs(", commit ", out);
    chart_markup_cell(out, chart_text_head(result->commit, 9, text, sizeof text));
    fputs(result->dirty ? ", with local changes.\n" : ".\n", out);
}

bool chart_table_write(const chart_data *data, const char *name, FILE *out) {
    static const struct {
        const char *name;
        void (*write)(const chart_data *data, FILE *out);
    } tables[] = {
        {"picture-sweep", write_picture_sweep},
        {"picture-transports", write_picture_transports},
        {"picture-threads", write_picture_threads},
        {"rates", write_rates},
        {"reach", chart_reach_write},
        {"threads", write_threads},
        {"machine", write_machine},
        {"conformance", chart_conformance_write},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].name, name) != 0) continue;
        tables[i].write(data, out);
        return true;
    }
    return false;
}
