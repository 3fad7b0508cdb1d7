/* SPDX-License-Identifier: MIT */
#ifndef LOAD_EXCHANGE_H
#define LOAD_EXCHANGE_H

#include "connection.h"

/* What the drivers of our own share: one thread that serves its connections over epoll. A driver adds its
 * framing; the matching policy follows from the workload, the id maker is the ring's, and pacing the
 * connection's. */

/* See load_driver_table for the four. */
bool load_exchange_learn(load_job *job, load_outcome *outcome);
bool load_exchange_open(load_thread *thread);
void load_exchange_drive(load_thread *thread);
void load_exchange_close(load_thread *thread);

/* Makes and ends what the connections of a thread share. False: out of memory. */
bool load_exchange_init(load_exchange *exchange, load_thread *thread);
void load_exchange_fini(load_exchange *exchange);

#endif
