/* SPDX-License-Identifier: MIT */

/* conformance: tells what a JSON-RPC 2.0 server gets wrong. */

#include "json_suite.h"
#include "options.h"
#include "play.h"
#include "property.h"
#include "report.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define PLAYS_MAX (WIRE_TRANSPORTS * WIRE_FRAMINGS)

/* Failures of random cases that are shrunk: the first of each property say what is wrong. */
#define SHRUNK_MAX 8u

/* Everything one run of the program holds. */
struct session {
    const conf_options *options;
    wire_target *target;
    conf_suite suites[PLAYS_MAX]; /* one for each play, since shrinking changes cases */
    conf_play plays[PLAYS_MAX];
    size_t count;
};

/* Cases with many connections need as many descriptors, here and in the server, which inherits the limit. */
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* ---- the cases ---- */

static bool load_suite(const conf_options *options, const conf_names *names, conf_suite *suite,
                       wire_error *error) {
    if (options->json_suite && !conf_json_suite_load(suite, options->json_suite, error)) return false;
    if (!options->json_suite && !conf_suite_load(suite, options->cases, error)) return false;
    if (!conf_suite_rename(suite, names, error)) return false;
    if (!options->json_suite && !options->list &&
        !conf_properties_add(suite, options->random, options->seed)) {
        wire_error_set(error, "out of memory");
        return false;
    }
    conf_suite_select(suite, options->section, options->name);
    if (suite->count == 0) wire_error_set(error, "no case fits --section and --name; --list prints them all");
    return suite->count > 0;
}

static int list(const conf_options *options) {
    conf_suite suite = {0};
    wire_error error = {""};
    bool good = load_suite(options, &options->names, &suite, &error);
    if (good && options->markdown) good = conf_requirements_write(&suite, options->markdown, &error);
    for (size_t i = 0; good && !options->markdown && i < suite.count; i++)
        printf("%-60s %-7s %-8s %.*s\n", suite.cases[i].name, conf_class_name(suite.cases[i].class),
               conf_tier_name(suite.cases[i].tier), (int)suite.cases[i].section.length,
               suite.cases[i].section.bytes);
    if (!good) fprintf(stderr, "conformance: %s\n", error.text);
    conf_suite_fini(&suite);
    return good ? 0 : 2;
}

/* ---- the server ---- */

static unsigned features_of(const wire_target *target) {
    static const char *const names[] = {"batch", "notifications", "by-position", "by-name", "pipelining"};
    unsigned features = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (wire_target_has_feature(target, names[i])) features |= conf_feature_of(wire_slice_of(names[i]));
    return features;
}

static bool reach_server(const conf_options *options, conf_reach *reach, wire_error *error) {
    *reach = (conf_reach){.kind = CONF_REACH_ADDRESS};
    reach->place = (conf_place){.strict = !options->lenient_version,
                                .exact = options->exact,
                                .features = options->features,
                                .tier = options->tier_named ? options->tier : CONF_TIER_ABUSE,
                                .seconds = options->seconds};
    if (options->in_process) reach->kind = CONF_REACH_LIBRARY;
    if (options->target) reach->kind = CONF_REACH_TARGET;
    if (options->launch) reach->kind = CONF_REACH_COMMAND;
    reach->address = options->connect;
    reach->command = options->launch;
    if (reach->kind == CONF_REACH_ADDRESS && !options->tier_named) reach->place.tier = CONF_TIER_SERVICE;
    reach->place.address = (wire_address){.transport = WIRE_STDIO, .framing = WIRE_LINE, .target = "/"};
    if (options->connect && !wire_address_parse(&reach->place.address, options->connect, error)) return false;
    if (options->framing != WIRE_FRAMINGS) reach->place.address.framing = options->framing;
    return true;
}

/* One of the ways to reach a target. */
static void reach_target(const struct session *session, wire_transport transport, wire_framing framing,
                         conf_reach *reach) {
    const conf_options *options = session->options;
    bool service = wire_target_has_service(session->target, "conformance");
    reach->target = session->target;
    reach->launch = (wire_launch){.transport = transport,
                                  .framing = framing,
                                  .bin = options->bin,
                                  .service = service ? "conformance" : "benchmark",
                                  .arguments = options->arguments};
    reach->impatient = options->impatient_count ? options->impatient : NULL;
    reach->place.address.transport = transport;
    reach->place.address.framing = framing;
    reach->place.features &= features_of(session->target);
}

/* Whether the server has the conformance service's methods: it answers pair. */
static bool find_service(conf_reach *reach, wire_error *error) {
    conf_suite suite = {0};
    conf_result result = {0};
    wire_buffer text = {0};
    conf_case pair = {.name = (char[]){"pair"}, .note = {"", 0}, .one_document = true};
    wire_buffer_string(&text, "{\"result\":[\"hi\", 5], \"id\":1}");
    wire_buffer_string(&pair.sent, "{\"jsonrpc\":\"2.0\",\"method\":\"pair\",\"id\":1}");
    pair.expect = conf_suite_keep(&suite, &text);
    conf_endpoint *endpoint = conf_endpoint_new(reach);
    bool reached = pair.expect && endpoint && conf_endpoint_run(endpoint, &pair, &result, error);
    reach->place.service = reached && result.verdict == CONF_PASS;
    /* Nobody at the address at all is not a server that fails every case. */
    if (reached && reach->kind == CONF_REACH_ADDRESS) {
        wire_connection connection;
        reached = wire_connect(&connection, &reach->place.address, wire_after(reach->place.seconds), error);
        if (reached) wire_close(&connection);
    }
    conf_endpoint_free(endpoint, NULL);
    conf_result_fini(&result);
    wire_buffer_fini(&pair.sent);
    conf_suite_fini(&suite);
    return reached;
}

/* ---- running ---- */

static bool shrink_failures(conf_suite *suite, conf_play *play, const conf_reach *reach, wire_error *error) {
    conf_endpoint *endpoint = NULL;
    unsigned shrunk = 0;
    bool good = true;
    for (size_t i = 0; i < suite->count && good && shrunk < SHRUNK_MAX; i++) {
        if (play->results[i].verdict != CONF_FAIL || !conf_is_random(&suite->cases[i])) continue;
        if (!endpoint) endpoint = conf_endpoint_new(reach);
        if (!endpoint) break;
        shrunk++;
        good = conf_property_shrink(suite, &suite->cases[i], &play->results[i], endpoint, error);
    }
    return conf_endpoint_free(endpoint, error) && good;
}

static void name_place(const conf_reach *reach, char *to, size_t room) {
    wire_transport transport = reach->place.address.transport;
    if (reach->kind == CONF_REACH_LIBRARY)
        snprintf(to, room, "in process");
    else if (wire_transport_is_http(transport))
        snprintf(to, room, "%s", wire_transport_name(transport));
    else
        snprintf(to, room, "%s %s", wire_transport_name(transport),
                 wire_framing_name(reach->place.address.framing));
}

/* A target without the conformance service has the benchmark's: one of its methods is the harmless one. */
static conf_names names_for(const struct session *session) {
    conf_names names = session->options->names;
    if (session->target && !wire_target_has_service(session->target, "conformance") && !names.method) {
        names.method = "addInt";
        names.params = "[1,7]";
        names.result = "8";
    }
    return names;
}

static bool play(struct session *session, conf_reach *reach, wire_error *error) {
    const conf_options *options = session->options;
    const conf_names names = names_for(session);
    conf_suite *suite = &session->suites[session->count];
    conf_play *one = &session->plays[session->count];
    session->count++;
    name_place(reach, one->where, sizeof one->where);
    one->suite = suite;
    if (!load_suite(options, &names, suite, error) || !find_service(reach, error)) return false;
    /* Who names the tier knows better; the huge and slow need no service. */
    if (options->tier_named && options->tier != CONF_TIER_ABUSE)
        reach->place.service = options->tier == CONF_TIER_SERVICE;
    return conf_play_all(one, suite, reach, options->jobs, error) &&
           shrink_failures(suite, one, reach, error);
}

static bool play_target(struct session *session, const conf_reach *reach, wire_error *error) {
    const conf_options *options = session->options;
    bool good = true;
    for (int transport = 0; transport < WIRE_TRANSPORTS && good; transport++) {
        bool http = wire_transport_is_http((wire_transport)transport);
        if (options->transport != WIRE_TRANSPORTS && options->transport != (wire_transport)transport)
            continue;
        if (!wire_target_has_transport(session->target, (wire_transport)transport)) continue;
        for (int framing = 0; framing < (http ? 1 : WIRE_FRAMINGS) && good; framing++) {
            if (!http && options->framing != WIRE_FRAMINGS && options->framing != (wire_framing)framing)
                continue;
            if (!http && !wire_target_has_framing(session->target, (wire_framing)framing)) continue;
            conf_reach one = *reach;
            reach_target(session, (wire_transport)transport, (wire_framing)framing, &one);
            good = play(session, &one, error);
        }
    }
    if (good && session->count == 0) {
        wire_error_set(error, "target '%s' has no such transport or framing",
                       wire_target_name(session->target));
        return false;
    }
    return good;
}

/* ---- reporting ---- */

static const char *server_name(const struct session *session) {
    const conf_options *options = session->options;
    if (session->target) return wire_target_name(session->target);
    if (options->in_process) return "jrpc";
    return options->launch ? options->launch : options->connect;
}

static bool write_reports(const conf_options *options, const conf_report *report, wire_error *error) {
    return (!options->json || conf_report_json(report, options->json, error)) &&
           (!options->data || conf_report_data(report, options->data, error)) &&
           (!options->junit || conf_report_junit(report, options->junit, error)) &&
           (!options->markdown || conf_report_markdown(report, options->markdown, error));
}

/* Standard output belongs to a report that is written to "-". */
static bool reports_to_output(const conf_options *options) {
    const char *paths[] = {options->json, options->junit, options->markdown};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (paths[i] && strcmp(paths[i], "-") == 0) return true;
    return false;
}

static int report(const struct session *session, wire_error *error) {
    const conf_options *options = session->options;
    conf_report report = {.server = server_name(session),
                          .version = session->target ? wire_target_version(session->target) : "",
                          .plays = session->plays,
                          .count = session->count,
                          .strict = options->strict,
                          .verbose = options->verbose,
                          .seed = options->seed};
    if (!reports_to_output(options)) conf_report_print(&report);
    if (!write_reports(options, &report, error)) return 2;
    size_t ran = 0;
    for (size_t i = 0; i < session->count; i++)
        ran +=
            session->plays[i].suite->count - conf_play_count(&session->plays[i], CONF_SKIP, CONF_ANY_CLASS);
    return ran > 0 && conf_report_failures(&report) == 0 ? 0 : 1;
}

static int run(struct session *session) {
    const conf_options *options = session->options;
    wire_error error = {""};
    conf_reach reach;
    int status = 2;
    if (options->target) session->target = wire_target_load(options->target, &error);
    bool good = (!options->target || session->target) && reach_server(options, &reach, &error) &&
                (session->target ? play_target(session, &reach, &error) : play(session, &reach, &error));
    if (good) status = report(session, &error);
    if (*error.text && status == 2) fprintf(stderr, "conformance: %s\n", error.text);
    for (size_t i = 0; i < session->count; i++) {
        conf_play_fini(&session->plays[i]);
        conf_suite_fini(&session->suites[i]);
    }
    wire_target_free(session->target);
    return status;
}

int main(int argc, char **argv) {
    conf_options options;
    if (!conf_options_read(&options, argc, argv)) return 2;
    if (options.list) return list(&options);
    signal(SIGPIPE, SIG_IGN); /* a server on pipes may end first */
    raise_descriptor_limit();
    struct session session = {.options = &options};
    return run(&session);
}
