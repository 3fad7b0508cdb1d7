/* SPDX-License-Identifier: MIT */
#ifndef CONF_JUDGE_H
#define CONF_JUDGE_H

#include "case.h"

/* Decides whether what came back is what a case expects. It reads replies with the harness's strict reader
 * alone: no JSON, no UTF-8, a member too many or twice, a wrong type anywhere is a wrong reply. */

/* Whether an expectation, of the file's transport, is well formed: NULL, or what is wrong with it. */
const char *conf_expect_check(const wire_value *expect, conf_transport transport);

/* How many documents have to come back for an expectation that is not of HTTP. */
size_t conf_expect_documents(const wire_value *expect);

/* Whether these documents, all that came back, are what `expect` wants. False: `why` says what is wrong. */
bool conf_judge(const wire_value *expect, const wire_slice *documents, size_t count, wire_error *why);

/* The answer of the case that they are: `expect`, or one of `accept` when `exact` is not set. NULL: none; `why` is about
 * `expect`, and *sound says whether they are, all the same, nothing or Response objects to the letter. */
const wire_value *conf_judge_case(const conf_case *one, bool exact, const wire_slice *documents, size_t count,
                                  bool *sound, wire_error *why);

#endif
