/* SPDX-License-Identifier: MIT */
#include "dispatcher.h"

#include "test_main.h"

#include <pthread.h>

static int32_t one(void) {
    return 1;
}
JRPC_METHOD(one, int32_t);

static const char call_one[] = "{\"method\":\"one\",\"id\":1}";
static const char is_one[] = "{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}";
static const char no_one[] =
    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"Method not found\",\"data\":"
    "{\"method\":\"one\"}},\"id\":1}";

static jrpc_status add_named(jrpc_service *service, const char *name) {
    jrpc_method *method = malloc(sizeof *method);
    *method = one_method;
    method->name = name;
    jrpc_status status = jrpc_service_add(service, (const jrpc_method *[]){method}, 1, NULL);
    if (status == JRPC_OK) assert_int_equal(jrpc_service_remove(service, name), JRPC_OK);
    free(method);
    return status;
}

static void test_names(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    static const char *const refused[] = {
        "", " ", "\t\n\r", "rpc.", "rpc.x", "rpc.discover", "$/cancelRequest", "a\xff", "\xed\xa0\x80"};
    static const char *const accepted[] = {"rpc",
                                           "rpcx",
                                           "Rpc.x",
                                           "RPC.x",
                                           "x.rpc.y",
                                           " rpc.x",
                                           "$/progress",
                                           "$/cancelrequest",
                                           "$/cancelRequest ",
                                           "BEAT",
                                           "beat ",
                                           "\xc3\xa9",
                                           " x",
                                           "a.name.of.more.than.sixteen.bytes",
                                           "12345678",
                                           "123456789"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(add_named(f.service, refused[i]), JRPC_E_NAME);
    }
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        assert_int_equal(add_named(f.service, accepted[i]), JRPC_OK);
    }
    assert_int_equal(add_named(f.service, "beat"), JRPC_E_TAKEN);
    fixture_end(&f);
}

static void test_all_or_nothing(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    jrpc_method taken = one_method;
    taken.name = "sum";
    jrpc_method reserved = one_method;
    reserved.name = "rpc.x";
    jrpc_method empty = {.size = sizeof empty, .name = "empty"};
    static const jrpc_param same[] = {{"a", 1, &jrpc_type_int32_t, NULL}, {"a", 1, &jrpc_type_int32_t, NULL}};
    jrpc_method ambiguous = one_method;
    ambiguous.name = "ambiguous";
    ambiguous.params = same;
    ambiguous.count = 2;
    const struct {
        const jrpc_method *second;
        jrpc_status status;
    } tries[] = {{&taken, JRPC_E_TAKEN},    {&reserved, JRPC_E_NAME},      {&one_method, JRPC_E_TAKEN},
                 {&empty, JRPC_E_ARGUMENT}, {&ambiguous, JRPC_E_ARGUMENT}, {NULL, JRPC_E_ARGUMENT}};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        const jrpc_method *const both[] = {&one_method, tries[i].second};
        assert_int_equal(jrpc_service_add(f.service, both, 2, NULL), tries[i].status);
        fixture_expect(&f, call_one, no_one);
    }
    assert_int_equal(jrpc_service_remove(f.service, "one"), JRPC_E_UNKNOWN);
    fixture_end(&f);
}

static void test_add_and_remove(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    for (int i = 0; i < 50; i++) {
        fixture_expect(&f, call_one, no_one);
        assert_int_equal(jrpc_service_add(f.service, (const jrpc_method *[]){&one_method}, 1, NULL), JRPC_OK);
        fixture_expect(&f, call_one, is_one);
        assert_int_equal(jrpc_service_remove(f.service, "one"), JRPC_OK);
    }
    fixture_end(&f);
}

#define MANY 300

static void test_many(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    static char names[MANY][32];
    static jrpc_method methods[MANY];
    const jrpc_method *list[MANY];
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "%.*s%zu", (int)(i % 20), "aaaaaaaaaaaaaaaaaaaaaaaa", i);
        methods[i] = one_method;
        methods[i].name = names[i];
        list[i] = &methods[i];
    }
    assert_int_equal(jrpc_service_add(f.service, list, MANY, NULL), JRPC_OK);
    for (size_t i = 0; i < MANY; i += 2) assert_int_equal(jrpc_service_remove(f.service, names[i]), JRPC_OK);
    for (size_t i = 0; i < MANY; i++) {
        char request[128];
        int length = snprintf(request, sizeof request, "{\"method\":\"%s\",\"id\":1}", names[i]);
        fixture_process(&f, request, (size_t)length);
        assert_int_equal(f.reply.length == sizeof is_one - 1, i % 2);
    }
    fixture_end(&f);
}

static void test_configure(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    jrpc_service_options options;
    jrpc_service_options_get(f.service, &options);
    assert_int_equal(options.limits.max_depth, JRPC_MAX_DEPTH);
    fixture_expect(&f, "{\"method\":\"beat\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"result\":11,\"id\":1}");
    options.version = JRPC_VERSION_STRICT;
    assert_int_equal(jrpc_service_configure(f.service, &options), JRPC_OK);
    fixture_expect(&f, "{\"method\":\"beat\",\"id\":1}",
                   "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid "
                   "Request\",\"data\":\"The member "
                   "jsonrpc is missing.\"},\"id\":1}");
    options.limits.max_depth = JRPC_MAX_DEPTH_CAP + 1;
    assert_int_equal(jrpc_service_configure(f.service, &options), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_limits_set(&options.limits, "maxDepth", JRPC_MAX_DEPTH_CAP + 1), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_limits_set(&options.limits, "maxdepth", 1), JRPC_E_UNKNOWN);
    fixture_end(&f);
}

static void test_arguments(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    assert_int_equal(jrpc_service_new(NULL, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_dispatcher_new(NULL, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_process(NULL, f.service, "", 0, &f.reply, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_process(f.dispatcher, NULL, "", 0, &f.reply, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_process(f.dispatcher, f.service, "", 0, NULL, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_service_add(f.service, NULL, 1, NULL), JRPC_E_ARGUMENT);
    assert_int_equal(jrpc_service_add(f.service, NULL, 0, NULL), JRPC_OK);
    assert_int_equal(jrpc_service_remove(f.service, NULL), JRPC_E_ARGUMENT);
    jrpc_service_free(NULL);
    jrpc_dispatcher_free(NULL);
    for (jrpc_status status = JRPC_OK; status <= JRPC_E_SYSTEM + 1; status++) {
        assert_true(strlen(jrpc_status_str(status)) > 3);
    }
    fixture_end(&f);
}

/* What does not fit leaves what was there. */
static bool stays(jrpc_call *call, const jrpc_value *params) {
    const jrpc_value *value = jrpc_value_begin(params);
    jrpc_opt_int8_t number = {false, 7};
    jrpc_opt_bool flag = {false, true};
    jrpc_opt_decimal decimal = {false, {1, 2}};
    assert_false(jrpc_read_jrpc_opt_int8_t(call, value, &number));
    assert_false(jrpc_read_jrpc_opt_bool(call, value, &flag));
    assert_false(jrpc_read_jrpc_opt_decimal(call, value, &decimal));
    assert_true(!number.has && number.value == 7 && !flag.has && flag.value && !decimal.has);
    assert_true(decimal.value.units == 1 && decimal.value.nanos == 2);
    return true;
}
JRPC_METHOD_BY_HAND(stays, "stays");

static void test_what_does_not_fit(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    jrpc_service_add(f.service, (const jrpc_method *[]){&stays_method}, 1, NULL);
    static const char null[] = "{\"jsonrpc\":\"2.0\",\"result\":null,\"id\":1}";
    fixture_expect(&f, "{\"method\":\"stays\",\"params\":[1.0000000001],\"id\":1}", null);
    fixture_expect(&f, "{\"method\":\"stays\",\"params\":[\"x\"],\"id\":1}", null);
    fixture_end(&f);
}

/* A reply that is as long as it may be, with notifications behind what it answers: they write nothing, so they run. */
static void test_notifications_need_no_room(void **state) {
    (void)state;
    jrpc_service_options options;
    jrpc_service_options_init(&options);
    static const char wanted[] = "[{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}]";
    options.limits.max_reply_bytes = sizeof wanted - 1;
    fixture f;
    fixture_begin(&f, &options, JRPC_VECTOR_BEST);
    fixture_expect(&f, "[{\"method\":\"hit\",\"id\":1},{\"method\":\"hit\"},{\"method\":\"hit\"}]", wanted);
    assert_int_equal(f.state.hits, 3);
    fixture_end(&f);
}

/* More services than a dispatcher holds at once, and services that are freed before it. */
static void test_many_services(void **state) {
    (void)state;
    enum { SERVICES = 3 * JRPCI_HELD_SERVICES };
    jrpc_service *services[SERVICES];
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    for (int i = 0; i < SERVICES; i++) {
        assert_int_equal(jrpc_service_new(NULL, &services[i]), JRPC_OK);
        if (i % 2) jrpc_service_add(services[i], (const jrpc_method *[]){&one_method}, 1, NULL);
        jrpc_service_free(jrpc_service_retain(services[i]));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < SERVICES; i++) {
            f.reply.length = 0;
            assert_int_equal(
                jrpc_process(f.dispatcher, services[i], call_one, sizeof call_one - 1, &f.reply, NULL),
                JRPC_OK);
            assert_int_equal(f.reply.length, i % 2 ? sizeof is_one - 1 : sizeof no_one - 1);
        }
    }
    for (int i = 0; i < SERVICES; i++) jrpc_service_free(services[i]);
    fixture_expect(&f, "{\"method\":\"beat\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"result\":11,\"id\":1}");
    fixture_end(&f);
}

/* A method that changes the service it runs on, and calls into it, while its own snapshot must stay. */
static int32_t replace(jrpc_call *call, int32_t levels) {
    jrpc_service *service = jrpc_call_service(call);
    const jrpc_method *self = jrpc_call_method(call);
    assert_int_equal(jrpc_service_remove(service, "replace"), JRPC_OK);
    assert_int_equal(jrpc_service_add(service, (const jrpc_method *[]){self}, 1, jrpc_call_instance(call)),
                     JRPC_OK);
    jrpc_dispatcher_idle(jrpc_call_context(call));
    if (levels > 1) {
        char request[64];
        int length = snprintf(request, sizeof request, "{\"method\":\"replace\",\"params\":[%d],\"id\":1}",
                              levels - 1);
        jrpc_buffer reply;
        jrpc_buffer_init(&reply, NULL);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(
                jrpc_call_process(call, NULL, request, (size_t)length, &reply, jrpc_call_context(call)),
                JRPC_OK);
        }
        jrpc_buffer_fini(&reply);
    }
    assert_ptr_equal(jrpc_call_instance(call), service);
    return levels;
}
JRPC_METHOD_CALL(replace, int32_t, (int32_t, "levels"));

static void test_change_from_inside(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    jrpc_service_add(f.service, (const jrpc_method *[]){&replace_method}, 1, f.service);
    static const char request[] =
        "[{\"method\":\"replace\",\"params\":[6],\"id\":1},{\"method\":\"beat\",\"id\":2}]";
    assert_int_equal(
        jrpc_process(f.dispatcher, f.service, request, sizeof request - 1, &f.reply, f.dispatcher), JRPC_OK);
    static const char wanted[] =
        "[{\"jsonrpc\":\"2.0\",\"result\":6,\"id\":1},{\"jsonrpc\":\"2.0\",\"result\":11,\"id\":2}]";
    assert_int_equal(f.reply.length, sizeof wanted - 1);
    assert_memory_equal(f.reply.data, wanted, sizeof wanted - 1);
    fixture_end(&f);
}

typedef struct caller {
    jrpc_service *service;
    atomic_bool *stop;
    size_t answered;
} caller;

static void *call_until_stopped(void *context) {
    caller *c = context;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    if (jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK) return NULL;
    do {
        static const char request[] = "[{\"method\":\"nested\",\"id\":1},{\"method\":\"one\",\"id\":2}]";
        reply.length = 0;
        if (jrpc_process(dispatcher, c->service, request, sizeof request - 1, &reply, NULL) != JRPC_OK) break;
        c->answered++;
        if (c->answered % 16 == 0) jrpc_dispatcher_idle(dispatcher);
    } while (!atomic_load(c->stop));
    jrpc_buffer_fini(&reply);
    jrpc_dispatcher_free(dispatcher);
    return NULL;
}

#define CALLERS 3
#define CHANGES 2000

/* Methods come and go while others call them. */
static void test_threads(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    atomic_bool stop;
    atomic_init(&stop, false);
    caller callers[CALLERS];
    pthread_t threads[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
        callers[i] = (caller){f.service, &stop, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, call_until_stopped, &callers[i]), 0);
    }
    for (int i = 0; i < CHANGES; i++) {
        assert_int_equal(jrpc_service_add(f.service, (const jrpc_method *[]){&one_method}, 1, NULL), JRPC_OK);
        fixture_expect(&f, call_one, is_one);
        assert_int_equal(jrpc_service_remove(f.service, "one"), JRPC_OK);
        fixture_expect(&f, call_one, no_one);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < CALLERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(callers[i].answered > 0);
    }
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_all_or_nothing),
        cmocka_unit_test(test_add_and_remove),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_configure),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_many_services),
        cmocka_unit_test(test_change_from_inside),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_notifications_need_no_room),
        cmocka_unit_test(test_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
