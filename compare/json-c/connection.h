/* SPDX-License-Identifier: MIT */
#ifndef COMPARE_JSON_C_CONNECTION_H
#define COMPARE_JSON_C_CONNECTION_H

#include <stdbool.h>

/* One peer of the server: documents back to back in, replies back to back out. Its tokener takes the stream in the
 * pieces that it comes in. All replies to one read leave in one write; what the socket does not take waits, and nothing
 * more is read until it has gone. */
struct connection;

enum connection_wants { CONNECTION_READ, CONNECTION_WRITE, CONNECTION_CLOSE };

/* Takes a non-blocking socket over. NULL: out of memory, and it is closed. */
struct connection *connection_new(int descriptor);

/* Closes the socket too. */
void connection_free(struct connection *connection);

int connection_descriptor(const struct connection *connection);

/* Does what the socket is ready for, once, and tells what to wait for next. */
enum connection_wants connection_step(struct connection *connection);

#endif
