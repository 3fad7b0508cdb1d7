/* SPDX-License-Identifier: MIT */
#include "limits.h"

#include <string.h>

static const jrpc_host_limit table[] = {
    [JRPCI_MAX_DOCUMENT_BYTES] = {"maxDocumentBytes", 4u << 20, true,
                                  "bytes of a document or a body; stops one peer from filling the memory"},
    [JRPCI_MAX_OUTPUT_BYTES] =
        {"maxOutputBytes", 1u << 20, false,
         "bytes of replies that wait for a peer to read; past it its next requests wait too"},
    [JRPCI_MAX_BUFFERED_BYTES] =
        {"maxBufferedBytes", 256u << 20, true,
         "bytes of input and output that all connections together keep; the one that passes it is closed"},
    [JRPCI_MAX_CONNECTIONS] =
        {"maxConnections", 10000, false,
         "connections at a time; accepting pauses at it, so that descriptors are left over"},
    [JRPCI_MAX_CONNECTION_REQUESTS] = {"maxConnectionRequests", 10000000, true,
                                       "HTTP requests of one connection; the last is answered with "
                                       "Connection: close, so that no client stays on one worker for ever"},
    [JRPCI_MAX_HEADER_BYTES] =
        {"maxHeaderBytes", 16384, false,
         "bytes of a request's head, or of a content-length header block; stops endless heads"},
    [JRPCI_MAX_HEADER_COUNT] =
        {"maxHeaderCount", 100, false,
         "header fields of a request, trailers included; stops floods of small fields"},
    [JRPCI_MAX_TARGET_BYTES] = {"maxTargetBytes", 8192, false, "bytes of a request target"},
    [JRPCI_MAX_CHUNK_OVERHEAD_BYTES] =
        {"maxChunkOverheadBytes", 256u << 10, false,
         "bytes of chunk sizes, extensions and trailers of a body; stops bodies that are nearly all framing"},
    [JRPCI_MAX_DISCARDED_BYTES] = {"maxDiscardedBytes", 16u << 20, false,
                                   "bytes read and thrown away after a last answer, so that it arrives"},
    [JRPCI_HEAD_MILLISECONDS] =
        {"headMilliseconds", 10000, true,
         "time from the first byte of an HTTP head to its end; stops peers that trickle"},
    [JRPCI_BODY_MILLISECONDS] = {"bodyMilliseconds", 30000, true,
                                 "time for an HTTP body; stops peers that trickle"},
    [JRPCI_DOCUMENT_MILLISECONDS] = {"documentMilliseconds", 30000, true,
                                     "time from the first byte of a document on a raw stream to its last"},
    [JRPCI_WRITE_MILLISECONDS] = {"writeMilliseconds", 30000, true,
                                  "time that a peer may let replies wait without taking a byte"},
    [JRPCI_IDLE_MILLISECONDS] = {"idleMilliseconds", 60000, true, "time between two requests"},
    [JRPCI_CLOSE_MILLISECONDS] = {"closeMilliseconds", 2000, false,
                                  "time for the peer to take a last answer and close"},
    [JRPCI_STOP_MILLISECONDS] = {"stopMilliseconds", 5000, false,
                                 "time for all connections to finish after the host was told to stop"},
    [JRPCI_LIMIT_COUNT] = {NULL, 0, false, NULL},
};

const jrpc_host_limit *jrpc_host_limits(void) {
    return table;
}

void jrpci_limits_init(jrpci_limits *limits) {
    for (size_t i = 0; i < JRPCI_LIMIT_COUNT; i++) limits->values[i] = table[i].value;
}

jrpc_status jrpci_limits_set(jrpci_limits *limits, const char *name, uint64_t value) {
    if (!name) return JRPC_E_ARGUMENT;
    for (size_t i = 0; i < JRPCI_LIMIT_COUNT; i++) {
        if (strcmp(table[i].name, name) != 0) continue;
        if ((value == 0 && !table[i].lifts) || value > INT64_MAX) return JRPC_E_ARGUMENT;
        limits->values[i] = value;
        return JRPC_OK;
    }
    return JRPC_E_UNKNOWN;
}
