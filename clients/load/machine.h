/* SPDX-License-Identifier: MIT */
#ifndef LOAD_MACHINE_H
#define LOAD_MACHINE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

/* Where and with what figures were made: the "context" of a result file. No host name, no path of this machine. */

/* Describes it. `arguments` are bench's own, argv[0] left out; what looks like a path is cut to its last part.
 * vector_path may be NULL. To be put. */
json_object *load_machine_context(int argument_count, char *const *arguments, const char *vector_path,
                                  bool pinned);

/* Prints a context for people, within 80 columns. */
void load_machine_print(json_object *context, FILE *out);

/* CPUs that this process may run on. At least 1. */
unsigned load_machine_cpus(void);

#endif
