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

static void receive_expected(const conf_case *one, const conf_place *place, struct collector *collector,
                             conf_exchange *exchange, conf_result *result) {
    size_t wanted = conf_expect_documents(one->expect);
    receive(collector, exchange, wanted);
    if (collector->count < wanted && !collector->broken && !exchange->ended)
        conf_fail(result, "%zu of %zu replies came within %g s", collector->count, wanted, place->seconds);
}

static void judge(const conf_case *one, const conf_place *place, const struct collector *collector,
                  const wire_buffer *in, conf_result *result) {
    wire_slice *documents = calloc(collector->count ? collector->count : 1, sizeof *documents);
    wire_error why = {"out of memory"};
    for (size_t i = 0; documents && i < collector->count; i++)
        documents[i] = (wire_slice){in->data + collector->starts[i], collector->lengths[i]};
    if (!documents || !conf_judge_case(one, place->exact, documents, collector->count, &why))
        conf_fail(result, "%s", why.text);
    free(documents);
}

void conf_run_stream(const conf_case *one, const conf_place *place, conf_exchange *exchange,
                     conf_result *result) {
    struct collector collector = {0};
    wire_buffer bytes = {0};
    wire_splitter_init(&collector.splitter, place->address.framing);
    if (!wire_buffer_reserve(&exchange->in, 1) || !conf_frame(one, place, &bytes))
        conf_fail(result, "out of memory");
    conf_send(exchange, (wire_slice){bytes.data, bytes.length}, one->writes);
    collect(&collector, &exchange->in);
    /* What is expected has to come while the sending side is still open; what is left over comes before the
     * end. */
    if (one->writes != CONF_THEN_HALF_CLOSE) receive_expected(one, place, &collector, exchange, result);
    if (one->writes != CONF_THEN_WAIT) wire_half_close(exchange->connection);
    receive(&collector, exchange, SIZE_MAX);
    if (collector.broken) conf_fail(result, "%s", collector.broken);
    judge(one, place, &collector, &exchange->in, result);
    if (!exchange->ended) conf_fail(result, "the connection does not end within %g s", place->seconds);
    if (exchange->reset) conf_fail(result, "the connection was reset");
    if (!wire_split_end(&collector.splitter, exchange->in.data + collector.taken,
                        exchange->in.length - collector.taken))
        conf_fail(result, "the stream ends inside a reply");
    free(collector.starts);
    free(collector.lengths);
    wire_buffer_fini(&bytes);
}
