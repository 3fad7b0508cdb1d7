/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_LIMITS_H
#define JRPCI_LIMITS_H

#include <jrpc/host.h>

/* The limits of a host, in the order of the table that names them. 0 lifts one where the table says so. */
typedef enum jrpci_limit {
    JRPCI_MAX_DOCUMENT_BYTES,
    JRPCI_MAX_OUTPUT_BYTES,
    JRPCI_MAX_BUFFERED_BYTES,
    JRPCI_MAX_CONNECTIONS,
    JRPCI_MAX_CONNECTION_REQUESTS,
    JRPCI_MAX_HEADER_BYTES,
    JRPCI_MAX_HEADER_COUNT,
    JRPCI_MAX_TARGET_BYTES,
    JRPCI_MAX_CHUNK_OVERHEAD_BYTES,
    JRPCI_MAX_DISCARDED_BYTES,
    JRPCI_HEAD_MILLISECONDS,
    JRPCI_BODY_MILLISECONDS,
    JRPCI_DOCUMENT_MILLISECONDS,
    JRPCI_WRITE_MILLISECONDS,
    JRPCI_IDLE_MILLISECONDS,
    JRPCI_CLOSE_MILLISECONDS,
    JRPCI_STOP_MILLISECONDS,
    JRPCI_LIMIT_COUNT
} jrpci_limit;

typedef struct jrpci_limits {
    uint64_t values[JRPCI_LIMIT_COUNT];
} jrpci_limits;

void jrpci_limits_init(jrpci_limits *limits);

/* JRPC_E_UNKNOWN: no such name; JRPC_E_ARGUMENT: 0 where it does not lift, or too large. */
jrpc_status jrpci_limits_set(jrpci_limits *limits, const char *name, uint64_t value);

/* A limit as a size; SIZE_MAX where it is lifted. */
static inline size_t jrpci_limits_size(const jrpci_limits *limits, jrpci_limit limit) {
    uint64_t value = limits->values[limit];
    return value == 0 || value > SIZE_MAX ? SIZE_MAX : (size_t)value;
}

#endif
