/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Targets of the project may not be built where this runs: their rows are planned all the same. */

static load_catalogue *catalogue;

static int set_up(void **state) {
    (void)state;
    catalogue = load_catalogue_new();
    return catalogue ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    load_catalogue_free(catalogue);
    return 0;
}

static load_options options_of(load_mode mode) {
    return (load_options){.mode = mode, .duration = -1, .warm_up = -1, .timeout = -1, .pin = true};
}

static load_plan plan_of(const load_options *options) {
    load_plan plan;
    wire_error error;
    if (!load_plan_make(&plan, options, catalogue, 2, &error)) fail_msg("%s", error.text);
    return plan;
}

static size_t count_of(const load_plan *plan, const char *id, unsigned number) {
    size_t n = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const load_row *row = &plan->entries[i].row;
        const unsigned own = row->driver == LOAD_DRIVER_IN_PROCESS ? row->threads : row->connections;
        n += strcmp(row->id, id) == 0 && own == number && !plan->entries[i].doubled;
    }
    return n;
}

/* Whether the target of a series is not built here: then it is prepared, says why, and has no entries. */
static bool is_missing(const load_plan *plan, const char *id) {
    for (size_t i = 0; i < plan->prepared_count; i++)
        if (strcmp(plan->prepared[i].series->id, id) == 0) return plan->prepared[i].missing[0] != '\0';
    fail_msg("%s is not in the plan", id);
    return false;
}

static void assert_runs(const load_plan *plan, const char *id, unsigned number, size_t runs) {
    const size_t count = count_of(plan, id, number);
    if (count != (is_missing(plan, id) ? 0 : runs)) fail_msg("%s at %u: %zu runs", id, number, count);
}

static void a_sweep_has_every_series_at_every_number(void **state) {
    (void)state;
    static const char *const ids[] = {"tcp", "unix", "http", "http-batch", "json-c-tcp", "json-c-host-tcp"};
    static const unsigned connections[] = {1, 2, 4, 8, 16};
    const load_options o = options_of(LOAD_MODE_SWEEP);
    load_plan plan = plan_of(&o);
    assert_int_equal(plan.runs, 3);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (size_t k = 0; k < 5; k++) assert_runs(&plan, ids[i], connections[k], 3);
    assert_runs(&plan, "sync", 1, 3);
    assert_runs(&plan, "sync", 2, 3);
    assert_runs(&plan, "sync-json-c", 1, 3);
    assert_runs(&plan, "echo-burn-tcp", 1, 3);
    assert_runs(&plan, "echo-burn-tcp", 16, 3);
    assert_runs(&plan, "echo-burn-tcp", 4, 0);
    load_plan_fini(&plan);
}

/* All series once, then all again; within a repetition no series twice at one number. */
static void repetitions_are_interleaved(void **state) {
    (void)state;
    const load_options o = options_of(LOAD_MODE_SWEEP);
    load_plan plan = plan_of(&o);
    const size_t each = plan.count / plan.runs;
    assert_int_equal(plan.count % plan.runs, 0);
    assert_true(plan.count > 0);
    for (size_t i = 0; i < plan.count; i++) {
        const load_entry *entry = &plan.entries[i];
        assert_int_equal(entry->repetition, i / each);
        const load_entry *first = &plan.entries[i % each];
        assert_int_equal(entry->doubled, first->doubled);
        assert_ptr_equal(entry->series, first->series);
        assert_int_equal(entry->row.connections, first->row.connections);
        assert_int_equal(entry->row.threads, first->row.threads);
    }
    load_plan_fini(&plan);
}

static void a_sweep_checks_the_warm_up_of_what_it_compares(void **state) {
    (void)state;
    load_options o = options_of(LOAD_MODE_SWEEP);
    load_plan plan = plan_of(&o);
    size_t checks = 0;
    for (size_t i = 0; i < plan.count; i++) {
        const load_entry *entry = &plan.entries[i];
        if (!entry->doubled) continue;
        checks++;
        assert_true(entry->row.warm_up == 4);
        assert_int_equal(entry->row.connections, 1);
        assert_false(entry->series->is_limit);
    }
    static const char *const compared[] = {"tcp", "json-c-tcp", "json-c-host-tcp"};
    size_t expected = 0;
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++)
        expected += is_missing(&plan, compared[i]) ? 0 : 1;
    assert_int_equal(checks, expected * plan.runs);
    load_plan_fini(&plan);
    o.quick = true;
    plan = plan_of(&o);
    for (size_t i = 0; i < plan.count; i++) assert_false(plan.entries[i].doubled);
    load_plan_fini(&plan);
}

/* What the burning echoes burn is measured before they run. */
static void the_library_is_called_before_any_echo_burns(void **state) {
    (void)state;
    static const load_mode modes[] = {LOAD_MODE_SWEEP, LOAD_MODE_TCP, LOAD_MODE_UNIX, LOAD_MODE_LIMITS};
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        const load_options o = options_of(modes[m]);
        load_plan plan = plan_of(&o);
        bool called = false;
        bool burns = false;
        for (size_t i = 0; i < plan.count; i++) {
            called = called || strcmp(plan.entries[i].row.id, "sync-five") == 0;
            burns = burns || plan.entries[i].series->burns;
            assert_true(called || !burns);
        }
        assert_true(called);
        load_plan_fini(&plan);
    }
}

static void every_limit_of_a_row_is_in_the_plan(void **state) {
    (void)state;
    static const load_mode modes[] = {LOAD_MODE_SWEEP, LOAD_MODE_TCP, LOAD_MODE_UNIX, LOAD_MODE_HTTP,
                                      LOAD_MODE_HTTP_BATCH};
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        const load_options o = options_of(modes[m]);
        load_plan plan = plan_of(&o);
        for (size_t i = 0; i < plan.count; i++) {
            const load_row *row = &plan.entries[i].row;
            if (row->limit && (row->connections == 1 || row->connections == 16))
                assert_runs(&plan, row->limit, row->connections, plan.runs);
        }
        load_plan_fini(&plan);
    }
}

static void durations_follow_the_mode_and_the_options(void **state) {
    (void)state;
    load_options o = options_of(LOAD_MODE_SWEEP);
    load_plan plan = plan_of(&o);
    for (size_t i = 0; i < plan.count; i++)
        if (plan.entries[i].row.connections && !plan.entries[i].doubled)
            assert_true(plan.entries[i].row.warm_up == 2);
    assert_true(load_plan_seconds(&plan, 0) < 600);
    load_plan_fini(&plan);
    o.quick = true;
    plan = plan_of(&o);
    assert_true(load_plan_seconds(&plan, 0) < 60);
    assert_true(plan.entries[plan.count - 1].row.warm_up < 2);
    assert_runs(&plan, "tcp", 1, 3);
    assert_runs(&plan, "tcp", 16, 3);
    assert_runs(&plan, "tcp", 4, 0);
    load_plan_fini(&plan);
    o = options_of(LOAD_MODE_TCP);
    o.duration = 0.5;
    o.warm_up = 0.25;
    o.depth = 32;
    o.runs = 2;
    o.connections[0] = 3;
    o.connection_count = 1;
    plan = plan_of(&o);
    assert_runs(&plan, "tcp", 3, 2);
    for (size_t i = 0; i < plan.count; i++) {
        assert_true(plan.entries[i].row.duration == 0.5);
        assert_true(plan.entries[i].row.warm_up == 0.25);
        if (plan.entries[i].row.connections) assert_int_equal(plan.entries[i].row.depth, 32);
    }
    load_plan_fini(&plan);
    o.duration = -1;
    o.count = 5000;
    plan = plan_of(&o);
    assert_true(plan.entries[0].row.duration == 0);
    assert_true(plan.entries[0].row.count == 5000);
    load_plan_fini(&plan);
}

static void connect_makes_one_row_of_an_address(void **state) {
    (void)state;
    static const struct {
        const char *address;
        load_driver driver;
        const char *transport;
        const char *framing;
    } cases[] = {
        {"tcp://127.0.0.1:9?framing=line", LOAD_DRIVER_STREAM, "tcp", "line"},
        {"unix:///tmp/x.sock", LOAD_DRIVER_STREAM, "unix", "concatenated"},
        {"http://127.0.0.1:9/rpc", LOAD_DRIVER_HTTP, "http", NULL},
        {"https://example.org/rpc", LOAD_DRIVER_CURL, "https", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_options o = options_of(LOAD_MODE_CONNECT);
        o.address = cases[i].address;
        load_plan plan = plan_of(&o);
        assert_int_equal(plan.count, plan.runs);
        const load_row *row = &plan.entries[0].row;
        assert_int_equal(row->driver, cases[i].driver);
        assert_string_equal(row->transport, cases[i].transport);
        assert_string_equal(row->address, cases[i].address);
        assert_null(row->target);
        if (cases[i].framing)
            assert_string_equal(row->framing, cases[i].framing);
        else
            assert_null(row->framing);
        load_plan_fini(&plan);
    }
}

static void what_is_not_there_is_named(void **state) {
    (void)state;
    load_plan plan;
    wire_error error;
    load_options o = options_of(LOAD_MODE_TCP);
    o.workload = "no-such-workload";
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "no-such-workload"));
    o.workload = NULL;
    o.targets.names[0] = "no-such-target";
    o.targets.count = 1;
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "no-such-target"));
    o.targets.names[0] = "no/such/target.json";
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "no/such/target.json"));
    o = options_of(LOAD_MODE_TCP);
    o.series.names[0] = "unix";
    o.series.count = 1;
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "unix is no series of --tcp"));
    o = options_of(LOAD_MODE_CONNECT);
    o.address = "gopher://x";
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "gopher"));
    o.address = "stdio:";
    assert_false(load_plan_make(&plan, &o, catalogue, 2, &error));
    assert_non_null(strstr(error.text, "stdio"));
}

/* A row of its own for a target that is none of the series', framed as the target can. */
static void a_target_by_name_gets_a_row(void **state) {
    (void)state;
    load_options o = options_of(LOAD_MODE_TCP);
    o.targets.names[0] = "vscode-jsonrpc";
    o.targets.count = 1;
    load_plan plan = plan_of(&o);
    bool planned = false;
    for (size_t i = 0; i < plan.prepared_count; i++) {
        const load_row *row = &plan.prepared[i].row;
        if (strcmp(row->id, "vscode-jsonrpc-tcp") != 0) continue;
        planned = true;
        assert_string_equal(row->framing, "content-length");
    }
    assert_true(planned);
    load_plan_fini(&plan);
    o.framing = "line";
    plan = plan_of(&o);
    assert_string_equal(plan.prepared[plan.prepared_count - 1].row.framing, "line");
    load_plan_fini(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_has_every_series_at_every_number),
        cmocka_unit_test(repetitions_are_interleaved),
        cmocka_unit_test(a_sweep_checks_the_warm_up_of_what_it_compares),
        cmocka_unit_test(the_library_is_called_before_any_echo_burns),
        cmocka_unit_test(every_limit_of_a_row_is_in_the_plan),
        cmocka_unit_test(durations_follow_the_mode_and_the_options),
        cmocka_unit_test(connect_makes_one_row_of_an_address),
        cmocka_unit_test(what_is_not_there_is_named),
        cmocka_unit_test(a_target_by_name_gets_a_row),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
