/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_LOG_H
#define JRPCI_LOG_H

#include "peer.h"

struct jrpci_shared;

/* Logs that a connection ended for a reason. */
void jrpci_log_end(const struct jrpci_shared *shared, const jrpc_peer *peer, const char *reason);

/* Logs something of the host itself. */
void jrpci_log_host(const struct jrpci_shared *shared, const char *what);

#endif
