/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SESSION_H
#define FUZZ_SESSION_H

#include <jrpc/host.h>

#include <stddef.h>

/* What a host's protocol answers to bytes, the benchmark service behind it, over memory: as a connection would that
 * received them `piece` bytes at a time, or all at once for 0. */
void fuzz_session(jrpc_transport transport, jrpc_framing framing, const char *bytes, size_t length,
                  size_t piece, jrpc_buffer *out);

#endif
