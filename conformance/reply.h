/* SPDX-License-Identifier: MIT */
#ifndef CONF_REPLY_H
#define CONF_REPLY_H

#include "wire/error.h"
#include "wire/reader.h"

/* One Response object against one expected reply: {"result":..,"id":..} or {"error":code,"id":..}. */

/* NULL, or what is wrong with the form of an expected reply. */
const char *conf_reply_check(const wire_value *expect);

/* Whether it is a Response object, or an Array of some, to the letter (JSON-RPC 2.0, 5 and 6), whatever they say. */
bool conf_reply_is_sound(const wire_value *reply, wire_error *why);

/* Whether `reply` is a Response object, to the letter (JSON-RPC 2.0, 5), and the expected one. */
bool conf_reply_matches(const wire_value *expect, const wire_value *reply, wire_error *why);

#endif
