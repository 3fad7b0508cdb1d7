/* SPDX-License-Identifier: MIT */
#include "result_check.h"

#include "json.h"
#include "schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void assert_valid(const char *schema_path, json_object *value) {
    char fault[512];
    json_object *schema = load_json_read(schema_path, fault, sizeof fault);
    if (!schema || !load_schema_check(schema, value, fault, sizeof fault)) fail_msg("%s", fault);
    json_object_put(schema);
}

void assert_counts_add_up(json_object *result) {
    json_object *runs = load_json_get(result, "runs");
    for (size_t i = 0; i < json_object_array_length(runs); i++) {
        json_object *counts = load_json_get(json_object_array_get_idx(runs, i), "counts");
        assert_int_equal(load_json_get_count(counts, "started"),
                         load_json_get_count(counts, "succeeded") + load_json_get_count(counts, "rejected") +
                             load_json_get_count(counts, "errored") +
                             load_json_get_count(counts, "timed_out") +
                             load_json_get_count(counts, "unfinished"));
    }
}
