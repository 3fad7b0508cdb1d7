/* SPDX-License-Identifier: MIT */
#ifndef CONF_PARTS_H
#define CONF_PARTS_H

#include "wire/reader.h"

/* Appends the bytes that an Array of parts stands for. A part is a String (its characters), {"json":value}
 * (the value's bytes as the file has them), {"lines":[..]} (Strings or values, CR LF behind each),
 * {"hex":".."} or {"repeat":"text","times":n}. *first: the bytes of the first part; may be NULL. Returns
 * NULL, or what is wrong. */
const char *conf_parts_append(const wire_value *parts, wire_buffer *to, size_t *first);

#endif
