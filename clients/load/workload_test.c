/* SPDX-License-Identifier: MIT */
#include "schema.h"
#include "workload.h"
#include "workload_fixture.h"

#include <dirent.h>
#include <json-c/json.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* argv[1] is the folder data/. */
static const char *data_folder;

#define HEAD                                                                                                 \
    "{\"schema\":\"jrpc-workload/"                                                                           \
    "1\",\"name\":\"n\",\"about\":\"a\",\"ids\":{\"kind\":\"slot\",\"width\":3},"

static load_workload *of_requests(const char *requests) {
    char text[4096];
    wire_error error = {""};
    snprintf(text, sizeof text, HEAD "\"order\":\"rotation\",\"requests\":[%s]}", requests);
    load_workload *workload = workload_of_text(text, &error);
    if (!workload) fail_msg("%s", error.text);
    return workload;
}

static void assert_encodes(const load_workload *workload, size_t index, const char *id,
                           const char *expected) {
    wire_buffer buffer = {0};
    load_workload_encode(workload, index, wire_slice_of(id), &buffer);
    assert_false(buffer.failed);
    assert_int_equal(buffer.length, strlen(expected));
    assert_memory_equal(buffer.data, expected, buffer.length);
    wire_buffer_fini(&buffer);
}

static load_judgement judge(const load_workload *workload, size_t index, const char *id, const char *reply,
                            wire_error *error, int64_t *code) {
    wire_document document = {0};
    assert_true(wire_read(&document, reply, strlen(reply)));
    load_judgement judgement =
        load_workload_judge(workload, index, wire_slice_of(id), document.root, error, code);
    wire_document_fini(&document);
    return judgement;
}

static void assert_judged(const load_workload *workload, size_t index, const char *reply,
                          load_judgement expected) {
    wire_error error = {""};
    if (judge(workload, index, "7", reply, &error, NULL) != expected) fail_msg("%s: %s", reply, error.text);
    assert_true(expected == LOAD_REPLY_RIGHT || error.text[0]);
}

static void five_is_what_the_design_says(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    assert_int_equal(load_workload_count(five), 5);
    assert_true(load_workload_is_judged(five));
    assert_int_equal(load_workload_ids(five), LOAD_IDS_SLOT);
    assert_encodes(five, 0, "1", "{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}");
    assert_encodes(five, 1, "1", "{\"jsonrpc\":\"2.0\",\"method\":\"addInt\",\"params\":[1,7],\"id\":1}");
    assert_encodes(
        five, 2, "1",
        "{\"jsonrpc\":\"2.0\",\"method\":\"NullableFloatToNullableFloat\",\"params\":[1.23],\"id\":1}");
    assert_encodes(five, 3, "1", "{\"jsonrpc\":\"2.0\",\"method\":\"Test2\",\"params\":[3.456],\"id\":1}");
    assert_encodes(five, 4, "9",
                   "{\"jsonrpc\":\"2.0\",\"method\":\"StringMe\",\"params\":[\"Foo\"],\"id\":9}");
    assert_judged(five, 0, "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":7}", LOAD_REPLY_RIGHT);
    assert_judged(five, 1, "{\"jsonrpc\":\"2.0\",\"result\":8,\"id\":7}", LOAD_REPLY_RIGHT);
    assert_judged(five, 2, "{\"jsonrpc\":\"2.0\",\"result\":1.23,\"id\":7}", LOAD_REPLY_RIGHT);
    assert_judged(five, 3, "{\"jsonrpc\":\"2.0\",\"result\":3.456,\"id\":7}", LOAD_REPLY_RIGHT);
    assert_judged(five, 4, "{\"jsonrpc\":\"2.0\",\"result\":\"Foo\",\"id\":7}", LOAD_REPLY_RIGHT);
    load_workload_free(five);
}

static void replies_are_judged_by_value_and_not_by_spelling(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    const char *const right[] = {
        "{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":7}",
        "{\"id\":7,\"result\":30e-1,\"jsonrpc\":\"2.0\"}",
        " { \"jsonrpc\" : \"\\u0032.0\" , \"result\" : 3.00 , \"id\" : 7.0 } ",
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_judged(five, 0, right[i], LOAD_REPLY_RIGHT);
    const char *const wrong[] = {
        "{\"jsonrpc\":\"2.0\",\"result\":3.0000001,\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"result\":\"3.0\",\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"result\":[3.0],\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":8}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":\"7\"}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":null}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0}",
        "{\"jsonrpc\":\"1.0\",\"result\":3.0,\"id\":7}",
        "{\"result\":3.0,\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"result\":3.0,\"error\":{\"code\":1,\"message\":\"\"},\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":\"1\"},\"id\":7}",
        "{\"jsonrpc\":\"2.0\",\"error\":null,\"id\":7}",
        "[{\"jsonrpc\":\"2.0\",\"result\":3.0,\"id\":7}]",
        "3.0",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_judged(five, 0, wrong[i], LOAD_REPLY_WRONG);
    assert_judged(five, 2, "{\"jsonrpc\":\"2.0\",\"result\":1.22999999999999998,\"id\":7}", LOAD_REPLY_RIGHT);
    assert_judged(five, 1, "{\"jsonrpc\":\"2.0\",\"result\":9,\"id\":7}", LOAD_REPLY_WRONG);
    load_workload_free(five);
}

static void an_error_is_told_apart_and_its_code_given(void **state) {
    (void)state;
    load_workload *five = workload_stored(data_folder, "five");
    int64_t code = 0;
    wire_error error = {""};
    const char *missing =
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"Method not found\"},\"id\":7}";
    assert_int_equal(judge(five, 0, "7", missing, &error, &code), LOAD_REPLY_ERROR);
    assert_int_equal(code, -32601);
    assert_non_null(strstr(error.text, "Method not found"));
    /* The server may not have been able to read the id. */
    const char *unread =
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"},\"id\":null}";
    assert_int_equal(judge(five, 0, "7", unread, NULL, NULL), LOAD_REPLY_ERROR);
    load_workload_free(five);

    load_workload *failing = of_requests("{\"method\":\"m\",\"error\":{\"code\":-32601}}");
    assert_int_equal(judge(failing, 0, "7", missing, NULL, NULL), LOAD_REPLY_RIGHT);
    assert_int_equal(judge(failing, 0, "7", unread, NULL, NULL), LOAD_REPLY_ERROR);
    assert_judged(failing, 0, "{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":7}", LOAD_REPLY_WRONG);
    assert_true(load_workload_is_judged(failing));
    load_workload_free(failing);
}

static void big_integers_are_compared_to_the_last_digit(void **state) {
    (void)state;
    load_workload *workload =
        of_requests("{\"method\":\"m\",\"result\":9007199254740993},"
                    "{\"method\":\"m\",\"result\":{\"a\":[0.1,null,true],\"b\":\"\\u00e9\"}}");
    assert_judged(workload, 0, "{\"jsonrpc\":\"2.0\",\"result\":9007199254740993,\"id\":7}",
                  LOAD_REPLY_RIGHT);
    assert_judged(workload, 0, "{\"jsonrpc\":\"2.0\",\"result\":9007199254740992,\"id\":7}",
                  LOAD_REPLY_WRONG);
    assert_judged(workload, 1,
                  "{\"jsonrpc\":\"2.0\",\"result\":{\"b\":\"\xc3\xa9\",\"a\":[1e-1,null,true]},\"id\":7}",
                  LOAD_REPLY_RIGHT);
    const char *const wrong[] = {"{\"a\":[0.1,null,false],\"b\":\"\\u00e9\"}",
                                 "{\"a\":[0.1,null],\"b\":\"\\u00e9\"}", "{\"a\":[0.1,null,true]}",
                                 "{\"a\":[0.1,null,true],\"c\":\"\\u00e9\"}",
                                 "{\"a\":[0.1,null,true],\"a\":[0.1,null,true]}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char reply[256];
        snprintf(reply, sizeof reply, "{\"jsonrpc\":\"2.0\",\"result\":%s,\"id\":7}", wrong[i]);
        assert_judged(workload, 1, reply, LOAD_REPLY_WRONG);
    }
    load_workload_free(workload);
}

static void a_limit_is_learned_and_not_judged(void **state) {
    (void)state;
    load_workload *limit = workload_stored(data_folder, "limit");
    load_workload *five = workload_stored(data_folder, "five");
    assert_false(load_workload_is_judged(limit));
    assert_int_equal(load_workload_count(limit), load_workload_count(five));
    for (size_t i = 0; i < load_workload_count(five); i++) {
        wire_buffer request = {0};
        load_workload_encode(five, i, wire_slice_of("100000"), &request);
        wire_buffer_append(&request, "", 1);
        assert_encodes(limit, i, "100000", request.data);
        wire_buffer_fini(&request);
    }
    assert_judged(limit, 0, "{\"anything\":1}", LOAD_REPLY_RIGHT);
    load_workload_free(limit);
    load_workload_free(five);
}

static void requests_have_ids_of_their_own(void **state) {
    (void)state;
    load_workload *workload =
        of_requests("{\"method\":\"a\",\"params\":{\"x\" : [ 1 , \"b \\\" c\" ]},\"weight\":2},"
                    "{\"method\":\"b\",\"id\":\"x\"}");
    assert_int_equal(load_workload_count(workload), 3);
    assert_true(wire_slice_equal(load_workload_id(workload, 0), wire_slice_of("1")));
    assert_true(wire_slice_equal(load_workload_id(workload, 1), wire_slice_of("1")));
    assert_true(wire_slice_equal(load_workload_id(workload, 2), wire_slice_of("\"x\"")));
    assert_true(wire_slice_equal(load_workload_method(workload, 2), wire_slice_of("b")));
    assert_encodes(workload, 1, "5",
                   "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":{\"x\":[1,\"b \\\" c\"]},\"id\":5}");
    assert_encodes(workload, 2, "\"x\"", "{\"jsonrpc\":\"2.0\",\"method\":\"b\",\"id\":\"x\"}");
    assert_int_equal(load_workload_id_width(workload, 1), 3);
    assert_int_equal(load_workload_id_width(workload, 900), 3);
    assert_int_equal(load_workload_id_width(workload, 901), 4);
    load_workload_free(workload);
}

/* The expected results are computed by the generator; here they are checked from what is sent. */
static void random_has_4096_right_documents(void **state) {
    (void)state;
    load_workload *workload = workload_stored(data_folder, "random");
    load_workload *again = workload_stored(data_folder, "random");
    assert_int_equal(load_workload_count(workload), 4096);
    assert_true(load_workload_is_judged(workload));
    size_t shapes[5] = {0};
    size_t same_neighbours = 0;
    for (size_t i = 0; i < 4096; i++) {
        wire_buffer request = {0};
        wire_buffer repeated = {0};
        load_workload_encode(workload, i, load_workload_id(workload, i), &request);
        load_workload_encode(again, i, load_workload_id(again, i), &repeated);
        assert_int_equal(request.length, repeated.length);
        assert_memory_equal(request.data, repeated.data, request.length);
        wire_document document = {0};
        assert_true(wire_read(&document, request.data, request.length));
        assert_int_equal(document.duplicates, 0);
        const wire_value *method = wire_member(document.root, "method");
        const wire_value *first = wire_member(document.root, "params")->first;
        static const char *const names[] = {"add", "addInt", "NullableFloatToNullableFloat", "Test2",
                                            "StringMe"};
        size_t shape = 0;
        while (!wire_string_is(method, names[shape])) assert_true(++shape < 5);
        shapes[shape]++;
        if (i && wire_slice_equal(load_workload_method(workload, i), load_workload_method(workload, i - 1)))
            same_neighbours++;

        char reply[512];
        if (shape < 2)
            snprintf(reply, sizeof reply, "{\"jsonrpc\":\"2.0\",\"result\":%.17g,\"id\":7}",
                     wire_number_double(first) + wire_number_double(first->next));
        else
            snprintf(reply, sizeof reply, "{\"jsonrpc\":\"2.0\",\"result\":%.*s,\"id\":7}",
                     (int)first->raw.length, first->raw.bytes);
        assert_judged(workload, i, reply, LOAD_REPLY_RIGHT);
        assert_judged(workload, i, "{\"jsonrpc\":\"2.0\",\"result\":0.12345,\"id\":7}", LOAD_REPLY_WRONG);
        wire_document_fini(&document);
        wire_buffer_fini(&request);
        wire_buffer_fini(&repeated);
    }
    for (size_t i = 0; i < 5; i++) assert_in_range(shapes[i], 819, 820);
    assert_in_range(same_neighbours, 600, 1050); /* a fifth of them, if the order is random */
    load_workload_free(workload);
    load_workload_free(again);
}

static void bad_files_are_refused_with_a_reason(void **state) {
    (void)state;
    const struct {
        const char *text, *reason;
    } files[] = {
        {"", "not JSON"},
        {"{", "not JSON"},
        {"3", "Object"},
        {"[]", "schema"},
        {"{\"schema\":\"jrpc-workload/2\"}", "schema"},
        {"{\"schema\":\"jrpc-workload/1\",\"name\":1,\"about\":\"\"}", "name"},
        {"{\"schema\":\"jrpc-workload/1\",\"name\":\"\",\"about\":\"\"}", "ids"},
        {"{\"schema\":\"jrpc-workload/1\",\"name\":\"\",\"name\":\"\"}", "twice"},
        {HEAD "\"order\":\"sorted\"}", "order"},
        {HEAD "\"order\":\"random\",\"seed\":-1}", "seed"},
        {HEAD "\"order\":\"rotation\"}", "requests"},
        {HEAD "\"order\":\"rotation\",\"requests\":[]}", "requests"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{}]}", "request 1: method"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\"},{\"method\":\"a\",\"params\":1}]}",
         "request 2: params"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\",\"weight\":0}]}", "weight"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\",\"weight\":1.5}]}", "weight"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\",\"id\":null}]}", "id"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\",\"error\":{}}]}", "error"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\",\"error\":{\"code\":1},\"result\":1}]}",
         "both"},
        {HEAD "\"order\":\"rotation\",\"requests\":[{\"method\":\"a\"}],\"generate\":{}}", "both"},
        {HEAD "\"order\":\"rotation\",\"generate\":{\"count\":0,\"shapes\":[\"add\"]}}", "count"},
        {HEAD "\"order\":\"rotation\",\"generate\":{\"count\":1,\"shapes\":[\"sub\"]}}", "shapes"},
        {HEAD "\"order\":\"rotation\",\"generate\":{\"count\":1,\"shapes\":[]}}", "shapes"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        wire_error error = {""};
        assert_null(workload_of_text(files[i].text, &error));
        if (!strstr(error.text, files[i].reason)) fail_msg("%s: %s", files[i].text, error.text);
    }
    wire_error error = {""};
    assert_null(load_workload_read("/nonexistent/workload.json", &error));
    assert_non_null(strstr(error.text, "/nonexistent/workload.json"));
    load_workload_free(NULL);
}

/* What the schema takes and what the reader takes are written down twice, and must agree on what we ship. */
static void every_stored_workload_conforms_to_the_schema(void **state) {
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/schema/workload.schema.json", data_folder);
    json_object *schema = json_object_from_file(path);
    assert_non_null(schema);
    snprintf(path, sizeof path, "%s/workloads", data_folder);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    size_t files = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *end = strstr(entry->d_name, ".json");
        if (!end) continue;
        snprintf(path, sizeof path, "%s/workloads/%s", data_folder, entry->d_name);
        json_object *value = json_object_from_file(path);
        char fault[512] = "";
        if (!load_schema_check(schema, value, fault, sizeof fault)) fail_msg("%s: %s", path, fault);
        json_object_put(value);
        *end = 0;
        load_workload *workload = workload_stored(data_folder, entry->d_name);
        assert_string_equal(load_workload_name(workload), entry->d_name);
        assert_true(strlen(load_workload_about(workload)) > 0);
        load_workload_free(workload);
        files++;
    }
    closedir(folder);
    json_object_put(schema);
    assert_true(files >= 8);
}

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: %s DATA-FOLDER\n", argv[0]), 2;
    data_folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_is_what_the_design_says),
        cmocka_unit_test(replies_are_judged_by_value_and_not_by_spelling),
        cmocka_unit_test(an_error_is_told_apart_and_its_code_given),
        cmocka_unit_test(big_integers_are_compared_to_the_last_digit),
        cmocka_unit_test(a_limit_is_learned_and_not_judged),
        cmocka_unit_test(requests_have_ids_of_their_own),
        cmocka_unit_test(random_has_4096_right_documents),
        cmocka_unit_test(bad_files_are_refused_with_a_reason),
        cmocka_unit_test(every_stored_workload_conforms_to_the_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
