/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <json.h>

/* Counts and, for what did not simply pass, everything a reader needs to see why. */

static json_object *text_of(const char *bytes, size_t length) {
    wire_buffer shown = conf_shown(bytes, length);
    json_object *text = json_object_new_string(shown.data ? shown.data : "");
    wire_buffer_fini(&shown);
    return text;
}

static json_object *slice_of(wire_slice slice) {
    return json_object_new_string_len(slice.bytes, (int)slice.length);
}

static json_object *case_of(const conf_report *report, const conf_case *one, const conf_result *result) {
    json_object *object = json_object_new_object();
    json_object_object_add(object, "name", json_object_new_string(one->name));
    json_object_object_add(object, "class", json_object_new_string(conf_class_name(one->class)));
    json_object_object_add(object, "verdict", json_object_new_string(conf_verdict_name(report, one, result)));
    if (result->verdict == CONF_PASS) return object;
    if (result->verdict == CONF_SKIP) {
        json_object_object_add(object, "reason", json_object_new_string(result->why.text));
        return object;
    }
    json_object_object_add(object, "section", slice_of(one->section));
    json_object_object_add(object, "requirement", slice_of(one->requirement));
    json_object_object_add(object, "sent", text_of(one->sent.data, one->sent.length));
    if (result->verdict == CONF_CHOSE && result->answer) {
        json_object_object_add(object, "chose",
                               text_of(result->answer->raw.bytes, result->answer->raw.length));
    } else {
        json_object_object_add(object, "expected", text_of(one->expect->raw.bytes, one->expect->raw.length));
        json_object_object_add(object, "reason", json_object_new_string(result->why.text));
    }
    json_object_object_add(object, "got", text_of(result->got.data, result->got.length));
    return object;
}

static json_object *play_of(const conf_report *report, const conf_play *play) {
    json_object *object = json_object_new_object(), *counts = json_object_new_object();
    json_object *cases = json_object_new_array();
    const unsigned should = 1u << CONF_SHOULD;
    size_t failed = conf_play_count(play, CONF_FAIL, CONF_ANY_CLASS),
           mild = conf_play_count(play, CONF_FAIL, should);
    json_object_object_add(object, "server", json_object_new_string(report->server));
    json_object_object_add(object, "version", json_object_new_string(report->version));
    json_object_object_add(object, "where", json_object_new_string(play->where));
    json_object_object_add(object, "seconds", json_object_new_double(play->seconds));
    json_object_object_add(counts, "pass",
                           json_object_new_uint64(conf_play_count(play, CONF_PASS, CONF_ANY_CLASS)));
    json_object_object_add(counts, "fail", json_object_new_uint64(failed - mild));
    json_object_object_add(counts, "should", json_object_new_uint64(mild));
    json_object_object_add(counts, "choice",
                           json_object_new_uint64(conf_play_count(play, CONF_CHOSE, CONF_ANY_CLASS)));
    json_object_object_add(counts, "skip",
                           json_object_new_uint64(conf_play_count(play, CONF_SKIP, CONF_ANY_CLASS)));
    json_object_object_add(object, "counts", counts);
    for (size_t i = 0; i < play->suite->count; i++)
        json_object_array_add(cases, case_of(report, &play->suite->cases[i], &play->results[i]));
    json_object_object_add(object, "cases", cases);
    return object;
}

bool conf_report_json(const conf_report *report, const char *path, wire_error *error) {
    json_object *root = json_object_new_object(), *runs = json_object_new_array();
    FILE *out = conf_open(path, error);
    json_object_object_add(root, "schema", json_object_new_string("jrpc-conformance-report/1"));
    json_object_object_add(root, "seed", json_object_new_uint64(report->seed));
    json_object_object_add(root, "strict", json_object_new_boolean(report->strict));
    for (size_t i = 0; i < report->count; i++)
        json_object_array_add(runs, play_of(report, &report->plays[i]));
    json_object_object_add(root, "runs", runs);
    if (out) {
        fputs(json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
              out);
        fputc('\n', out);
    }
    json_object_put(root);
    return out && conf_close(out, path, error);
}
