/* SPDX-License-Identifier: MIT */
#ifndef APP_PEER_H
#define APP_PEER_H

#include <stddef.h>

/* The other end of a server under test: a blocking socket with a time limit. Whatever goes wrong here fails the cmocka
 * test that called. */

/* Connects to tcp://NUMBER:PORT, unix:///PATH, and the same behind http and http+unix; what follows is ignored. */
int peer_connect(const char *address);

void peer_send(int peer, const char *bytes, size_t length);

/* Receives as many bytes as `expected` has and compares. */
void peer_expect(int peer, const char *expected);

/* Ends the sending side. */
void peer_finish(int peer);

/* Nothing more comes: the server has closed. Closes `peer`. */
void peer_expect_end(int peer);

#endif
