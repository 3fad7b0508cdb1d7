/* SPDX-License-Identifier: MIT */
#ifndef CONF_PROPERTY_H
#define CONF_PROPERTY_H

#include "endpoint.h"

/* What holds for every input of a kind: tried on random ones. The same seed makes the same cases. */

/* Adds `count` cases of each property to a suite and sorts it. False: out of memory. */
bool conf_properties_add(conf_suite *suite, unsigned count, uint64_t seed);

/* Whether a case was made here. */
bool conf_is_random(const conf_case *one);

/* Looks for a smaller input that fails too, leaving out what need not be there, within a bound of tries. The case and its
 * result become those of the smallest one found. False: the server cannot be reached any more. */
bool conf_property_shrink(conf_suite *suite, conf_case *one, conf_result *result, conf_endpoint *endpoint,
                          wire_error *error);

#endif
