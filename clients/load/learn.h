/* SPDX-License-Identifier: MIT */
#ifndef LOAD_LEARN_H
#define LOAD_LEARN_H

#include "connection.h"

/* Right first: what every driver does before anything is timed. */

/* Opens the connection and asks every document of the ring over it, each reply handed to load_learn_reply.
 * False: failed, and reported. */
typedef bool load_teacher(load_connection *connection, load_exchange *exchange);

/* Learns the whole ring by a teacher; what went wrong is merged into `outcome`. */
bool load_learn(load_job *job, load_teacher *teacher, load_outcome *outcome);

/* Judges the reply to the `asked`-th document and learns its bytes. asked may be one past the ring's last:
 * then only what stands before the reply is learned. The document must be in the connection's window.
 * False: reported. */
bool load_learn_reply(load_connection *connection, size_t asked, wire_slice bytes,
                      const load_message *message);

#endif
