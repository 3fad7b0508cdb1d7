/* SPDX-License-Identifier: MIT */
#ifndef CONF_JSON_SUITE_H
#define CONF_JSON_SUITE_H

#include "case.h"

/* Makes cases of a checkout of nst/JSONTestSuite (or of its folder test_parsing): each file as the whole request, as a
 * param of echo, as a member that nobody reads, and as an element of a batch. What begins with y_ has to be accepted,
 * with n_ refused; i_ is left open. False: `error` says what is wrong with the folder; nothing is left to end. */
bool conf_json_suite_load(conf_suite *suite, const char *folder, wire_error *error);

#endif
