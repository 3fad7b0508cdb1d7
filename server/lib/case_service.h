/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_CASE_SERVICE_H
#define JRPCI_CASE_SERVICE_H

#include <jrpc/jrpc.h>

/* The service that the case files call: one method for each thing that binding, calling and answering can do. For tests. */
typedef struct case_state {
    int32_t hits; /* how often `hit` has run */
    int32_t stored;
    jrpc_dispatcher *dispatcher;
} case_state;

/* Adds its methods; state is their instance and outlives the service. */
jrpc_status case_service_add(jrpc_service *service, case_state *state);

#endif
