/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_JUDGE_H
#define FUZZ_JUDGE_H

#include <stddef.h>

/* What must hold whatever came in. Each aborts, having said on standard error what did not. */

/* Ends the run unless `holds`. */
void fuzz_require(int holds, const char *what);

/* A reply is nothing, or one line of JSON by the harness's own strict reader, which shares nothing with the library: a
 * Response object or an Array of them (specification, sections 5 and 6). */
void fuzz_require_reply(const char *reply, size_t length);

#endif
