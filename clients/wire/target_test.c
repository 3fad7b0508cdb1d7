/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REST                                                                                                 \
    "\"services\":[\"benchmark\"],\"transports\":[\"tcp\",\"unix\"],\"ready\":{\"line\":\"listening on \"}"

static char folder[] = "/tmp/jrpc-target-test-XXXXXX";
static char file[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/target.json", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(file);
    return rmdir(folder);
}

static wire_target *load(const char *text, wire_error *error) {
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    return wire_target_load(file, error);
}

static wire_target *load_good(const char *text) {
    wire_error error = {""};
    wire_target *target = load(text, &error);
    if (!target) fail_msg("%s", error.text);
    return target;
}

static void tells_what_the_file_says(void **state) {
    (void)state;
    wire_target *target =
        load_good("{\"name\":\"x\",\"version\":\"1.2\",\"licence\":\"MIT\",\"language\":\"C\",\"build\":null,"
                  "\"packages\":[\"a\",\"b\"],\"framings\":[\"line\"],\"features\":[\"batch\"],"
                  "\"launch\":{\"tcp\":[\"{bin}/x\"]}," REST "}");
    assert_string_equal(wire_target_name(target), "x");
    assert_string_equal(wire_target_version(target), "1.2");
    assert_string_equal(wire_target_licence(target), "MIT");
    assert_string_equal(wire_target_language(target), "C");
    assert_string_equal(wire_target_build(target), "");
    assert_string_equal(wire_target_path(target), file);
    assert_string_equal(wire_target_package(target, 1), "b");
    assert_null(wire_target_package(target, 2));
    assert_true(wire_target_has_transport(target, WIRE_TCP));
    assert_false(wire_target_has_transport(target, WIRE_UNIX)); /* no launch line */
    assert_false(wire_target_has_transport(target, WIRE_HTTP));
    assert_true(wire_target_has_framing(target, WIRE_LINE));
    assert_false(wire_target_has_framing(target, WIRE_CONCATENATED));
    assert_true(wire_target_has_service(target, "benchmark"));
    assert_false(wire_target_has_service(target, "conformance"));
    assert_true(wire_target_has_feature(target, "batch"));
    wire_target_free(target);
}

static const struct {
    const char *text, *says;
} wrong[] = {
    {"{", "cannot read target"},
    {"[]", "a target is a JSON object"},
    {"{\"launch\":[\"x\"]," REST "}", "\"name\" is missing"},
    {"{\"name\":1,\"launch\":[\"x\"]," REST "}", "\"name\" should be a string"},
    {"{\"name\":\"x\",\"launch\":[]," REST "}", "\"launch\" should name a program"},
    {"{\"name\":\"x\",\"launch\":[\"{bim}/x\"]," REST "}", "\"launch\" may hold {bin}"},
    {"{\"name\":\"x\",\"launch\":{\"udp\":[\"x\"]}," REST "}",
     "\"launch\" should have a line for each transport"},
    {"{\"name\":\"x\",\"launch\":[\"x\"],\"framings\":[\"lines\"]," REST "}", "\"framings\" should hold"},
    {"{\"name\":\"x\",\"launch\":[\"x\"],\"features\":[\"batches\"]," REST "}", "\"features\" should hold"},
    {"{\"name\":\"x\",\"launch\":[\"x\"],\"requires\":[\"{hear}/x\"]," REST "}",
     "\"requires\" may hold {bin}"},
    {"{\"name\":\"x\",\"launch\":[\"x\"],\"nmae\":1," REST "}", "\"nmae\" is no member"},
    {"{\"name\":\"x\",\"launch\":[\"x\"],\"services\":[],\"transports\":[],\"ready\":{\"port\":false}}",
     "\"ready\" should be"},
};

static void refuses_with_words(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        wire_error error = {""};
        assert_null(load(wrong[i].text, &error));
        if (!strstr(error.text, wrong[i].says) || !strstr(error.text, file))
            fail_msg("%s: %s", wrong[i].text, error.text);
    }
    wire_error error = {""};
    assert_null(wire_target_load("/nonexistent/target.json", &error));
    assert_non_null(strstr(error.text, "/nonexistent/target.json"));
}

static void launches_with_everything_filled_in(void **state) {
    (void)state;
    wire_error error = {""};
    wire_target *target =
        load_good("{\"name\":\"x\",\"launch\":{"
                  "\"tcp\":[\"/bin/sh\",\"-c\",\"echo $* >&2; echo listening on tcp://127.0.0.1:5; exec "
                  "sleep 60\",\"sh\","
                  "\"{bin}\",\"{port}\",\"{service}\",\"{workers}\",\"{framing}\",\"{here}\",\"{}\"],"
                  "\"unix\":[\"/bin/sh\",\"-c\",\"echo listening on unix://$1; exec sleep "
                  "60\",\"sh\",\"{socket}\"]}," REST "}");
    const char *const more[] = {"--more", NULL};
    wire_launch launch = {
        .transport = WIRE_TCP, .framing = WIRE_LINE, .bin = "/b", .workers = 3, .arguments = more};
    assert_true(wire_target_available(target, &launch, &error));
    wire_server *server = wire_target_start(target, &launch, &error);
    if (!server) fail_msg("%s", error.text);
    char wanted[128];
    snprintf(wanted, sizeof wanted, "/b 0 benchmark 3 line %s {} --more", folder);
    assert_string_equal(wire_server_stderr(server), wanted);
    assert_int_equal(wire_server_address(server, 0)->framing, WIRE_LINE);
    wire_server_stop(server, 0, NULL);
    launch = (wire_launch){.transport = WIRE_UNIX};
    server = wire_target_start(target, &launch, &error);
    if (!server) fail_msg("%s", error.text);
    char path[128];
    snprintf(path, sizeof path, "%s", wire_server_address(server, 0)->path);
    *strrchr(path, '/') = '\0';
    assert_int_equal(access(path, W_OK), 0);
    wire_server_stop(server, 0, NULL);
    assert_int_equal(access(path, F_OK), -1);
    wire_target_free(target);
}

static void says_what_to_install_or_build(void **state) {
    (void)state;
    wire_error error = {""};
    wire_target *target = load_good("{\"name\":\"x\",\"packages\":[\"libx\",\"liby\"],\"build\":\"make x\","
                                    "\"launch\":{\"tcp\":[\"{bin}/nosuch-program\"]}," REST "}");
    wire_launch launch = {.transport = WIRE_TCP, .bin = "/b"};
    assert_false(wire_target_available(target, &launch, &error));
    assert_string_equal(error.text,
                        "target 'x': program '/b/nosuch-program' is not there; build it: make x; it needs "
                        "the packages libx, liby");
    assert_null(wire_target_start(target, &launch, &error));
    launch.transport = WIRE_HTTP;
    assert_false(wire_target_available(target, &launch, &error));
    assert_non_null(strstr(error.text, "has no launch line for http"));
    wire_target_free(target);
}

static void needs_what_it_requires(void **state) {
    (void)state;
    wire_error error = {""};
    wire_launch launch = {.transport = WIRE_TCP};
    wire_target *target =
        load_good("{\"name\":\"x\",\"packages\":[\"y@1\"],\"requires\":[\"sh\",\"{here}/target.json\"],"
                  "\"launch\":[\"/bin/sh\"]," REST "}");
    assert_true(wire_target_available(target, &launch, &error));
    wire_target_free(target);
    target = load_good("{\"name\":\"x\",\"packages\":[\"y@1\"],\"requires\":[\"sh\",\"{here}/nosuch\"],"
                       "\"launch\":[\"/bin/sh\"]," REST "}");
    assert_false(wire_target_available(target, &launch, &error));
    char wanted[128];
    snprintf(wanted, sizeof wanted, "target 'x': '%s/nosuch' is not there; it needs the packages y@1",
             folder);
    assert_string_equal(error.text, wanted);
    assert_null(wire_target_start(target, &launch, &error));
    wire_target_free(target);
    target =
        load_good("{\"name\":\"x\",\"requires\":[\"nosuch-program\"],\"launch\":[\"/bin/sh\"]," REST "}");
    assert_false(wire_target_available(target, &launch, &error));
    assert_string_equal(error.text, "target 'x': 'nosuch-program' is not there");
    wire_target_free(target);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_the_file_says),
        cmocka_unit_test(refuses_with_words),
        cmocka_unit_test(launches_with_everything_filled_in),
        cmocka_unit_test(says_what_to_install_or_build),
        cmocka_unit_test(needs_what_it_requires),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
