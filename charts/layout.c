/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>

static void write_array(json_object *array, const char *indent, FILE *out) {
    size_t count = json_object_array_length(array);
    fputc('[', out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\n%s%s", i ? "," : "", indent, chart_json_text(json_object_array_get_idx(array, i)));
    fputs(count ? "\n]" : "]", out);
}

/* A result file: a line each for its plain members and its context, and for each element of its Arrays. */
static void write_result(json_object *result, FILE *out) {
    const char *comma = "";
    fputc('{', out);
    json_object_object_foreach(result, name, value) {
        fprintf(out, "%s\n\"%s\": ", comma, name);
        if (json_object_is_type(value, json_type_array))
            write_array(value, " ", out);
        else
            fputs(value ? chart_json_text(value) : "null", out);
        comma = ",";
    }
    fputs("\n}", out);
}

static void write_data(json_object *data, FILE *out) {
    size_t count = chart_json_length(data, "runs");
    fprintf(out, "{\n\"schema\": \"%s\",\n\"runs\": [", chart_json_string(data, "schema", ""));
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_result(chart_json_element(data, "runs", i), out);
    }
    fputs(count ? "\n],\n\"published\": " : "],\n\"published\": ", out);
    write_array(chart_json_member(data, "published"), " ", out);
    fputs("\n}\n", out);
}

char *chart_layout(json_object *data) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (out) write_data(data, out);
    if (out && fclose(out) == 0) return bytes;
    chart_say("out of memory");
    if (out) free(bytes);
    return NULL;
}
