/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include "http_judge.h"
#include "reply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool wrong(wire_error *why, const char *text) {
    wire_error_set(why, "%s", text);
    return false;
}

static bool is_nothing(const wire_value *expect) {
    return wire_string_is(expect, "nothing");
}

/* ---- the form ---- */

static const char *check_many(const wire_value *many) {
    if (many->type == WIRE_ARRAY) {
        const char *bad = NULL;
        for (const wire_value *item = many->first; item && !bad; item = item->next)
            bad = item->type == WIRE_ARRAY ? check_many(item) : conf_reply_check(item);
        return bad;
    }
    const wire_value *each = wire_member(many, "each");
    double count = wire_number_double(wire_member(many, "count"));
    if (!each || !(count >= 1) || floor(count) != count)
        return "count is a number from 1 up, and each a reply";
    return conf_reply_check(each);
}

static bool is_anything(const wire_value *expect) {
    return wire_string_is(expect, "anything");
}

static const char *check_document(const wire_value *expect) {
    const wire_value *batch = wire_member(expect, "batch");
    if (is_nothing(expect) || is_anything(expect)) return NULL;
    if (expect->type == WIRE_ARRAY) return check_many(expect);
    return batch ? check_many(batch) : conf_reply_check(expect);
}

const char *conf_expect_check(const wire_value *expect, conf_transport transport) {
    const wire_value *stream = wire_member(expect, "stream");
    if (transport == CONF_HTTP) return conf_http_expect_check(expect);
    if (transport == CONF_DOCUMENT || !stream) return check_document(expect);
    return check_many(stream);
}

/* ---- several replies, in any order ---- */

/* How many replies an Array or a {count, each} wants, and which the n-th is. */
static size_t many_count(const wire_value *many) {
    return many->type == WIRE_ARRAY ? many->count : (size_t)wire_number_double(wire_member(many, "count"));
}

static bool match_batch(const wire_value *many, const wire_value *reply, wire_error *why);

/* A reply, or on a stream a whole batch of them. */
static bool item_matches(const wire_value *item, const wire_value *reply, wire_error *why) {
    return item->type == WIRE_ARRAY ? match_batch(item, reply, why) : conf_reply_matches(item, reply, why);
}

/* Finds for every reply an expected one that no reply before it took. Greedy: cases expect no reply that
 * two of their expected ones would both fit. */
static bool match_list(const wire_value *expected, const wire_value **replies, wire_error *why) {
    bool *taken = calloc(expected->count + 1, sizeof *taken);
    if (!taken) return wrong(why, "out of memory");
    bool all = true;
    for (size_t i = 0; i < expected->count && all; i++) {
        const wire_value *item = expected->first;
        size_t place = 0;
        while (item && (taken[place] || !item_matches(item, replies[i], why))) {
            item = item->next;
            place++;
        }
        all = item != NULL;
        if (all) taken[place] = true;
    }
    free(taken);
    return all;
}

static bool match_many(const wire_value *many, const wire_value **replies, size_t count, wire_error *why) {
    if (count != many_count(many)) {
        wire_error_set(why, "%zu replies came, not %zu", count, many_count(many));
        return false;
    }
    if (many->type == WIRE_ARRAY) return match_list(many, replies, why);
    const wire_value *each = wire_member(many, "each");
    for (size_t i = 0; i < count; i++)
        if (!conf_reply_matches(each, replies[i], why)) return false;
    return true;
}

static bool match_batch(const wire_value *many, const wire_value *reply, wire_error *why) {
    if (reply->type != WIRE_ARRAY) return wrong(why, "no Array came");
    const wire_value **replies = calloc(reply->count + 1, sizeof(const wire_value *));
    if (!replies) return wrong(why, "out of memory");
    size_t count = 0;
    for (const wire_value *item = reply->first; item; item = item->next) replies[count++] = item;
    bool matches = match_many(many, replies, count, why);
    free(replies);
    return matches;
}

/* ---- documents ---- */

static bool read_reply(wire_document *document, wire_slice text, wire_error *why) {
    if (wire_read(document, text.bytes, text.length)) return true;
    wire_error_set(why, "what came is no JSON at byte %zu: %s", document->offset, document->message);
    return false;
}

static bool judge_one(const wire_value *expect, wire_slice text, wire_error *why) {
    wire_document document = {0};
    const wire_value *batch = expect->type == WIRE_ARRAY ? expect : wire_member(expect, "batch");
    bool good = read_reply(&document, text, why);
    if (good && is_anything(expect))
        good = conf_reply_is_sound(document.root, why);
    else if (good && batch)
        good = match_batch(batch, document.root, why);
    else if (good)
        good = conf_reply_matches(expect, document.root, why);
    wire_document_fini(&document);
    return good;
}

static bool judge_stream(const wire_value *stream, const wire_slice *texts, size_t count, wire_error *why) {
    wire_document *documents = calloc(count + 1, sizeof *documents);
    const wire_value **replies = calloc(count + 1, sizeof(const wire_value *));
    bool good = documents && replies ? true : wrong(why, "out of memory");
    for (size_t i = 0; i < count && good; i++) {
        good = read_reply(&documents[i], texts[i], why);
        replies[i] = documents[i].root;
    }
    good = good && match_many(stream, replies, count, why);
    for (size_t i = 0; documents && i < count; i++) wire_document_fini(&documents[i]);
    free(documents);
    free(replies);
    return good;
}

size_t conf_expect_documents(const wire_value *expect) {
    const wire_value *stream = wire_member(expect, "stream");
    if (stream) return many_count(stream);
    return is_nothing(expect) || is_anything(expect) ? 0 : 1;
}

bool conf_judge(const wire_value *expect, const wire_slice *documents, size_t count, wire_error *why) {
    const wire_value *stream = wire_member(expect, "stream");
    if (stream) return judge_stream(stream, documents, count, why);
    if (is_nothing(expect)) return count == 0 || wrong(why, "something came where nothing may");
    if (count == 0) return is_anything(expect) || wrong(why, "nothing came");
    if (count > 1) return wrong(why, "more than one document came");
    return judge_one(expect, documents[0], why);
}

/* Whether a text that was refused may be JSON for others: RFC 8259, 8.2 leaves open what half a surrogate pair is. */
static bool is_arguable(const wire_document *document) {
    return strstr(document->message, "surrogate") != NULL;
}

/* Nothing, or Response objects to the letter, whatever they say. */
static bool is_sound(const wire_slice *documents, size_t count) {
    wire_error ignored;
    bool sound = true;
    for (size_t i = 0; i < count && sound; i++) {
        wire_document document = {0};
        if (wire_read(&document, documents[i].bytes, documents[i].length))
            sound = conf_reply_is_sound(document.root, &ignored);
        else
            sound = is_arguable(&document);
        wire_document_fini(&document);
    }
    return sound;
}

const wire_value *conf_judge_case(const conf_case *one, bool exact, const wire_slice *documents, size_t count,
                                  bool *sound, wire_error *why) {
    wire_error ignored;
    *sound = true;
    if (conf_judge(one->expect, documents, count, why)) return one->expect;
    const wire_value *more = exact || !one->accept ? NULL : one->accept->first;
    while (more && !conf_judge(more, documents, count, &ignored)) more = more->next;
    bool too_many = count > 1 && !wire_member(one->expect, "stream");
    if (!more) *sound = !too_many && is_sound(documents, count);
    return more;
}
