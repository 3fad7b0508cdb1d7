/* SPDX-License-Identifier: MIT */
#include "generator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

uint64_t load_random_next(load_random *random) {
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t load_random_below(load_random *random, uint64_t bound) {
    return (uint64_t)(((wide)load_random_next(random) * bound) >> 64);
}

void load_random_shuffle(load_random *random, size_t *indices, size_t count) {
    for (size_t i = 0; i < count; i++) indices[i] = i;
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)load_random_below(random, i);
        size_t swapped = indices[i - 1];
        indices[i - 1] = indices[j];
        indices[j] = swapped;
    }
}

static const char *random_sign(load_random *random) {
    return load_random_below(random, 4) ? "" : "-";
}

/* A number of `digits` digits or fewer, each length as likely as any other: that is what makes branches
 * miss. */
static uint64_t random_digits(load_random *random, unsigned digits) {
    uint64_t bound = 1;
    for (uint64_t n = 1 + load_random_below(random, digits); n; n--) bound *= 10;
    return load_random_below(random, bound);
}

typedef struct number_text {
    char characters[48];
} number_text;

/* `whole` and `fraction` are the most digits before and behind the point; without a fraction there is no
 * point. */
static number_text random_number(load_random *random, unsigned whole, unsigned fraction) {
    number_text text;
    const char *sign = random_sign(random);
    uint64_t units = random_digits(random, whole);
    unsigned places = (unsigned)load_random_below(random, fraction + 1);
    uint64_t bound = 1;
    for (unsigned i = 0; i < places; i++) bound *= 10;
    if (places)
        snprintf(text.characters, sizeof text.characters, "%s%" PRIu64 ".%0*" PRIu64, sign, units,
                 (int)places, load_random_below(random, bound));
    else
        snprintf(text.characters, sizeof text.characters, "%s%" PRIu64, sign, units);
    return text;
}

/* The text with the fewest digits that reads back as the same double, as servers are expected to print it. */
static number_text shortest(double value) {
    number_text text;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text.characters, sizeof text.characters, "%.*g", digits, value);
        if (strtod(text.characters, NULL) == value) break;
    }
    return text;
}

static void request(wire_buffer *out, load_random *random, const char *method) {
    wire_buffer_format(out, "{\"id\":%" PRIu64 ",\"method\":\"%s\",", random_digits(random, 9), method);
}

static void add(load_random *random, wire_buffer *out) {
    request(out, random, "add");
    number_text l = random_number(random, 6, 4);
    number_text r = random_number(random, 6, 4);
    number_text sum = shortest(strtod(l.characters, NULL) + strtod(r.characters, NULL));
    wire_buffer_format(out, "\"params\":[%s,%s],\"result\":%s}", l.characters, r.characters, sum.characters);
}

static void add_int(load_random *random, wire_buffer *out) {
    request(out, random, "addInt");
    int64_t l = (int64_t)random_digits(random, 9) * (load_random_below(random, 4) ? 1 : -1);
    int64_t r = (int64_t)random_digits(random, 9) * (load_random_below(random, 4) ? 1 : -1);
    wire_buffer_format(out, "\"params\":[%" PRId64 ",%" PRId64 "],\"result\":%" PRId64 "}", l, r, l + r);
}

/* Six significant digits survive the way through a float. */
static void nullable(load_random *random, wire_buffer *out) {
    request(out, random, "NullableFloatToNullableFloat");
    number_text value = {"null"};
    if (load_random_below(random, 8)) value = random_number(random, 3, 3);
    wire_buffer_format(out, "\"params\":[%s],\"result\":%s}", value.characters, value.characters);
}

static void decimal(load_random *random, wire_buffer *out) {
    request(out, random, "Test2");
    number_text value = random_number(random, 8, 6);
    wire_buffer_format(out, "\"params\":[%s],\"result\":%s}", value.characters, value.characters);
}

static void string(load_random *random, wire_buffer *out) {
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
    char text[32];
    size_t length = 1 + (size_t)load_random_below(random, sizeof text - 1);
    for (size_t i = 0; i < length; i++) text[i] = alphabet[load_random_below(random, sizeof alphabet - 1)];
    request(out, random, "StringMe");
    wire_buffer_format(out, "\"params\":[\"%.*s\"],\"result\":\"%.*s\"}", (int)length, text, (int)length,
                       text);
}

static const struct shape {
    const char *name;
    void (*generate)(load_random *random, wire_buffer *out);
} shapes[] = {
    {"add", add}, {"addInt", add_int}, {"nullable", nullable}, {"decimal", decimal}, {"string", string}};

static const struct shape *shape_of(wire_slice name) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (wire_slice_equal(name, wire_slice_of(shapes[i].name))) return &shapes[i];
    return NULL;
}

bool load_shape_exists(wire_slice shape) {
    return shape_of(shape) != NULL;
}

void load_shape_generate(wire_slice shape, load_random *random, wire_buffer *out) {
    const struct shape *found = shape_of(shape);
    if (found) found->generate(random, out);
}
