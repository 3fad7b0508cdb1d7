/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_JUDGE_H
#define FUZZ_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

/* What must hold whatever came in. */

/* Says on standard error what does not hold, and aborts. */
_Noreturn void fuzz_fail(const char *what);

static inline void fuzz_require(bool holds, const char *what) {
    if (!holds) fuzz_fail(what);
}

/* A reply is nothing, or one line of JSON by the harness's own strict reader, which shares nothing with the library: a
 * Response object or an Array of them (specification, sections 5 and 6). */
void fuzz_require_reply(const char *reply, size_t length);

#endif
