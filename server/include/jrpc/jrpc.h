/* SPDX-License-Identifier: MIT */
#ifndef JRPC_JRPC_H
#define JRPC_JRPC_H

/* The library in one include: bytes of a JSON-RPC 2.0 request in, bytes of its reply out. Hosts are in
 * host.h. "The specification" is https://www.jsonrpc.org/specification, version 2.0. */
#include <jrpc/allocator.h>
#include <jrpc/buffer.h>
#include <jrpc/call.h>
#include <jrpc/dispatcher.h>
#include <jrpc/limits.h>
#include <jrpc/method.h>
#include <jrpc/serializer.h>
#include <jrpc/service.h>
#include <jrpc/status.h>

#endif
