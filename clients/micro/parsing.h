/* SPDX-License-Identifier: MIT */
#ifndef MICRO_PARSING_H
#define MICRO_PARSING_H

#include "wire/buffer.h"

#include <stdbool.h>

/* The library's parser alone: load and parse, no dispatch. */
typedef struct micro_parsing micro_parsing;

/* vector: "scalar", "sse2" or "avx2". NULL: this processor or build lacks it, or no memory. */
micro_parsing *micro_parsing_new(const char *vector);

/* NULL is allowed. */
void micro_parsing_free(micro_parsing *parsing);

/* False: the document is not JSON, or no memory. */
bool micro_parse(micro_parsing *parsing, wire_slice document);

#endif
