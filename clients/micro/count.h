/* SPDX-License-Identifier: MIT */
#ifndef MICRO_COUNT_H
#define MICRO_COUNT_H

#include <stdbool.h>
#include <stdio.h>

/* One figure of the "counting" of a result file (data/schema/result.schema.json), and how a row of them is printed: as
 * a JSON Array or as lines of a table. */

typedef struct micro_count {
    const char *id, *shape, *figure; /* figure: allocations_per_request, instructions_per_request */
    const char *vector;              /* NULL: none */
    double amount;                   /* negative: it could not be counted, and `note` says why */
    const char *note;
} micro_count;

typedef struct micro_printer {
    bool json;
    bool begun;
    FILE *out;
} micro_printer;

void micro_print(micro_printer *printer, const micro_count *count);

/* Ends the Array. False: not all of it could be written. */
bool micro_print_end(micro_printer *printer);

/* Reads a count above 0. False: it is none. */
bool micro_parse_count(const char *text, unsigned long *count);

#endif
