/* SPDX-License-Identifier: MIT */
/* Every way out of memory, and that nothing is allocated once it is warm. */
#include "dispatcher.h"
#include "test_main.h"

typedef struct counter {
    size_t calls;   /* for memory, so far */
    size_t fail_at; /* the call that fails, and each after it if `forever`; SIZE_MAX: none */
    bool forever;
    size_t bytes; /* in use */
} counter;

static bool refuses(counter *c) {
    size_t call = c->calls++;
    return c->forever ? call >= c->fail_at : call == c->fail_at;
}

static void *counted_allocate(void *context, size_t size) {
    counter *c = context;
    assert_true(size > 0);
    if (size == 0 || refuses(c)) return NULL;
    c->bytes += size;
    return malloc(size);
}

static void *counted_reallocate(void *context, void *memory, size_t old_size, size_t size) {
    counter *c = context;
    if (refuses(c)) return NULL;
    c->bytes += size - old_size;
    return realloc(memory, size);
}

static void counted_release(void *context, void *memory, size_t size) {
    counter *c = context;
    assert_non_null(memory);
    c->bytes -= size;
    free(memory);
}

static const char *const requests[] = {
    "{\"jsonrpc\":\"2.0\",\"method\":\"addf\",\"params\":[1,2.5],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":{\"b\":1,\"a\":7},\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"of32\",\"params\":[1.23],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"dec\",\"params\":[3.456],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"echo\",\"params\":[\"Foo\"],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"echo\",\"params\":[\"a\\u0062\\n\"],\"id\":\"s\"}",
    "{\"jsonrpc\":\"2.0\",\"m\\u0065thod\":\"p\\u0061ir\",\"params\":[\"a\\n\",\"b\\n\"],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"raw\",\"params\":[{\"a\" : 1}],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"lines\",\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"shape\",\"params\":[1],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"hit\"}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"nosuch\",\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[1],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[1,2,3],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[1,\"x\"],\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"apperr\",\"id\":1}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"badresult\",\"id\":1}",
    "{\"jsonrpc\":\"1.0\",\"method\":\"hit\",\"id\":1}",
    "{\"jsonrpc\":",
    "[]",
    "[1,{\"method\":\"beat\",\"id\":1},{\"method\":\"hit\"},{\"method\":\"apperr\",\"id\":2}]",
};
#define REQUESTS (sizeof requests / sizeof requests[0])

static bool process_all(jrpc_dispatcher *dispatcher, jrpc_service *service, jrpc_buffer *reply) {
    bool whole = true;
    for (size_t i = 0; i < REQUESTS; i++) {
        reply->length = 0;
        jrpc_status status = jrpc_process(dispatcher, service, requests[i], strlen(requests[i]), reply, NULL);
        assert_true(status == JRPC_OK || status == JRPC_E_MEMORY);
        if (status == JRPC_E_MEMORY) assert_int_equal(reply->length, 0);
        whole &= status == JRPC_OK;
    }
    return whole;
}

/* A service, a dispatcher and a reply whose memory is counted. */
typedef struct counted {
    jrpc_allocator allocator;
    jrpc_service_options options;
    case_state cases;
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    jrpc_buffer reply;
} counted;

/* Whether there was memory for all; counted_end is due either way. */
static bool counted_begin(counted *all, counter *c) {
    *all = (counted){.allocator = {counted_allocate, counted_reallocate, counted_release, c}};
    jrpc_service_options_init(&all->options);
    all->options.allocator = &all->allocator;
    jrpc_dispatcher_options how;
    jrpc_dispatcher_options_init(&how);
    how.allocator = &all->allocator;
    jrpc_buffer_init(&all->reply, &all->allocator);
    return jrpc_service_new(&all->options, &all->service) == JRPC_OK &&
           case_service_add(all->service, &all->cases) == JRPC_OK &&
           jrpc_dispatcher_new(&how, &all->dispatcher) == JRPC_OK;
}

static void counted_end(counted *all) {
    const counter *c = all->allocator.context;
    jrpc_service_free(all->service);
    jrpc_dispatcher_free(all->dispatcher);
    jrpc_buffer_fini(&all->reply);
    assert_int_equal(c->bytes, 0);
}

static void test_nothing_once_warm(void **state) {
    (void)state;
    counter c = {.fail_at = SIZE_MAX};
    counted all;
    assert_true(counted_begin(&all, &c));
    assert_true(process_all(all.dispatcher, all.service, &all.reply));
    size_t warm = c.calls;
    for (int i = 0; i < 100; i++) {
        assert_true(process_all(all.dispatcher, all.service, &all.reply));
        jrpc_dispatcher_idle(all.dispatcher);
    }
    assert_int_equal(c.calls, warm);
    counted_end(&all);
}

/* Builds all, processes all, tears all down, with memory running out at the n-th call. Returns whether it did not. */
static bool live_with(counter *c) {
    counted all;
    bool whole = counted_begin(&all, c);
    if (whole) {
        whole = process_all(all.dispatcher, all.service, &all.reply);
        jrpc_status removed = jrpc_service_remove(all.service, "beat");
        jrpc_status configured = jrpc_service_configure(all.service, &all.options);
        assert_true(removed == JRPC_OK || removed == JRPC_E_MEMORY);
        assert_true(configured == JRPC_OK || configured == JRPC_E_MEMORY);
        whole &= removed == JRPC_OK && configured == JRPC_OK;
        whole &= process_all(all.dispatcher, all.service, &all.reply);
    }
    counted_end(&all);
    return whole && c->calls <= c->fail_at;
}

static void fail_each(bool forever) {
    size_t n = 0;
    for (; n < 10000; n++) {
        counter c = {.fail_at = n, .forever = forever};
        if (live_with(&c)) break;
    }
    assert_true(n > 10 && n < 10000);
}

static void test_one_failure(void **state) {
    (void)state;
    fail_each(false);
}

static void test_lasting_failure(void **state) {
    (void)state;
    fail_each(true);
}

/* A document that needed much does not leave the dispatcher large. */
static void test_memory_goes_back(void **state) {
    (void)state;
    counter c = {.fail_at = SIZE_MAX};
    jrpc_allocator allocator = {counted_allocate, counted_reallocate, counted_release, &c};
    jrpc_dispatcher_options how;
    jrpc_dispatcher_options_init(&how);
    how.allocator = &allocator;
    how.keep_bytes = (size_t)64 * 1024;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    jrpc_dispatcher *dispatcher;
    assert_int_equal(jrpc_dispatcher_new(&how, &dispatcher), JRPC_OK);
    size_t length = (size_t)1 << 20;
    char *text = malloc(length);
    assert_non_null(text);
    static const char begin[] = "{\"method\":\"echo\",\"id\":1,\"params\":[\"\\n";
    static const char end[] = {'"', ']', '}'};
    memset(text, 'x', length);
    memcpy(text, begin, sizeof begin - 1);
    memcpy(text + length - sizeof end, end, sizeof end);
    assert_int_equal(jrpc_process(dispatcher, f.service, text, length, &f.reply, NULL), JRPC_OK);
    assert_true(f.reply.length > length - 100);
    assert_true(c.bytes < 64 * 1024 + 8 * 1024);
    free(text);
    jrpc_dispatcher_free(dispatcher);
    fixture_end(&f);
}

/* Calls the services of its context, more than a dispatcher holds, and after each round its own. */
static int32_t call_around(jrpc_call *call) {
    static const char request[] = "{\"method\":\"beat\",\"id\":1}";
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    for (int round = 0; round < 4; round++) {
        jrpc_service **services = jrpc_call_context(call);
        for (int i = 0; i <= JRPCI_HELD_SERVICES; i++)
            jrpc_call_process(call, services[i], request, sizeof request - 1, &reply, NULL);
        jrpc_call_process(call, NULL, request, sizeof request - 1, &reply, NULL);
    }
    jrpc_buffer_fini(&reply);
    return 1;
}
JRPC_METHOD_CALL(call_around, int32_t);

/* What a service was at a moment goes with the last document that used it, also where the dispatcher lost hold of it,
 * and found it again, several times meanwhile. */
static void test_snapshots_go(void **state) {
    (void)state;
    counter c = {.fail_at = SIZE_MAX};
    jrpc_allocator allocator = {counted_allocate, counted_reallocate, counted_release, &c};
    jrpc_service_options options;
    jrpc_service_options_init(&options);
    options.allocator = &allocator;
    jrpc_service *others[JRPCI_HELD_SERVICES + 1];
    for (int i = 0; i <= JRPCI_HELD_SERVICES; i++)
        assert_int_equal(jrpc_service_new(&options, &others[i]), JRPC_OK);
    fixture f;
    fixture_begin(&f, &options, JRPC_VECTOR_BEST);
    jrpc_service_add(f.service, (const jrpc_method *[]){&call_around_method}, 1, NULL);
    static const char request[] = "{\"method\":\"call_around\",\"id\":1}";
    assert_int_equal(jrpc_process(f.dispatcher, f.service, request, sizeof request - 1, &f.reply, others),
                     JRPC_OK);
    for (int i = 0; i <= JRPCI_HELD_SERVICES; i++) jrpc_service_free(others[i]);
    fixture_end(&f);
    assert_int_equal(c.bytes, 0);
}

static void test_buffer(void **state) {
    (void)state;
    counter c = {.fail_at = SIZE_MAX};
    jrpc_allocator allocator = {counted_allocate, counted_reallocate, counted_release, &c};
    jrpc_buffer b;
    jrpc_buffer_init(&b, &allocator);
    assert_int_equal(c.calls, 0);
    assert_true(jrpc_buffer_append(&b, "abc", 3));
    for (int i = 0; i < 1000; i++) assert_true(jrpc_buffer_append(&b, "0123456789", 10));
    assert_memory_equal(b.data, "abc0123", 7);
    assert_int_equal(b.length, 10003);
    assert_int_equal(jrpc_buffer_grow(&b, SIZE_MAX), JRPC_E_MEMORY);
    jrpc_buffer_trim(&b, 100);
    assert_int_equal(b.length, 10003);
    b.length = 50;
    jrpc_buffer_trim(&b, 100);
    assert_int_equal(b.capacity, 100);
    c.fail_at = c.calls;
    jrpc_buffer_trim(&b, 60);
    assert_int_equal(b.capacity, 100);
    assert_memory_equal(b.data, "abc0123", 7);
    b.length = 0;
    jrpc_buffer_trim(&b, 0);
    assert_null(b.data);
    assert_int_equal(c.bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_once_warm), cmocka_unit_test(test_one_failure),
        cmocka_unit_test(test_lasting_failure),   cmocka_unit_test(test_memory_goes_back),
        cmocka_unit_test(test_snapshots_go),      cmocka_unit_test(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
