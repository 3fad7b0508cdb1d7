/* SPDX-License-Identifier: MIT */
#include "counter.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void limit_counter_init(limit_counter *counter, const limit_script *script, bool http) {
    counter->missing = http ? 0 : script->request_sizes[0];
    counter->place = 0;
    counter->http = http;
    counter->in_body = false;
    counter->head_length = 0;
}

static void take_sizes(limit_counter *counter, const limit_script *script, size_t length, size_t *messages) {
    while (length >= counter->missing) {
        length -= counter->missing;
        counter->place = counter->place + 1 == script->count ? 0 : counter->place + 1;
        counter->missing = script->request_sizes[counter->place];
        ++*messages;
    }
    counter->missing -= length;
}

/* The Content-Length of a whole head. */
static bool body_length(const char *head, const char *end, size_t *length) {
    static const char name[] = "\r\nContent-Length:";
    for (const char *line = head; (line = memchr(line, '\r', (size_t)(end - line))); line++) {
        if ((size_t)(end - line) < sizeof name || strncasecmp(line, name, sizeof name - 1) != 0) continue;
        *length = (size_t)strtoull(line + sizeof name - 1, NULL, 10);
        return true;
    }
    return false;
}

/* Bytes of the head at the beginning of `bytes`, its empty line included; 0: it is not whole. */
static size_t head_length(const char *bytes, size_t length) {
    const char *end = memmem(bytes, length, "\r\n\r\n", 4);
    return end ? (size_t)(end - bytes) + 4 : 0;
}

/* The head lies in one piece most of the time; else its pieces are put together. Returns the bytes taken;
 * 0: bad. */
static size_t take_head(limit_counter *counter, const char *bytes, size_t length) {
    const char *head = bytes;
    size_t whole = counter->head_length ? 0 : head_length(bytes, length);
    size_t taken = whole;
    if (!whole) {
        size_t before = counter->head_length;
        size_t room = sizeof counter->head - before;
        size_t added = length < room ? length : room;
        memcpy(counter->head + before, bytes, added);
        counter->head_length += added;
        head = counter->head;
        whole = head_length(head, counter->head_length);
        if (!whole) return room > length ? added : 0;
        taken = whole - before;
        counter->head_length = 0;
    }
    counter->in_body = true;
    return body_length(head, head + whole, &counter->missing) ? taken : 0;
}

static bool take_http(limit_counter *counter, const char *bytes, size_t length, size_t *messages) {
    size_t at = 0;
    for (;;) {
        if (counter->in_body && length - at >= counter->missing) {
            at += counter->missing;
            counter->in_body = false;
            ++*messages;
        }
        if (at == length) return true;
        if (counter->in_body) {
            counter->missing -= length - at;
            return true;
        }
        size_t taken = take_head(counter, bytes + at, length - at);
        if (!taken) return false;
        at += taken;
    }
}

bool limit_counter_take(limit_counter *counter, const limit_script *script, const char *bytes, size_t length,
                        size_t *messages) {
    *messages = 0;
    if (counter->http) return take_http(counter, bytes, length, messages);
    take_sizes(counter, script, length, messages);
    return true;
}
