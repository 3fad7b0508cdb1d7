/* SPDX-License-Identifier: MIT */
#ifndef CONF_IN_PROCESS_H
#define CONF_IN_PROCESS_H

#include "run.h"

/* Our own library with the conformance service, called directly. The only object here that knows the library; what judges
 * its replies is the harness's reader all the same. One library is one thread's. */
typedef struct conf_library conf_library;

/* strict: the version policy. NULL: out of memory. */
conf_library *conf_library_new(bool strict);
void conf_library_free(conf_library *library); /* NULL is fine */

/* A conf_call; the library is its context. */
bool conf_library_call(void *library, wire_slice request, wire_buffer *reply, wire_error *error);

#endif
