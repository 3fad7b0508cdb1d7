/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "exchange.h"
#include "judge.h"

#include <stdlib.h>

/* Documents taken off a raw stream, as places in the received bytes, which move while they grow. */
struct collector {
    wire_splitter splitter;
    size_t *starts, *lengths;
    size_t count, taken; /* `taken`: bytes behind the last document */
    const char *broken;
};

static bool add(struct collector *collector, size_t start, size_t length) {
    size_t *starts = realloc(collector->starts, (collector->count + 1) * sizeof *starts);
    if (starts) collector->starts = starts;
    size_t *lengths = realloc(collector->lengths, (collector->count + 1) * sizeof *lengths);
    if (lengths) collector->lengths = lengths;
    if (!starts || !lengths) return false;
    starts[collector->count] = start;
    lengths[collector->count++] = length;
    return true;
}

/* Splits what has come so far. */
static void collect(struct collector *collector, const wire_buffer *in) {
    while (!collector->broken) {
        wire_slice document;
        size_t consumed;
        wire_split_status status = wire_split(&collector->splitter, in->data + collector->taken,
                                              in->length - collector->taken, &document, &consumed);
        if (status == WIRE_SPLIT_MORE) return;
        if (status == WIRE_SPLIT_BAD)
            collector->broken = collector->splitter.message;
        else if (!add(collector, (size_t)(document.bytes - in->data), document.length))
            collector->broken = "out of memory";
        collector->taken += consumed;
    }
}

/* Receives until there are `wanted` documents, or everything when the stream ends. */
static void receive(struct collector *collector, conf_exchange *exchange, size_t wanted) {
    while (collector->count < wanted && !collector->broken && conf_receive(exchange))
        collect(collector, &exchange->in);
}

/* Silence may be a good answer, so nothing is waited for long before the probe goes out, nor once it was answered. */
#define PATIENCE_SECONDS 0.25

/* Receives what is expected, for so long. */
static void receive_for(double seconds, const conf_case *one, struct collector *collector,
                        conf_exchange *exchange) {
    wire_time deadline = exchange->deadline, soon = wire_after(seconds);
    if (soon < deadline) exchange->deadline = soon;
    receive(collector, exchange, conf_expect_documents(one->expect));
    exchange->deadline = deadline;
}

/* Takes answers to the probe out of what was collected from the n-th document on; how many there were. */
static size_t drop_probe_answers(struct collector *collector, const wire_buffer *in, size_t from) {
    size_t kept = from;
    for (size_t i = from; i < collector->count; i++) {
        wire_slice document = {in->data + collector->starts[i], collector->lengths[i]};
        if (conf_is_probe_answer(document)) continue;
        collector->starts[kept] = collector->starts[i];
        collector->lengths[kept++] = collector->lengths[i];
    }
    size_t dropped = collector->count - kept;
    collector->count = kept;
    return dropped;
}

/* Sends a call behind the case and waits for its answer: a server that answers in order has then said all it has to say
 * about the case. One that closed, as after bytes that end a stream, need not answer. */
static void probe(const conf_case *one, const conf_place *place, struct collector *collector,
                  conf_exchange *exchange, conf_result *result) {
    wire_buffer bytes = {0};
    size_t answers = 0, from = collector->count;
    size_t wanted = conf_expect_documents(one->expect);
    if (exchange->ended && wire_string_is(one->expect, "nothing"))
        conf_fail(result, "the connection ended behind it");
    if (exchange->ended || result->verdict == CONF_FAIL) return;
    wire_frame(&bytes, place->address.framing, conf_probe.bytes, conf_probe.length);
    conf_send(exchange, (wire_slice){bytes.data, bytes.length}, CONF_AT_ONCE);
    wire_buffer_fini(&bytes);
    collect(collector, &exchange->in);
    for (;;) {
        answers += drop_probe_answers(collector, &exchange->in, from);
        from = collector->count;
        if (answers || collector->broken || !conf_receive(exchange)) break;
        collect(collector, &exchange->in);
    }
    if (answers && collector->count < wanted) receive_for(PATIENCE_SECONDS, one, collector, exchange);
    if (!answers && exchange->ended && wire_string_is(one->expect, "nothing"))
        conf_fail(result, "the connection ended, and a call behind it was not answered");
    if (answers || collector->broken || exchange->ended) return;
    if (collector->count < wanted)
        conf_fail(result, "%zu of %zu replies came within %g s", collector->count, wanted, place->seconds);
    else
        conf_fail(result, "a call behind it is not answered within %g s", place->seconds);
}

static void judge(const conf_case *one, const conf_place *place, const struct collector *collector,
                  const wire_buffer *in, conf_result *result) {
    wire_slice *documents = calloc(collector->count ? collector->count : 1, sizeof *documents);
    wire_error why = {"out of memory"};
    bool sound = false;
    const wire_value *answer = NULL;
    for (size_t i = 0; documents && i < collector->count; i++)
        documents[i] = (wire_slice){in->data + collector->starts[i], collector->lengths[i]};
    if (documents) answer = conf_judge_case(one, place->exact, documents, collector->count, &sound, &why);
    conf_judged(result, one, place, answer, sound, why.text);
    free(documents);
}

/* How long a server other than ours may take to say something more once the sending side is shut. */
#define LAST_WORDS_SECONDS 0.1

/* Whatever is left over comes before the end. That a connection ends with its input, and how, is asked of our own server
 * alone. */
static void receive_rest(const conf_case *one, const conf_place *place, struct collector *collector,
                         conf_exchange *exchange) {
    wire_time last_words = wire_after(LAST_WORDS_SECONDS);
    bool waits = place->exact || one->writes == CONF_THEN_HALF_CLOSE || one->writes == CONF_THEN_WAIT;
    if (!waits && last_words < exchange->deadline) exchange->deadline = last_words;
    size_t from = collector->count;
    receive(collector, exchange, SIZE_MAX);
    drop_probe_answers(collector, &exchange->in, from);
}

static void judge_end(const conf_case *one, const conf_place *place, const struct collector *collector,
                      const conf_exchange *exchange, conf_result *result) {
    const wire_buffer *in = &exchange->in;
    if (place->exact && !exchange->ended)
        conf_fail(result, "the connection does not end within %g s", place->seconds);
    if (place->exact && exchange->reset) conf_fail(result, "the connection was reset");
    if (!exchange->reset &&
        !wire_split_end(&collector->splitter, in->data + collector->taken, in->length - collector->taken))
        conf_fail(result, "the stream ends inside a reply");
    if (one->writes == CONF_THEN_WAIT && !exchange->ended && result->verdict != CONF_FAIL) {
        result->verdict = CONF_SKIP;
        wire_error_set(&result->why, "the server waited longer than %g s (--timeout)", place->seconds);
    }
}

void conf_run_stream(const conf_case *one, const conf_place *place, conf_exchange *exchange,
                     conf_result *result) {
    struct collector collector = {0};
    wire_buffer bytes = {0};
    bool open = one->writes != CONF_THEN_HALF_CLOSE && one->writes != CONF_THEN_WAIT;
    wire_splitter_init(&collector.splitter, place->address.framing);
    if (!wire_buffer_reserve(&exchange->in, 1) || !conf_frame(one, place, &bytes))
        conf_fail(result, "out of memory");
    conf_send_case(exchange, (wire_slice){bytes.data, bytes.length}, one);
    collect(&collector, &exchange->in);
    /* What is expected has to come while the sending side is still open. */
    if (open) receive_for(PATIENCE_SECONDS, one, &collector, exchange);
    if (open) probe(one, place, &collector, exchange, result);
    if (one->writes != CONF_THEN_WAIT) wire_half_close(exchange->connection);
    receive_rest(one, place, &collector, exchange);
    if (collector.broken) conf_fail(result, "%s", collector.broken);
    judge(one, place, &collector, &exchange->in, result);
    judge_end(one, place, &collector, exchange, result);
    free(collector.starts);
    free(collector.lengths);
    wire_buffer_fini(&bytes);
}
