/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long and how often, where the command line does not say. */
typedef struct pace {
    double warm_up;
    double duration;
    double in_process_warm_up;
    double in_process_duration;
    unsigned runs;
} pace;

static const pace normal_pace = {2, 3, 0.2, 1, 3};
static const pace sweep_pace = {2, 1.2, 0.2, 0.5, 3}; /* every series five times over, in under ten minutes */
static const pace quick_pace = {0.05, 0.25, 0.02, 0.05, 3};

static const unsigned sweep_connections[] = {1, 2, 4, 8, 16};
static const unsigned end_connections[] = {1, 16};

/* What a plan is made from. */
typedef struct maker {
    load_plan *plan;
    const load_options *options;
    load_catalogue *catalogue;
    unsigned cpus;
    pace pace;
    wire_error *error;
} maker;

typedef load_numbers numbers;

static const pace *pace_of(const load_options *options) {
    if (options->quick) return &quick_pace;
    return options->mode == LOAD_MODE_SWEEP ? &sweep_pace : &normal_pace;
}

static numbers numbers_of(const unsigned *values, size_t count) {
    numbers n = {.count = count};
    memcpy(n.values, values, count * sizeof *values);
    return n;
}

static bool holds(const numbers *n, unsigned value) {
    for (size_t i = 0; i < n->count; i++)
        if (n->values[i] == value) return true;
    return false;
}

/* 1, 2, 4 .. up to `most`, and `most` itself. */
static numbers doubling(unsigned most) {
    numbers n = {0};
    for (unsigned value = 1; value < most && n.count + 1 < LOAD_LIST_MAX; value *= 2)
        n.values[n.count++] = value;
    n.values[n.count++] = most;
    return n;
}

static numbers ends_of(numbers n) {
    unsigned low = n.values[0];
    unsigned high = n.values[0];
    for (size_t i = 1; i < n.count; i++) {
        if (n.values[i] < low) low = n.values[i];
        if (n.values[i] > high) high = n.values[i];
    }
    const unsigned ends[] = {low, high};
    return numbers_of(ends, low == high ? 1 : 2);
}

static numbers threads_of(const maker *m, const load_series *series) {
    static const unsigned one[] = {1};
    const bool scales = series->callee && series->callee->answers && !series->neighbour;
    const bool shape = strcmp(series->workload, "five") != 0 && strcmp(series->workload, "random") != 0;
    if (!scales || shape || !(m->options->mode == LOAD_MODE_SYNC || m->options->mode == LOAD_MODE_SWEEP))
        return numbers_of(one, 1);
    return doubling(m->options->threads && m->options->mode == LOAD_MODE_SYNC ? m->options->threads
                                                                              : m->cpus);
}

static numbers connections_of(const maker *m, const load_series *series) {
    const load_options *o = m->options;
    numbers n;
    if (o->connection_count)
        n = numbers_of(o->connections, o->connection_count);
    else if (o->mode == LOAD_MODE_SWEEP && !o->quick)
        n = numbers_of(sweep_connections, 5);
    else if (o->mode == LOAD_MODE_SWEEP || o->mode == LOAD_MODE_LIMITS)
        n = numbers_of(end_connections, 2);
    else
        n = numbers_of(&series->connections, 1);
    return series->is_limit ? ends_of(n) : n;
}

static double or_else(double chosen, double fallback) {
    return chosen >= 0 ? chosen : fallback;
}

static load_row row_of(const maker *m, const load_series *series) {
    const load_options *o = m->options;
    const bool called = series->driver == LOAD_DRIVER_IN_PROCESS;
    load_row row = {.id = series->id,
                    .label = series->label,
                    .limit = series->limit,
                    .driver = series->driver,
                    .transport = series->transport,
                    .depth = o->depth && series->driver == LOAD_DRIVER_STREAM ? o->depth : series->depth,
                    .batch = o->batch && series->batch > 1 ? o->batch : series->batch,
                    .threads = 1,
                    .count = o->count,
                    .timeout = or_else(o->timeout, 5),
                    .pin = o->pin && m->cpus > 1};
    row.warm_up = or_else(o->warm_up, called ? m->pace.in_process_warm_up : m->pace.warm_up);
    row.duration =
        o->count ? 0 : or_else(o->duration, called ? m->pace.in_process_duration : m->pace.duration);
    if (called) return row;
    row.bin = LOAD_BIN_DIR;
    row.workers = o->workers ? o->workers : 1;
    row.threads = o->threads ? o->threads : 1;
    if (series->driver == LOAD_DRIVER_STREAM) row.framing = o->framing ? o->framing : "concatenated";
    return row;
}

static bool find_workload(const maker *m, load_prepared *p) {
    const char *chosen = p->series->is_limit ? NULL : m->options->workload;
    p->row.workload = load_catalogue_workload(m->catalogue, chosen ? chosen : p->series->workload, m->error);
    return p->row.workload != NULL;
}

/* The framing of raw streams, where none was chosen: concatenated if the target has it, else what it has. */
static const char *framing_of(const wire_target *target) {
    wire_framing framing = WIRE_CONCATENATED;
    while (framing < WIRE_FRAMINGS && !wire_target_has_framing(target, framing)) framing++;
    return wire_framing_name(framing < WIRE_FRAMINGS ? framing : WIRE_CONCATENATED);
}

/* Finds the target and whether it can run here. One that cannot is no fault of the plan, nor is a ceiling that is not
 * there: their rows say what is missing. */
static bool find_target(const maker *m, load_prepared *p) {
    wire_error error;
    if (!p->series->target) return true;
    p->row.target =
        load_catalogue_target(m->catalogue, p->series->target, p->series->is_limit ? &error : m->error);
    if (!p->row.target && p->series->is_limit) snprintf(p->missing, sizeof p->missing, "%s", error.text);
    if (!p->row.target) return p->series->is_limit;
    if (p->row.framing && !m->options->framing) p->row.framing = framing_of(p->row.target);
    wire_launch launch = {.service = "benchmark", .workers = p->row.workers, .bin = LOAD_BIN_DIR};
    if (!wire_transport_parse(p->row.transport, &launch.transport)) return false;
    if (p->row.framing && !wire_framing_parse(p->row.framing, &launch.framing)) return false;
    if (!wire_target_available(p->row.target, &launch, &error))
        snprintf(p->missing, sizeof p->missing, "%s", error.text);
    return true;
}

/* The canned replies of a ceiling have the sizes of one workload and one batch; beside another they would say nothing. */
static void check_ceiling(const maker *m, load_prepared *p) {
    const load_options *o = m->options;
    if (!p->series->is_limit || p->missing[0]) return;
    if (o->workload && strcmp(o->workload, "five") != 0)
        snprintf(p->missing, sizeof p->missing, "its sizes are those of the workload five, not of %s",
                 o->workload);
    else if (p->series->batch > 1 && p->row.batch != p->series->batch)
        snprintf(p->missing, sizeof p->missing, "its sizes are those of %u requests a POST",
                 p->series->batch);
}

/* Ceilings, and in a sweep what is compared, may be absent for want of a package. What was asked for by name, and the
 * reference server, may not. */
static bool is_required(const load_options *o, const load_series *series) {
    if (series->is_limit || !series->target) return false;
    if (o->mode != LOAD_MODE_SWEEP || strcmp(series->target, "reference") == 0) return true;
    return load_names_hold(&o->targets, series->target) || load_names_hold(&o->series, series->id);
}

static bool prepare(maker *m, const load_series *series) {
    load_prepared *p = &m->plan->prepared[m->plan->prepared_count++];
    const bool called = series->driver == LOAD_DRIVER_IN_PROCESS;
    p->series = series;
    p->row = row_of(m, series);
    p->numbers = called ? threads_of(m, series) : connections_of(m, series);
    if (!find_workload(m, p) || !find_target(m, p)) return false;
    check_ceiling(m, p);
    p->required = is_required(m->options, series);
    return true;
}

/* A target that is none of ours: over TCP where it has that, else over what it has. */
static bool prepare_target(maker *m, const char *name) {
    load_prepared *p = &m->plan->prepared[m->plan->prepared_count];
    const wire_target *target = load_catalogue_target(m->catalogue, name, m->error);
    if (!target) return false;
    for (int transport = 0; transport < WIRE_STDIO; transport++) {
        if (!wire_target_has_transport(target, (wire_transport)transport)) continue;
        p->made = load_series_of_target(wire_target_name(target),
                                        wire_transport_name((wire_transport)transport), p->id, sizeof p->id);
        p->made.target = name;
        return prepare(m, &p->made);
    }
    wire_error_set(m->error, "%s: has no transport that bench can load", name);
    return false;
}

/* Whether --series and --targets leave a series in. --targets leaves the library and the limits: they are what a row is
 * judged by. */
static bool is_wanted(const load_options *o, const load_series *series) {
    if (!(series->modes & 1U << o->mode)) return false;
    if (o->series.count && !load_names_hold(&o->series, series->id)) return false;
    if (!o->targets.count || !series->target || series->is_limit) return true;
    return load_names_hold(&o->targets, "all") || load_names_hold(&o->targets, series->target);
}

/* Whether every id of --series is one of the mode. */
static bool check_series(const maker *m) {
    const load_options *o = m->options;
    for (size_t i = 0; i < o->series.count; i++) {
        const load_series *series = load_series_find(o->series.names[i]);
        if (series && series->modes & 1U << o->mode) continue;
        wire_error_set(m->error, "--series: %s is no series of --%s; see bench --list", o->series.names[i],
                       load_mode_flag(o->mode));
        return false;
    }
    return true;
}

/* Whether a name of --targets is that of a series there is anyway. */
static bool is_known(const load_options *o, const char *name) {
    if (strcmp(name, "all") == 0) return true;
    for (size_t i = 0; load_series_at(i); i++) {
        const load_series *series = load_series_at(i);
        if (series->target && strcmp(series->target, name) == 0 && series->modes & 1U << o->mode) return true;
    }
    return false;
}

static bool prepare_mode(maker *m) {
    const load_options *o = m->options;
    if (!check_series(m)) return false;
    for (size_t i = 0; load_series_at(i); i++)
        if (is_wanted(o, load_series_at(i)) && !prepare(m, load_series_at(i))) return false;
    for (size_t i = 0; i < o->targets.count; i++)
        if (!is_known(o, o->targets.names[i]) && !prepare_target(m, o->targets.names[i])) return false;
    return true;
}

/* --connect: one row to a server that runs already. */
static bool prepare_address(maker *m) {
    const load_options *o = m->options;
    load_prepared *p = &m->plan->prepared[m->plan->prepared_count];
    wire_address address;
    const bool secure = strncmp(o->address, "https://", 8) == 0;
    if (!secure && !wire_address_parse(&address, o->address, m->error)) return false;
    if (!secure && address.transport == WIRE_STDIO) {
        wire_error_set(m->error, "%s: has one end only, which its server holds; bench cannot connect to it",
                       o->address);
        return false;
    }
    const char *transport = secure ? "https" : wire_transport_name(address.transport);
    p->made = load_series_of_target("connect", transport, p->id, sizeof p->id);
    p->made.target = NULL;
    p->made.label = o->address;
    if (secure) p->made.driver = LOAD_DRIVER_CURL;
    if (!prepare(m, &p->made)) return false;
    p->row.address = o->address;
    if (p->row.framing && !o->framing) p->row.framing = wire_framing_name(address.framing);
    if (o->batch) p->row.batch = o->batch;
    return true;
}

static bool add_entry(maker *m, const load_prepared *p, unsigned repetition, unsigned number) {
    load_plan *plan = m->plan;
    load_entry *grown = realloc(plan->entries, (plan->count + 1) * sizeof *grown);
    if (!grown) {
        wire_error_set(m->error, "out of memory");
        return false;
    }
    plan->entries = grown;
    load_entry *entry = &grown[plan->count++];
    *entry = (load_entry){.row = p->row, .series = p->series, .repetition = repetition};
    *(p->row.driver == LOAD_DRIVER_IN_PROCESS ? &entry->row.threads : &entry->row.connections) = number;
    return true;
}

/* All series of one kind, in process or on transports, at one number of threads or connections. */
static bool add_round(maker *m, bool in_process, unsigned number, unsigned repetition) {
    for (size_t i = 0; i < m->plan->prepared_count; i++) {
        const load_prepared *p = &m->plan->prepared[i];
        const bool of_kind = (p->row.driver == LOAD_DRIVER_IN_PROCESS) == in_process;
        if (p->missing[0] || !of_kind || !holds(&p->numbers, number)) continue;
        if (!add_entry(m, p, repetition, number)) return false;
    }
    return true;
}

/* The numbers that any series of that kind is measured at, in the order they come. */
static numbers all_numbers(const load_plan *plan, bool in_process) {
    numbers all = {0};
    for (size_t i = 0; i < plan->prepared_count; i++) {
        const load_prepared *p = &plan->prepared[i];
        if ((p->row.driver == LOAD_DRIVER_IN_PROCESS) != in_process) continue;
        for (size_t k = 0; k < p->numbers.count; k++)
            if (!holds(&all, p->numbers.values[k]) && all.count < LOAD_LIST_MAX)
                all.values[all.count++] = p->numbers.values[k];
    }
    return all;
}

static bool is_first_of_target(const load_plan *plan, size_t n) {
    const load_prepared *p = &plan->prepared[n];
    for (size_t i = 0; i < n; i++)
        if (plan->prepared[i].row.target == p->row.target) return false;
    return p->row.target && !p->series->is_limit && !p->missing[0];
}

static bool add_checks(maker *m, unsigned repetition) {
    if (m->options->mode != LOAD_MODE_SWEEP || m->options->quick) return true;
    for (size_t i = 0; i < m->plan->prepared_count; i++) {
        const load_prepared *p = &m->plan->prepared[i];
        if (!is_first_of_target(m->plan, i)) continue;
        if (!add_entry(m, p, repetition, ends_of(p->numbers).values[0])) return false;
        load_entry *check = &m->plan->entries[m->plan->count - 1];
        check->doubled = true;
        check->row.warm_up *= 2;
    }
    return true;
}

static bool add_repetition(maker *m, unsigned repetition) {
    static const bool kinds[] = {true, false};
    for (size_t kind = 0; kind < 2; kind++) {
        const numbers n = all_numbers(m->plan, kinds[kind]);
        for (size_t i = 0; i < n.count; i++)
            if (!add_round(m, kinds[kind], n.values[i], repetition)) return false;
    }
    return add_checks(m, repetition);
}

static bool make(maker *m) {
    size_t capacity = LOAD_LIST_MAX + 1;
    while (load_series_at(capacity - LOAD_LIST_MAX - 1)) capacity++;
    m->plan->prepared = calloc(capacity, sizeof *m->plan->prepared);
    if (!m->plan->prepared) {
        wire_error_set(m->error, "out of memory");
        return false;
    }
    if (!(m->options->mode == LOAD_MODE_CONNECT ? prepare_address(m) : prepare_mode(m))) return false;
    for (unsigned repetition = 0; repetition < m->plan->runs; repetition++)
        if (!add_repetition(m, repetition)) return false;
    return true;
}

bool load_plan_make(load_plan *plan, const load_options *options, load_catalogue *catalogue, unsigned cpus,
                    wire_error *error) {
    maker m = {.plan = plan, .options = options, .catalogue = catalogue, .cpus = cpus, .error = error};
    m.pace = *pace_of(options);
    *plan = (load_plan){.runs = options->runs ? options->runs : m.pace.runs};
    if (make(&m)) return true;
    load_plan_fini(plan);
    return false;
}

void load_plan_fini(load_plan *plan) {
    free(plan->entries);
    free(plan->prepared);
    *plan = (load_plan){0};
}

static double entry_seconds(const load_entry *entry) {
    const load_row *row = &entry->row;
    const bool called = row->driver == LOAD_DRIVER_IN_PROCESS;
    return row->warm_up + (row->count ? 1 : row->duration) +
           (called ? LOAD_OVERHEAD_IN_PROCESS : LOAD_OVERHEAD_TRANSPORT);
}

double load_plan_seconds(const load_plan *plan, size_t first) {
    double seconds = 0;
    for (size_t i = first; i < plan->count; i++) seconds += entry_seconds(&plan->entries[i]);
    return seconds;
}
