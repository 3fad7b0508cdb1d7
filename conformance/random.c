/* SPDX-License-Identifier: MIT */
#include "random.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t next(conf_random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

unsigned conf_random_below(conf_random *random, unsigned bound) {
    return (unsigned)(next(random) % bound);
}

void conf_random_string(conf_random *random, wire_buffer *to) {
    static const char *const pieces[] = {"a",
                                         "Z",
                                         "0",
                                         " ",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         ":",
                                         "\\\"",
                                         "\\\\",
                                         "\\/",
                                         "\\n",
                                         "\\t",
                                         "\\u0000",
                                         "\\u0041",
                                         "\\u20ac",
                                         "\\ud834\\udd1e",
                                         "\xC3\xA9",
                                         "\xE2\x82\xAC",
                                         "\xF0\x9F\x9A\x80",
                                         "id",
                                         "null"};
    wire_buffer_string(to, "\"");
    for (unsigned left = conf_random_below(random, 7); left > 0; left--)
        wire_buffer_string(to, pieces[conf_random_below(random, COUNT_OF(pieces))]);
    wire_buffer_string(to, "\"");
}

void conf_random_number(conf_random *random, wire_buffer *to) {
    static const char *const some[] = {"0",           "-1",   "1e2",        "2.5",
                                       "-0.125",      "1E-3", "4294967296", "9007199254740991",
                                       "-2147483648", "0.1",  "1e15"};
    if (conf_random_below(random, 2))
        wire_buffer_string(to, some[conf_random_below(random, COUNT_OF(some))]);
    else
        wire_buffer_format(to, "%u", conf_random_below(random, 1000000));
}

/* Names have a number in them, so that none stands there twice. */
static void append_member(conf_random *random, wire_buffer *to, unsigned n, unsigned depth) {
    wire_buffer_format(to, "\"%s%u\":", conf_random_below(random, 2) ? "m" : "\\u006d\xC3\xA9", n);
    conf_random_value(random, to, depth);
}

void conf_random_container(conf_random *random, wire_buffer *to, unsigned depth) {
    bool object = conf_random_below(random, 2);
    unsigned count = conf_random_below(random, 4);
    wire_buffer_string(to, object ? "{" : "[");
    for (unsigned i = 0; i < count; i++) {
        if (i) wire_buffer_string(to, conf_random_below(random, 2) ? "," : " ,\t");
        if (object)
            append_member(random, to, i, depth - 1);
        else
            conf_random_value(random, to, depth - 1);
    }
    wire_buffer_string(to, object ? "}" : "]");
}

void conf_random_value(conf_random *random, wire_buffer *to, unsigned depth) {
    switch (conf_random_below(random, depth ? 7 : 5)) {
    case 0: wire_buffer_string(to, "null"); break;
    case 1: wire_buffer_string(to, "true"); break;
    case 2: conf_random_number(random, to); break;
    case 3:
    case 4: conf_random_string(random, to); break;
    default: conf_random_container(random, to, depth);
    }
}

void conf_random_call(conf_random *random, wire_buffer *to, const char *method) {
    wire_buffer_format(to, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":", method);
    conf_random_container(random, to, 3);
    wire_buffer_string(to, ",\"id\":");
    if (conf_random_below(random, 2))
        wire_buffer_format(to, "%u", conf_random_below(random, 1000000));
    else
        conf_random_string(random, to);
    wire_buffer_string(to, "}");
}
