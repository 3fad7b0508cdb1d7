/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_SESSION_MEMORY_H
#define JRPCI_SESSION_MEMORY_H

#include "session.h"

/* A session over memory instead of a socket, for tests and fuzzing: shows it `bytes` as a connection would that
 * received them `piece` bytes at a time (0: all at once), each time in memory of exactly that size, so that whoever
 * reads past it is caught. Answers are appended to `out`. Stops where the session ends. *reason: why, or NULL. */
jrpci_ending jrpci_session_over_memory(const jrpci_site *site, void *state, const char *bytes, size_t length,
                                       size_t piece, jrpc_buffer *out, const char **reason);

#endif
