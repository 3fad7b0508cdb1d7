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
    CONF_REPEAT_80        /* and then everything behind the first part 80 times more */
} conf_writes;

/* Texts and values live as long as the suite. */
typedef struct conf_case {
    char *name; /* folder/file/name */
    wire_slice section, requirement, note;
    conf_class class;
    conf_tier tier;
    conf_transport transport;
    conf_writes writes;
    bool strict;       /* holds under the version policy `strict` alone */
    bool one_document; /* what is sent is one whole Object or Array, and white space */
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

#endif
