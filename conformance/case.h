/* SPDX-License-Identifier: MIT */
#ifndef CONF_CASE_H
#define CONF_CASE_H

#include "wire/error.h"
#include "wire/reader.h"

#include <stdbool.h>
#include <stddef.h>

/* The cases of the suite, as cases/README.md describes their files. */

typedef enum conf_class { CONF_MUST, CONF_SHOULD, CONF_CHOICE } conf_class;

typedef enum conf_tier { CONF_TIER_ANY, CONF_TIER_SERVICE, CONF_TIER_ABUSE } conf_tier;

/* What the bytes of a case are. */
typedef enum conf_transport {
    CONF_DOCUMENT,       /* a document, to be put into any frame */
    CONF_LINE,           /* a raw stream of lines, frames included */
    CONF_CONTENT_LENGTH, /* a raw stream of documents behind Content-Length headers */
    CONF_HTTP            /* a raw HTTP/1.1 connection */
} conf_transport;

/* How they are written. */
typedef enum conf_writes {
    CONF_AT_ONCE,
    CONF_BYTE_BY_BYTE,
    CONF_THEN_WAIT,       /* and then nothing: the server's patience has to end it */
    CONF_THEN_HALF_CLOSE, /* and then the sending side is shut down */
    CONF_THEN_RESET,      /* and then the connection is reset; the server has to be well afterwards */
    CONF_SLOW_READER,     /* and replies are read late and in small pieces */
    CONF_AFTER_1100_IDLE, /* while 1,100 other connections are open and idle */
    CONF_REPEAT_80,       /* and then everything behind the first part 80 times more */
    CONF_IN_TWO_PIECES, /* once for every place where they can be cut in two, each time on a new connection */
    CONF_LEAVE_50 /* 50 times, each time reset when the reply has begun to come; then once more, properly */
} conf_writes;

/* What a server may do without: a case needs some of these, a server that does not claim them skips it. */
typedef enum conf_feature {
    CONF_BATCH = 1,
    CONF_NOTIFICATIONS = 2,
    CONF_BY_POSITION = 4,
    CONF_BY_NAME = 8,
    CONF_PIPELINING = 16,
    CONF_ALL_FEATURES = 31
} conf_feature;

/* The feature of that name, as target.json has it; 0: there is none. */
unsigned conf_feature_of(wire_slice name);

/* Texts and values live as long as the suite. */
typedef struct conf_case {
    char *name; /* folder/file/name */
    wire_slice section, requirement, note;
    conf_class class;
    conf_tier tier;
    conf_transport transport;
    conf_writes writes;
    bool own_limits;   /* is about the limits of our own server */
    bool strict;       /* holds under the version policy `strict` alone */
    bool one_document; /* what is sent is one whole Object or Array, and white space */
    bool service;      /* needs methods of the conformance service, whatever its tier */
    unsigned needs;    /* conf_feature bits */
    size_t pause;      /* bytes of `sent` that go out alone, the rest a moment later; 0: no such pause */
    wire_buffer sent;
    size_t first_part; /* bytes of the first part, for CONF_REPEAT_80 */
    const wire_value *expect;
    const wire_value *accept; /* an Array of further good answers; NULL: none */
} conf_case;

struct conf_file;

typedef struct conf_suite {
    conf_case *cases; /* sorted by name */
    size_t count;
    struct conf_file *files; /* private */
} conf_suite;

/* Reads every .json file below a folder. False: `error` names the file, the case and what is wrong with it;
 * nothing is left to end. A folder without cases is an error too. */
bool conf_suite_load(conf_suite *suite, const char *folder, wire_error *error);

void conf_suite_fini(conf_suite *suite);

/* Adds a copy of a case, of which the suite then owns `name` and `sent`, also when it fails. False: out of memory. */
bool conf_suite_add(conf_suite *suite, const conf_case *one);

/* Reads a JSON text, which the suite then owns, into a value that lives as long as the suite. NULL: it is no JSON, or out
 * of memory. */
const wire_value *conf_suite_keep(conf_suite *suite, wire_buffer *text);

/* Sorts its cases by name, as reports need them. */
void conf_suite_sort(conf_suite *suite);

/* Keeps only the cases of sections that begin with `section` and whose names hold `name`; NULL: all. */
void conf_suite_select(conf_suite *suite, const char *section, const char *name);

/* Whether bytes are, on a stream where documents stand back to back, exactly one. */
bool conf_is_one_document(wire_slice bytes);

/* Words for reports. Constant. */
const char *conf_class_name(conf_class class);
const char *conf_tier_name(conf_tier tier);

/* How many bytes of a case's name are those of its folder (the section), and of its file (the requirement). */
size_t conf_section_length(const char *name);
size_t conf_file_length(const char *name);

#endif
