/* SPDX-License-Identifier: MIT */
#ifndef CONF_REPLY_H
#define CONF_REPLY_H

#include "wire/error.h"
#include "wire/reader.h"

/* One Response object against one expected reply: {"result":..,"id":..} or {"error":code,"id":..}. */

/* NULL, or what is wrong with the form of an expected reply. */
const char *conf_reply_check(const wire_value *expect);

/* Whether `reply` is a Response object, to the letter (JSON-RPC 2.0, 5), and the expected one. */
bool conf_reply_matches(const wire_value *expect, const wire_value *reply, wire_error *why);

#endif
