/* SPDX-License-Identifier: MIT */
#include "case.h"

#include "run.h"

#include "wire/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The suite has at least so many: a folder that was not found or half read would not be noticed otherwise. */
#define CASES_AT_LEAST 250u

static const char *cases_folder, *specification;

static bool fits_somewhere(const conf_case *one) {
    wire_error ignored;
    for (int transport = 0; transport < WIRE_STDIO; transport++) {
        for (int framing = 0; framing < WIRE_FRAMINGS; framing++) {
            conf_place place = {.strict = true,
                                .exact = true,
                                .service = true,
                                .tier = CONF_TIER_ABUSE,
                                .features = CONF_ALL_FEATURES};
            place.address.transport = (wire_transport)transport;
            place.address.framing = (wire_framing)framing;
            if (conf_fits(one, &place, &ignored)) return true;
        }
    }
    return false;
}

static void loads_the_suite(void **state) {
    (void)state;
    conf_suite suite;
    wire_error error = {""};
    if (!conf_suite_load(&suite, cases_folder, &error)) fail_msg("%s", error.text);
    assert_true(suite.count >= CASES_AT_LEAST);
    size_t classes[3] = {0}, tiers[3] = {0};
    for (size_t i = 0; i < suite.count; i++) {
        classes[suite.cases[i].class]++;
        tiers[suite.cases[i].tier]++;
        if (!fits_somewhere(&suite.cases[i])) fail_msg("%s can be sent nowhere", suite.cases[i].name);
    }
    for (size_t i = 0; i < 3; i++) assert_true(classes[i] > 0 && tiers[i] > 0);
    conf_suite_fini(&suite);
}

/* Whether a case has that name, or one that goes on behind a slash. */
static bool is_in(const conf_suite *suite, const char *name, size_t length) {
    for (size_t i = 0; i < suite->count; i++) {
        const char *other = suite->cases[i].name;
        if (strncmp(other, name, length) == 0 && (other[length] == '\0' || other[length] == '/')) return true;
    }
    return false;
}

/* The page that goes from the specification to the cases names none that is not there. */
static void specification_names_cases(void **state) {
    (void)state;
    conf_suite suite;
    wire_error error = {""};
    char line[1024];
    unsigned names = 0;
    FILE *page = fopen(specification, "r");
    assert_non_null(page);
    if (!conf_suite_load(&suite, cases_folder, &error)) fail_msg("%s", error.text);
    while (fgets(line, sizeof line, page)) {
        for (const char *at = strchr(line, '`'); at;) {
            size_t length = strcspn(at + 1, "`");
            if (memchr(at + 1, '/', length)) {
                if (!is_in(&suite, at + 1, length)) fail_msg("there is no case %.*s", (int)length, at + 1);
                names++;
            }
            at = at[length + 1] ? strchr(at + length + 2, '`') : NULL;
        }
    }
    assert_true(names > 50);
    fclose(page);
    conf_suite_fini(&suite);
}

/* ---- a folder of one file ---- */

static char folder[] = "/tmp/jrpc-case-test-XXXXXX";
static char file[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/f.json", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(file);
    return rmdir(folder);
}

static bool load(const char *text, conf_suite *suite, wire_error *error) {
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    return conf_suite_load(suite, folder, error);
}

#define HEAD "{\"section\":\"s\",\"requirement\":\"r\",\"class\":\"must\",\"tier\":\"any\",\"cases\":["

static void builds_what_is_sent(void **state) {
    (void)state;
    conf_suite suite;
    wire_error error = {""};
    if (!load(
            HEAD
            "{\"name\":\"b\",\"send\":{ \"a\" : 1e2 },\"expect\":\"nothing\"},"
            "{\"name\":\"a\",\"class\":\"choice\",\"writes\":\"repeat-80\",\"send_parts\":[{\"lines\":[\"x\","
            "[ 1]]},"
            "{\"json\":{\"b\":\"\\u0041\"}},{\"hex\":\"00FF\"},{\"repeat\":\"ab\",\"times\":2},\"\\u00e9\"],"
            "\"expect\":\"nothing\",\"accept\":[{\"result\":1,\"id\":1}]}]}",
            &suite, &error))
        fail_msg("%s", error.text);
    assert_int_equal(suite.count, 2);
    assert_string_equal(suite.cases[1].name, "f/b");
    assert_true(wire_slice_equal((wire_slice){suite.cases[1].sent.data, suite.cases[1].sent.length},
                                 wire_slice_of("{ \"a\" : 1e2 }")));
    const conf_case *parts = &suite.cases[0];
    static const char sent[] = "x\r\n[ 1]\r\n{\"b\":\"\\u0041\"}\0\xFF"
                               "abab\xC3\xA9";
    assert_int_equal(parts->sent.length, sizeof sent - 1);
    assert_memory_equal(parts->sent.data, sent, sizeof sent - 1);
    assert_int_equal(parts->first_part, 9);
    assert_int_equal(parts->class, CONF_CHOICE);
    assert_int_equal(parts->writes, CONF_REPEAT_80);
    conf_suite_fini(&suite);
}

static const struct {
    const char *text, *says;
} wrong[] = {
    {"{", "no JSON at byte 1"},
    {"{\"section\":\"s\"}", "class, tier or transport is wrong"},
    {HEAD "]}", "cases are missing"},
    {HEAD "{\"send\":[],\"expect\":\"nothing\"}]}", "a case without a name"},
    {HEAD "{\"name\":\"a\",\"expect\":\"nothing\"}]}", "f/a: exactly one of send"},
    {HEAD "{\"name\":\"a\",\"send\":[]}]}", "f/a: expect is missing"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"expect\":\"nothign\"}]}", "f/a: an expected reply"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"expects\":\"nothing\"}]}", "f/a: a member that means nothing"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"send\":[],\"expect\":\"nothing\"}]}",
     "f/a: a member stands there twice"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"expect\":\"nothing\",\"class\":\"may\"}]}", "f/a: class can be"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"expect\":\"nothing\",\"writes\":\"2\"}]}", "f/a: writes has none"},
    {HEAD "{\"name\":\"a\",\"send_parts\":[{\"hex\":\"0\"}],\"expect\":\"nothing\"}]}", "f/a: hex is"},
    {HEAD "{\"name\":\"a\",\"send_parts\":[1],\"expect\":\"nothing\"}]}", "f/a: a part is"},
    {HEAD "{\"name\":\"a\",\"send_parts\":[{\"repeat\":\"aaaa\",\"times\":1e9}],\"expect\":\"nothing\"}]}",
     "64 MiB"},
    {HEAD "{\"name\":\"a\",\"send\":[],\"expect\":\"nothing\"},{\"name\":\"a\",\"send\":[],\"expect\":"
          "\"nothing\"}]}",
     "two cases 'f/a'"},
};

static void refuses_slips(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        conf_suite suite;
        wire_error error = {""};
        if (load(wrong[i].text, &suite, &error)) fail_msg("took: %s", wrong[i].text);
        if (!strstr(error.text, wrong[i].says)) fail_msg("%s: %s", wrong[i].text, error.text);
    }
    conf_suite suite;
    wire_error error = {""};
    assert_false(conf_suite_load(&suite, "/nonexistent", &error));
    assert_non_null(strstr(error.text, "/nonexistent: No such file"));
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    cases_folder = argv[1];
    specification = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_the_suite),
        cmocka_unit_test(specification_names_cases),
        cmocka_unit_test(builds_what_is_sent),
        cmocka_unit_test(refuses_slips),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
