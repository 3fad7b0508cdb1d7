/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST_REPLY 11u /* {"echo":""} */
#define LARGEST_SIZE 16777216u
#define SLICE_BYTES 262144u /* a send takes at most about so much */

/* A JSON document of exactly `size` bytes. */
static void write_document(char *to, size_t size) {
    static const char opening[] = {'{', '"', 'e', 'c', 'h', 'o', '"', ':', '"'};
    memcpy(to, opening, sizeof opening);
    memset(to + sizeof opening, 'x', size - SHORTEST_REPLY);
    to[size - 2] = '"';
    to[size - 1] = '}';
}

/* Takes over one rotation's replies and repeats them. */
static bool repeat(limit_script *script, char *rotation) {
    size_t size = limit_script_rotation(script);
    size_t times = SLICE_BYTES / size + 2;
    script->replies_size = size * times;
    script->replies = malloc(script->replies_size);
    for (size_t i = 0; script->replies && i < times; i++) memcpy(script->replies + i * size, rotation, size);
    free(rotation);
    return script->replies != NULL;
}

static bool parse_size(const char **text, size_t least, char end, size_t *size) {
    char *after = NULL;
    unsigned long long number = **text >= '0' && **text <= '9' ? strtoull(*text, &after, 10) : 0;
    if (!after || number < least || number > LARGEST_SIZE || (*after != end && (end != ',' || *after)))
        return false;
    *size = (size_t)number;
    *text = *after ? after + 1 : after;
    return true;
}

static bool parse_sizes(limit_script *script, const char *text) {
    size_t reply = 0;
    do {
        if (script->count == LIMIT_MOST_MESSAGES ||
            !parse_size(&text, 1, ':', &script->request_sizes[script->count]) ||
            !parse_size(&text, SHORTEST_REPLY, ',', &reply))
            return false;
        script->reply_ends[script->count + 1] = script->reply_ends[script->count] + reply;
        script->count++;
    } while (*text);
    return true;
}

bool limit_script_parse(limit_script *script, const char *text) {
    *script = (limit_script){0};
    if (!parse_sizes(script, text)) return false;
    char *rotation = malloc(limit_script_rotation(script));
    if (!rotation) return false;
    for (size_t i = 0; i < script->count; i++)
        write_document(rotation + script->reply_ends[i], script->reply_ends[i + 1] - script->reply_ends[i]);
    return repeat(script, rotation);
}

bool limit_script_http(limit_script *script, size_t size) {
    char head[128];
    *script = (limit_script){.count = 1};
    if (size < SHORTEST_REPLY || size > LARGEST_SIZE) return false;
    int length =
        snprintf(head, sizeof head,
                 "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", size);
    script->reply_ends[1] = (size_t)length + size;
    char *response = malloc(script->reply_ends[1]);
    if (!response) return false;
    memcpy(response, head, (size_t)length);
    write_document(response + length, size);
    return repeat(script, response);
}

void limit_script_fini(limit_script *script) {
    free(script->replies);
    script->replies = NULL;
}

size_t limit_script_rotation(const limit_script *script) {
    return script->reply_ends[script->count];
}

size_t limit_script_reply_bytes(const limit_script *script, size_t from, size_t messages) {
    size_t last = from + messages;
    size_t whole = last / script->count * limit_script_rotation(script);
    return whole + script->reply_ends[last % script->count] - script->reply_ends[from];
}
