/* SPDX-License-Identifier: MIT */
#include "http_judge.h"

#include "judge.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Responses of one connection. What it stops: a server that does not cease. */
#define RESPONSES_MAX 64u

static bool wrong(wire_error *why, const char *text) {
    wire_error_set(why, "%s", text);
    return false;
}

/* ---- what came ---- */

static void copy_headers(wire_buffer *to, const wire_http_reader *reader, size_t count) {
    for (size_t i = 0; i < count; i++) {
        wire_slice name, value;
        wire_http_header(reader, i, &name, &value);
        wire_buffer_append(to, name.bytes, name.length);
        wire_buffer_append(to, ": ", 2);
        wire_buffer_append(to, value.bytes, value.length);
        wire_buffer_append(to, "\n", 1);
    }
}

bool conf_conversation_add(conf_conversation *conversation, const wire_http_reader *reader,
                           const wire_http_response *response) {
    if (response->status < 200) {
        if (conversation->interim_count == sizeof conversation->interim / sizeof conversation->interim[0])
            return false;
        conversation->interim[conversation->interim_count++] = response->status;
        return true;
    }
    if (conversation->count == RESPONSES_MAX) return false;
    conf_response *responses =
        realloc(conversation->responses, (conversation->count + 1) * sizeof *responses);
    if (!responses) return false;
    conversation->responses = responses;
    conf_response *one = &responses[conversation->count++];
    *one = (conf_response){.status = response->status, .keeps = response->keep_alive};
    copy_headers(&one->headers, reader, response->header_count);
    wire_buffer_append(&one->body, response->body.bytes, response->body.length);
    return !one->headers.failed && !one->body.failed;
}

void conf_conversation_fini(conf_conversation *conversation) {
    for (size_t i = 0; i < conversation->count; i++) {
        wire_buffer_fini(&conversation->responses[i].headers);
        wire_buffer_fini(&conversation->responses[i].body);
    }
    free(conversation->responses);
    *conversation = (conf_conversation){0};
}

/* The value of the first header of that name, any case. */
static bool find_header(const conf_response *response, wire_slice name, wire_slice *value) {
    const char *at = response->headers.data, *end = at ? at + response->headers.length : at;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if ((size_t)(line_end - at) > name.length && at[name.length] == ':' &&
            strncasecmp(at, name.bytes, name.length) == 0) {
            *value = (wire_slice){at + name.length + 2, (size_t)(line_end - at) - name.length - 2};
            return true;
        }
        at = line_end + 1;
    }
    return false;
}

/* ---- the form of an expectation ---- */

static const char *check_pattern(const wire_value *pattern) {
    char *text = pattern->type == WIRE_STRING ? strndup(pattern->text.bytes, pattern->text.length) : NULL;
    regex_t compiled;
    int failure = text ? regcomp(&compiled, text, REG_EXTENDED | REG_ICASE | REG_NOSUB) : 1;
    free(text);
    if (failure) return "a header's pattern is no extended regular expression";
    regfree(&compiled);
    return NULL;
}

static const char *check_response(const wire_value *expect) {
    const wire_value *reply = wire_member(expect, "reply"), *headers = wire_member(expect, "headers");
    double status = wire_number_double(wire_member(expect, "status"));
    if (!(status >= 200 && status <= 599)) return "an expected response has a status from 200 to 599";
    const char *bad = reply ? conf_expect_check(reply, CONF_DOCUMENT) : NULL;
    for (const wire_value *pattern = headers ? headers->first : NULL; pattern && !bad;
         pattern = pattern->next)
        bad = check_pattern(pattern);
    return bad;
}

static bool all_known(const wire_value *expect) {
    static const char *const names[] = {"status",  "connection", "reply",     "headers", "no_headers",
                                        "interim", "then_send",  "responses", NULL};
    for (const wire_value *member = expect->first; member; member = member->next) {
        size_t i = 0;
        while (names[i] && !wire_slice_equal(member->name, wire_slice_of(names[i]))) i++;
        if (!names[i] || member->repeated) return false;
    }
    return true;
}

const char *conf_http_expect_check(const wire_value *expect) {
    const wire_value *responses = wire_member(expect, "responses"),
                     *connection = wire_member(expect, "connection");
    const char *bad = NULL;
    if (expect->type != WIRE_OBJECT || !all_known(expect))
        return "an expectation of HTTP has a member that means nothing";
    if (connection && !wire_string_is(connection, "keep") && !wire_string_is(connection, "close"))
        return "connection can be keep or close";
    if (!responses) return check_response(expect);
    for (const wire_value *one = responses->first; one && !bad; one = one->next) bad = check_response(one);
    return bad;
}

size_t conf_http_expect_responses(const wire_value *expect) {
    const wire_value *responses = wire_member(expect, "responses");
    return responses ? responses->count : 1;
}

wire_slice conf_http_expect_connection(const wire_value *expect) {
    const wire_value *responses = wire_member(expect, "responses");
    const wire_value *last = responses && responses->last ? responses->last : expect;
    const wire_value *connection = wire_member(last, "connection");
    return connection ? connection->text : wire_slice_of("any");
}

/* ---- judging ---- */

static bool header_matches(const conf_response *response, const wire_value *pattern, wire_error *why) {
    wire_slice value;
    regex_t compiled;
    if (!find_header(response, pattern->name, &value)) {
        wire_error_set(why, "the header %.*s is missing", (int)pattern->name.length, pattern->name.bytes);
        return false;
    }
    char *text = strndup(pattern->text.bytes, pattern->text.length),
         *subject = strndup(value.bytes, value.length);
    bool matches = false;
    if (text && subject && regcomp(&compiled, text, REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0) {
        matches = regexec(&compiled, subject, 0, NULL, 0) == 0;
        regfree(&compiled);
    }
    if (!matches)
        wire_error_set(why, "the header %.*s does not match '%s'", (int)pattern->name.length,
                       pattern->name.bytes, text ? text : "");
    free(text);
    free(subject);
    return matches;
}

static bool headers_match(const wire_value *expect, const conf_response *response, wire_error *why) {
    const wire_value *wanted = wire_member(expect, "headers"), *unwanted = wire_member(expect, "no_headers");
    wire_slice ignored;
    for (const wire_value *pattern = wanted ? wanted->first : NULL; pattern; pattern = pattern->next)
        if (!header_matches(response, pattern, why)) return false;
    for (const wire_value *name = unwanted ? unwanted->first : NULL; name; name = name->next)
        if (find_header(response, name->text, &ignored))
            return wrong(why, "a header is there that may not be");
    return true;
}

static bool body_matches(const wire_value *reply, const conf_response *response, wire_error *why) {
    wire_slice body = {response->body.data, response->body.length};
    return conf_judge(reply, &body, body.length ? 1 : 0, why);
}

static bool response_matches(const wire_value *expect, const conf_response *response, wire_error *why) {
    const wire_value *reply = wire_member(expect, "reply");
    if (!wire_number_is(wire_member(expect, "status"), response->status)) {
        wire_error_set(why, "the status is %d", response->status);
        return false;
    }
    return headers_match(expect, response, why) && (!reply || body_matches(reply, response, why));
}

static bool interim_match(const wire_value *expect, const conf_conversation *conversation, wire_error *why) {
    const wire_value *interim = wire_member(expect, "interim");
    size_t count = interim ? interim->count : 0, i = 0;
    bool same = count == conversation->interim_count;
    for (const wire_value *status = interim ? interim->first : NULL; status && same; status = status->next)
        same = wire_number_is(status, conversation->interim[i++]);
    return same || wrong(why, "the interim responses are not the expected ones");
}

bool conf_http_judge(const wire_value *expect, const conf_conversation *conversation, wire_error *why) {
    const wire_value *responses = wire_member(expect, "responses");
    size_t wanted = conf_http_expect_responses(expect);
    if (conversation->broken) return wrong(why, conversation->broken);
    if (conversation->count != wanted) {
        wire_error_set(why, "%zu responses came, not %zu", conversation->count, wanted);
        return false;
    }
    if (!interim_match(expect, conversation, why)) return false;
    if (!responses) return response_matches(expect, &conversation->responses[0], why);
    size_t i = 0;
    for (const wire_value *one = responses->first; one; one = one->next)
        if (!response_matches(one, &conversation->responses[i++], why)) return false;
    return true;
}

bool conf_http_judge_carrier(const conf_response *response, wire_error *why) {
    bool silent = response->body.length == 0;
    wire_slice type;
    if (response->status != (silent ? 204 : 200)) {
        wire_error_set(why, "the status is %d, not %d", response->status, silent ? 204 : 200);
        return false;
    }
    if (!silent && (!find_header(response, wire_slice_of("content-type"), &type) || type.length < 16 ||
                    strncasecmp(type.bytes, "application/json", 16) != 0))
        return wrong(why, "Content-Type is not application/json");
    return true;
}
