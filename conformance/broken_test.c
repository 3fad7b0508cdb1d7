/* SPDX-License-Identifier: MIT */
#include "play.h"
#include "property.h"

#include "wire/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the suite can fail: servers broken on purpose fail exactly the cases that they have to. */

static const char *cases_folder, *program;

/* Whether a case has to fail. */
typedef bool fails(const conf_case *one);

static bool has(wire_slice bytes, const char *text) {
    return memmem(bytes.bytes, bytes.length, text, strlen(text)) != NULL;
}

static wire_slice sent(const conf_case *one) {
    return (wire_slice){one->sent.data ? one->sent.data : "", one->sent.length};
}

/* Whether silence is a good answer of the case. */
static bool may_be_silent(const conf_case *one) {
    return wire_string_is(one->expect, "anything") || (one->accept && has(one->accept->raw, "\"nothing\"")) ||
           one->class == CONF_CHOICE;
}

/* Where silence is right, the call that follows is not answered either. */
static bool all(const conf_case *one) {
    (void)one;
    return true;
}

/* Where silence is right the connection has to stay; where it is only as good as an answer it may end. */
static bool holds_a_bracket(const conf_case *one) {
    return memchr(sent(one).bytes, '[', sent(one).length) && !may_be_silent(one);
}

static bool is_the_empty_batch(const conf_case *one) {
    return wire_slice_equal(sent(one), wire_slice_of("[]"));
}

/* A single reply whose id is a Number. */
static bool expects_number_id(const conf_case *one) {
    const wire_value *stream = wire_member(one->expect, "stream"),
                     *first = stream ? stream->first : one->expect;
    if (stream && stream->type == WIRE_OBJECT) first = wire_member(stream, "each");
    for (; first; first = stream ? first->next : NULL) {
        const wire_value *id = wire_member(first, "id");
        if (id && id->type == WIRE_NUMBER) return true;
    }
    return false;
}

/* The same where the reply is not left open: one with another id is another choice there, and not a wrong one. */
static bool demands_number_id(const conf_case *one) {
    return one->class != CONF_CHOICE && expects_number_id(one);
}

/* Silence, of the whole case or of one of its documents, that something came into. */
static bool expects_silence(const conf_case *one) {
    return wire_string_is(one->expect, "nothing") || strncmp(one->name, "framing/line/notification", 25) == 0;
}

static bool is_that_they_run(const conf_case *one) {
    return strcmp(one->name, "framing/line/notification-runs") == 0;
}

static bool expects_replies(const conf_case *one) {
    bool open = one->class == CONF_CHOICE && wire_member(one->expect, "stream");
    return !wire_string_is(one->expect, "nothing") && !wire_string_is(one->expect, "anything") && !open;
}

static bool none(const conf_case *one) {
    (void)one;
    return false;
}

static const struct {
    const char *mode;
    fails *fails;
    bool quick; /* every case takes its whole time, so that only one section is run */
} modes[] = {
    {"right", none, false},
    {"in-pieces", none, false},
    {"answers-nothing", all, true},
    {"hangs", all, true},
    {"garbage", all, true},
    {"closes-at-a-bracket", holds_a_bracket, false},
    {"empty-for-empty", is_the_empty_batch, false},
    {"wrong-id", demands_number_id, false},
    {"id-as-string", demands_number_id, false},
    {"result-and-error", expects_number_id, false},
    {"answers-notifications", expects_silence, false},
    {"skips-notifications", is_that_they_run, false},
    {"twice", expects_replies, false},
};

static void reach(conf_reach *to, char *command, size_t room, char *address, const char *folder,
                  const char *mode, double seconds) {
    snprintf(address, 128, "unix://%s/socket?framing=line", folder);
    snprintf(command, room, "%s %s %s/socket", program, mode, folder);
    *to = (conf_reach){.kind = CONF_REACH_COMMAND, .command = command, .address = address};
    to->place = (conf_place){.tier = CONF_TIER_SERVICE,
                             .service = true,
                             .strict = true,
                             .features = CONF_ALL_FEATURES,
                             .seconds = seconds};
    assert_true(wire_address_parse(&to->place.address, address, NULL));
}

static void load(conf_suite *suite, const char *section) {
    wire_error error = {""};
    if (!conf_suite_load(suite, cases_folder, &error)) fail_msg("%s", error.text);
    conf_suite_select(suite, section, NULL);
}

static void run(const char *mode, conf_tier tier, const conf_suite *suite, conf_play *play, double seconds) {
    char folder[] = "/tmp/jrpc-broken-XXXXXX", command[4096], address[128], socket[64];
    conf_reach to;
    wire_error error = {""};
    assert_non_null(mkdtemp(folder));
    reach(&to, command, sizeof command, address, folder, mode, seconds);
    to.place.tier = tier;
    if (!conf_play_all(play, suite, &to, 1, &error)) fail_msg("%s: %s", mode, error.text);
    snprintf(socket, sizeof socket, "%s/socket", folder);
    remove(socket);
    remove(folder);
}

static void fails_exactly_what_it_has_to(void **state) {
    bool *wrong = *state;
    for (size_t m = 0; m < COUNT_OF(modes); m++) {
        conf_suite suite;
        conf_play play = {.suite = NULL};
        load(&suite, modes[m].quick ? "7-examples" : NULL);
        run(modes[m].mode, CONF_TIER_SERVICE, &suite, &play, modes[m].quick ? 0.1 : 10);
        for (size_t i = 0; i < suite.count; i++) {
            const conf_result *result = &play.results[i];
            if (result->verdict == CONF_SKIP) continue;
            bool failed = result->verdict == CONF_FAIL;
            if (failed == modes[m].fails(&suite.cases[i])) continue;
            print_error("%s: %s %s: %s\n", modes[m].mode, suite.cases[i].name, failed ? "failed" : "passed",
                        result->why.text);
            *wrong = true;
        }
        assert_true(conf_play_count(&play, CONF_SKIP, CONF_ANY_CLASS) < suite.count);
        conf_play_fini(&play);
        conf_suite_fini(&suite);
    }
    assert_false(*wrong);
}

/* Too long a case for servers in use, so that it is tried on its own. */
static void sees_that_a_broken_batch_ran(void **state) {
    (void)state;
    static const char *const servers[] = {"right", "runs-broken-batches"};
    for (size_t i = 0; i < COUNT_OF(servers); i++) {
        conf_suite suite;
        conf_play play = {.suite = NULL};
        load(&suite, NULL);
        conf_suite_select(&suite, NULL, "6-batch/not-run/");
        run(servers[i], CONF_TIER_ABUSE, &suite, &play, 10);
        assert_true(suite.count > 0);
        assert_int_equal(conf_play_count(&play, CONF_PASS, CONF_ANY_CLASS), i == 0 ? suite.count : 0);
        assert_int_equal(conf_play_count(&play, CONF_FAIL, CONF_ANY_CLASS), i == 0 ? 0 : suite.count);
        conf_play_fini(&play);
        conf_suite_fini(&suite);
    }
}

/* What dies is started again: of the cases around a death, few fail, and the suite ends. */
static void survives_a_server_that_dies(void **state) {
    (void)state;
    conf_suite suite;
    conf_play play = {.suite = NULL};
    load(&suite, "7-examples");
    run("dies", CONF_TIER_SERVICE, &suite, &play, 10);
    size_t failed = conf_play_count(&play, CONF_FAIL, CONF_ANY_CLASS);
    size_t ran = suite.count - conf_play_count(&play, CONF_SKIP, CONF_ANY_CLASS);
    /* Two documents a case, the case and the call behind it: every fifth document takes one case with it. */
    assert_in_range(failed, ran / 4, ran / 2);
    for (size_t i = 0; i < suite.count; i++)
        if (play.results[i].verdict == CONF_FAIL)
            assert_non_null(strstr(play.results[i].why.text, "killed by signal 6"));
    conf_play_fini(&play);
    conf_suite_fini(&suite);
}

/* A random case that fails is made as small as it can be. */
static void shrinks(void **state) {
    (void)state;
    char folder[] = "/tmp/jrpc-broken-XXXXXX", command[4096], address[128], socket[64];
    conf_reach to;
    conf_suite suite = {0};
    conf_result result = {0};
    wire_error error = {""};
    assert_non_null(mkdtemp(folder));
    reach(&to, command, sizeof command, address, folder, "closes-at-a-bracket", 10);
    assert_true(conf_properties_add(&suite, 20, 1));
    conf_suite_select(&suite, NULL, "random/prefix/");
    conf_endpoint *endpoint = conf_endpoint_new(&to);
    size_t i = 0;
    do {
        conf_result_fini(&result);
        assert_true(conf_endpoint_run(endpoint, &suite.cases[i], &result, &error));
    } while (result.verdict != CONF_FAIL && ++i < suite.count);
    assert_int_equal(result.verdict, CONF_FAIL);
    assert_true(conf_property_shrink(&suite, &suite.cases[i], &result, endpoint, &error));
    assert_int_equal(suite.cases[i].sent.length, 1);
    assert_int_equal(suite.cases[i].sent.data[0], '[');
    conf_result_fini(&result);
    conf_endpoint_free(endpoint, &error);
    conf_suite_fini(&suite);
    snprintf(socket, sizeof socket, "%s/socket", folder);
    remove(socket);
    remove(folder);
}

int main(int argc, char **argv) {
    bool wrong = false;
    if (argc != 3) return 2;
    cases_folder = argv[1];
    program = argv[2];
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(fails_exactly_what_it_has_to, &wrong),
        cmocka_unit_test(sees_that_a_broken_batch_ran),
        cmocka_unit_test(survives_a_server_that_dies),
        cmocka_unit_test(shrinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
