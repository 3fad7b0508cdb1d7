/* SPDX-License-Identifier: MIT */
#ifndef WIRE_ERROR_H
#define WIRE_ERROR_H

/* Why something failed, in words for a person: what was wrong, where, what to do. One line, no full stop.
 * Functions that take one set it when they fail and leave it alone when they succeed; NULL is allowed. */
typedef struct wire_error {
    char text[1024];
} wire_error;

/* Sets the text, cut to what fits. Any thread, one error object a thread. */
void wire_error_set(wire_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
