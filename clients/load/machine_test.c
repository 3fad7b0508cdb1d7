/* SPDX-License-Identifier: MIT */
#include "json.h"
#include "machine.h"
#include "schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* argv: the schema of result files. */
static const char *schema_path;

static json_object *context_of(char *const *arguments, int count) {
    json_object *context = load_machine_context(count, arguments, "sse2", true);
    assert_non_null(context);
    return context;
}

static void a_context_is_valid(void **state) {
    char fault[512];
    char sweep[] = "--sweep";
    char *arguments[] = {sweep};
    (void)state;
    json_object *schema = load_json_read(schema_path, fault, sizeof fault);
    assert_non_null(schema);
    json_object *own = load_json_get(load_json_get(schema, "$defs"), "context");
    json_object *rule = json_object_new_object(); /* the context's own, with the definitions it refers to */
    json_object_object_foreach(own, name, value) {
        json_object_object_add(rule, name, json_object_get(value));
    }
    json_object_object_add(rule, "$defs", json_object_get(load_json_get(schema, "$defs")));
    json_object *context = context_of(arguments, 1);
    if (!load_schema_check(rule, context, fault, sizeof fault)) fail_msg("%s", fault);
    assert_true(load_json_get_count(load_json_get(context, "machine"), "cpus") >= 1);
    json_object_put(context);
    json_object_put(rule);
    json_object_put(schema);
}

/* A file that is published must not tell whose machine it was. */
static void no_host_and_no_path_is_told(void **state) {
    char host[256] = "";
    char json[] = "--json=/home/somebody/results/r.json";
    char target[] = "/home/somebody/target.json";
    char address[] = "unix:///home/somebody/x.sock";
    char *arguments[] = {json, target, address};
    (void)state;
    json_object *context = context_of(arguments, 3);
    const char *text = json_object_to_json_string_ext(context, JSON_C_TO_STRING_NOSLASHESCAPE);
    assert_null(strstr(text, "somebody"));
    assert_non_null(strstr(text, "r.json"));
    assert_non_null(strstr(text, "target.json"));
    assert_non_null(strstr(text, "x.sock"));
    if (gethostname(host, sizeof host - 1) == 0 && strlen(host) > 3) assert_null(strstr(text, host));
    json_object_put(context);
}

static void it_prints_within_eighty_columns(void **state) {
    char *text = NULL;
    size_t length = 0;
    (void)state;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    json_object *context = context_of(NULL, 0);
    load_machine_print(context, out);
    fclose(out);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    assert_non_null(strstr(text, "kernel"));
    free(text);
    json_object_put(context);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_context_is_valid),
        cmocka_unit_test(no_host_and_no_path_is_told),
        cmocka_unit_test(it_prints_within_eighty_columns),
    };
    if (argc != 2) return 2;
    schema_path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
